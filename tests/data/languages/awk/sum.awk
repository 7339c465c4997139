NR > 1 {
	for (i = 1; i <= NF; i++)
		sum += $i
}
END {
	printf "%d\n", sum
}
