#!/usr/bin/perl
my $i = 0;
$i++ while 1;
