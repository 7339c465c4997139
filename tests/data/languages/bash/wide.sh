# The shell's own commands, and the tools for texts.
set -euo pipefail
shopt -s extglob
numbers=$(cat)
sorted=$(printf '%s\n' $numbers | tail -n +2 | sort -n | uniq -c | awk '{ for (i = 0; i < $1; i++) print $2 }')
declare -A seen=([a]=1)
[[ ${seen[a]} == 1 && abc =~ ^a(.)c$ && ${BASH_REMATCH[1]} == b ]]
[ "$(printf 'b\na\n' | sort | tr a-z A-Z | paste -sd, -)" = A,B ]
[ "$(printf '1 2\n3 4\n' | cut -d' ' -f2 | tail -n 1)" = 4 ]
[ "$(seq 3 | sed -n '$p')" = 3 ] && [ "$(seq 10 | grep -c 1)" = 2 ] && [ "$(printf %03d 7)" = 007 ]
[ "$(factor 15)" = '15: 3 5' ] && [ "$(expr 6 \* 7)" = 42 ] && [ "$(printf abc | wc -c)" -eq 3 ]
[ "$(printf x | md5sum | cut -c1-4)" = 9dd4 ] && [ "$(basename /a/b.c .c)" = b ] && [ "$(date -u -d @0 +%Y)" = 1970 ]
mapfile -t lines < <(printf '%s\n' "$sorted")
printf '%s\n' "${lines[@]}" | awk '{ sum += $1 } END { print sum }'
