read -r n
sum=0
for x in $(cat); do
	sum=$((sum + x))
done
echo "$sum"
