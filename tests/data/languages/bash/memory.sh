x=xxxxxxxxxxxxxxxx
while :; do
	x=$x$x
done
