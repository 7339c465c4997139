# expect: RTE exit-code Permission denied
# memfd_create: 319
my $name = "six";
die "$!\n" if syscall(319, $name, 0) == -1;
print "6\n";
