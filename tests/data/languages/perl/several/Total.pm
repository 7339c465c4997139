package Total;
use strict;
use warnings;

sub total {
	my (undef, @numbers) = split ' ', do { local $/; <STDIN> };
	my $sum = 0;
	$sum += $_ for @numbers;
	return $sum;
}

1;
