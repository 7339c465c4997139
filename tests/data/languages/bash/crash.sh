echo "so it ends" >&2
exit 3
