BEGIN {
	for (;;)
		i++
}
