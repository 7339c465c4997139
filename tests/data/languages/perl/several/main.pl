#!/usr/bin/perl
use strict;
use warnings;
use Total;

print Total::total(), "\n";
