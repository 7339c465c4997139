#!/usr/bin/perl
my @parts;
while (1) {
	my $part = '';
	$part .= 'x' x 1024 for 1 .. 1024;
	push @parts, $part;
}
