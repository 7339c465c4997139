@include "total.awk"

NR > 1 {
	add_line()
}
END {
	printf "%d\n", sum
}
