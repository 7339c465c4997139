<?php
// Much of what is compiled into PHP.
function check(bool $fact, string $what): void
{
	if (!$fact)
		throw new Exception($what);
}

$numbers = array_slice(array_map('intval', preg_split('/\s+/', trim(stream_get_contents(STDIN)))), 1);
check(json_decode(json_encode(['a' => [1, null]]), true) === ['a' => [1, null]], 'json');
check(hash('sha256', '') === 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hash');
check(preg_match('/^\p{L}+$/u', 'été') === 1 && levenshtein('abc', 'abd') === 1, 'strings');
check(gzuncompress(gzcompress('many words')) === 'many words', 'zlib');
check((new DateTime('2024-07-01', new DateTimeZone('Europe/Paris')))->getOffset() === 7200, 'time zones');
check(unserialize(serialize([1, 'a'])) === [1, 'a'] && base64_encode('a') === 'YQ==', 'serialize');
$heap = new SplMinHeap();
foreach ([3, 1, 2] as $number)
	$heap->insert($number);
check($heap->extract() === 1 && (new SplFixedArray(3))->getSize() === 3, 'spl');
check(sodium_bin2hex(random_bytes(2)) !== '' && mt_rand(1, 1) === 1, 'random numbers');
check(number_format(1234567.891, 2) === '1,234,567.89' && intdiv(7, 2) === 3, 'numbers');
check(openssl_digest('', 'sha512') !== false && filter_var('1', FILTER_VALIDATE_INT) === 1, 'openssl');
check(iterator_to_array((function () { yield from [1, 2]; })()) === [1, 2], 'generators');
usort($numbers, fn($a, $b) => $b <=> $a);
echo array_sum($numbers), "\n";
