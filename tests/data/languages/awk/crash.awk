BEGIN {
	x = "so it ends"
	print x > "/dev/stderr"
	exit 3
}
