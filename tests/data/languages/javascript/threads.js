const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (isMainThread) {
	const numbers = require('fs').readFileSync(0, 'utf8').split(/\s+/).slice(1).map(Number);
	let sum = 0, ended = 0;
	for (const which of [0, 1]) {
		const worker = new Worker(__filename, { workerData: numbers.filter((_, i) => i % 2 === which) });
		worker.on('message', part => {
			sum += part;
			if (++ended === 2)
				console.log(sum);
		});
	}
} else {
	parentPort.postMessage(workerData.reduce((a, b) => a + b, 0));
}
