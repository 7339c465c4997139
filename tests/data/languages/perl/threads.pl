#!/usr/bin/perl
use strict;
use warnings;
use threads;

my (undef, @numbers) = split ' ', do { local $/; <STDIN> };
my @threads = map {
	my $which = $_;
	threads->create(sub {
		my $sum = 0;
		for (my $i = $which; $i < @numbers; $i += 2) {
			$sum += $numbers[$i];
		}
		return $sum;
	});
} 0, 1;
my $sum = 0;
$sum += $_->join for @threads;
print "$sum\n";
