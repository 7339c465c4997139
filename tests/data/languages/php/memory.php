<?php
$parts = [];
while (true)
	$parts[] = str_repeat('x', 1 << 20);
