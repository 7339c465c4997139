read -r n
numbers=($(cat))
half() {
	local sum=0 i
	for ((i = $1; i < n; i += 2)); do
		((sum += numbers[i]))
	done
	echo "$sum"
}
exec 3< <(half 1)
mine=$(half 0)
read -r theirs <&3
echo $((mine + theirs))
