<?php // expect: AC
// PCRE makes no machine code, and complains of nothing.
preg_match_all('/\d+/', stream_get_contents(STDIN), $found);
array_shift($found[0]);
echo array_sum($found[0]), "\n";
