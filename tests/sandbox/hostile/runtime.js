// SPDX-License-Identifier: MIT
// What honest programs in JavaScript do, and what hostile ones do: an argument chooses. Right: "fine" prints "fine";
// "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
"use strict";
const assert = require("assert");
const child_process = require("child_process");
const crypto = require("crypto");
const fs = require("fs");
const net = require("net");
const readline = require("readline");
const zlib = require("zlib");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

function depth(n) {
	return n === 0 ? 0 : 1 + depth(n - 1);
}

function work(n) {
	return new Promise((resolve, reject) => {
		const worker = new Worker(__filename, { workerData: n });
		worker.once("message", resolve);
		worker.once("error", reject);
	});
}

async function fine() {
	const lines = [];
	for await (const line of readline.createInterface({ input: process.stdin })) lines.push(line);
	assert.strictEqual(lines[0], "1 2 3");
	assert.deepStrictEqual(await Promise.all([work(1), work(2)]), [2, 4]);
	assert.strictEqual(depth(5000), 5000);
	assert.strictEqual((3n ** 10000n).toString(2).length, 15850);
	assert.strictEqual([..."dacb"].sort().join(""), "abcd");
	assert.strictEqual(crypto.randomBytes(8).length, 8);
	await new Promise((resolve) => setTimeout(resolve, 1));
	const packed = await new Promise((resolve) => zlib.gzip("x".repeat(1000), (error, data) => resolve(data)));
	assert.ok(packed.length < 100);
	assert.ok((await fs.promises.readFile("/proc/self/status")).length > 0);
	const signalled = new Promise((resolve) => process.once("SIGUSR2", resolve));
	const awake = setInterval(() => 0, 1000);
	process.kill(process.pid, "SIGUSR2");
	await signalled;
	clearInterval(awake);
	const child = child_process.spawnSync("/bin/echo", ["child"]);
	assert.strictEqual(child.stdout.toString(), "child\n");
	assert.ok(process.memoryUsage().rss > 0);
	console.log("fine");
}

function memory() {
	for (const kept = []; ; ) kept.push(Buffer.alloc(1 << 20, 1));
}

function connect() {
	net.connect(80, "127.0.0.1").on("error", (error) => console.log("still here", error));
}

function threads() {
	for (let i = 0; i < 100; i++) new Worker("setInterval(() => 0, 1000)", { eval: true }).on("error", () => 0);
}

if (isMainThread) {
	({ fine, memory, connect, threads })[process.argv[2]]();
} else if (workerData) {
	parentPort.postMessage(2 * workerData);
}
