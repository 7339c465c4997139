#!/usr/bin/perl
die 'so it ends';
