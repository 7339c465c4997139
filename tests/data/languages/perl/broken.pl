#!/usr/bin/perl
use strict;
$x = 1;
