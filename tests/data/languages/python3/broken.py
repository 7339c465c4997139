print((1)
