def serve(harbour, days=7):
    return {"harbour": harbour, "days": days}
