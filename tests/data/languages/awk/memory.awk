BEGIN {
	for (i = 0;; i++)
		parts[i] = sprintf("%65536d", i)
}
