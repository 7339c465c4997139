# expect: RTE exit-code No such file or directory
print `echo 6`
