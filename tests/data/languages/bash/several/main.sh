. ./total.sh

total
