parts = []
while True:
    parts.append(bytearray(b"x") * (1 << 20))
