parts = []
loop { parts << 'x' * (1 << 20) }
