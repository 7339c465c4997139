total() {
	local n sum=0 x
	read -r n
	for x in $(cat); do
		sum=$((sum + x))
	done
	echo "$sum"
}
