# expect: SV exec
print `echo 6`;
