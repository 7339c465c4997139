#!/usr/bin/perl
use strict;
use warnings;

my $n = <STDIN>;
my $sum = 0;
while (my $line = <STDIN>) {
	$sum += $_ for split ' ', $line;
}
print "$sum\n";
