// Much of the standard library: what has data or a library of its own behind it most of all.
const assert = require('assert');
const crypto = require('crypto');
const events = require('events');
const fs = require('fs');
const os = require('os');
const path = require('path');
const querystring = require('querystring');
const readline = require('readline');
const stream = require('stream');
const timers = require('timers/promises');
const url = require('url');
const util = require('util');
const vm = require('vm');
const workers = require('worker_threads');
const zlib = require('zlib');

assert.strictEqual(zlib.gunzipSync(zlib.gzipSync('many words')).toString(), 'many words');
assert.strictEqual(zlib.brotliDecompressSync(zlib.brotliCompressSync('x')).toString(), 'x');
assert.strictEqual(crypto.createHash('sha256').update('').digest('hex').slice(0, 8), 'e3b0c442');
assert.strictEqual(new Intl.NumberFormat('de-DE').format(1234567.5), '1.234.567,5');
assert.strictEqual(
	new Date(Date.UTC(2024, 6, 1)).toLocaleTimeString('fr-FR', {timeZone : 'Europe/Paris'}),
	'02:00:00');
assert.strictEqual('\u00e9'.normalize('NFD').length, 2);
assert.deepStrictEqual([ 'z', 'ä', 'a' ].sort(new Intl.Collator('de').compare), [ 'a', 'ä', 'z' ]);
assert.strictEqual(new util.TextDecoder('utf-16le').decode(Buffer.from('a', 'utf16le')), 'a');
assert.strictEqual(new url.URL('http://a.b/c?d=e').searchParams.get('d'), 'e');
assert.strictEqual(vm.runInNewContext('6 * 7'), 42);
assert.strictEqual(/(?<word>\p{L}+)/u.exec('  été ').groups.word, 'été');
assert(2n ** 100n > 10n ** 30n && os.cpus && path.join('a', 'b') === 'a/b' && events.EventEmitter);

const numbers = fs.readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number).slice(1);
const worker = new workers.Worker(`const {parentPort, workerData} = require('worker_threads');
	parentPort.postMessage(workerData.reduce((a, b) => a + b, 0));`,
	{eval : true, workerData : numbers});
worker.on('message', async (sum) => {
	await timers.setTimeout(1);
	console.log(String(sum));
});
