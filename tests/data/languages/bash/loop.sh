while :; do
	:
done
