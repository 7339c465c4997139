<?php
function total()
{
	return array_sum(array_slice(preg_split('/\s+/', stream_get_contents(STDIN), -1, PREG_SPLIT_NO_EMPTY), 1));
}
