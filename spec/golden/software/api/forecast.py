def forecast_level(constituents, hours):
    return sum(c.amplitude * c.at(hours) for c in constituents)
