function add_line(  i)
{
	for (i = 1; i <= NF; i++)
		sum += $i
}
