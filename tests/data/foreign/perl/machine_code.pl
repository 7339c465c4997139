# expect: RTE exit-code Permission denied
# mmap: 9; PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS
my $at = syscall(9, 0, 4096, 7, 0x22, -1, 0);
die "$!\n" if $at == -1;
print "6\n";
