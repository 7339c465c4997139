# expect: AC
tail -n 1 | tr ' ' '\n' | sort -n | { sum=0; while read -r number; do sum=$((sum + number)); done; echo $sum; }
