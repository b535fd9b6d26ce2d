def log_ratio(amber, white):
    return [math.log((a + 0.5) / (w + 0.5)) for a, w in zip(amber, white)]
