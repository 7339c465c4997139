// SPDX-License-Identifier: MIT
// Screens for a hall: they scroll automatically, count down, and show a notice if the server does not answer.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const later = (ms) => new Promise((done) => { setTimeout(done, ms); });

/* ---- scrolling ---- */

const PAUSE_MS = 8000, HEIGHT_MS = 20000; // the pause at each end; the time to scroll by the height of the region
let touched = 0; // somebody scrolls: wait for a minute

for (const kind of ["wheel", "keydown", "pointerdown", "touchmove"])
	addEventListener(kind, () => { touched = Date.now(); }, { passive: true });

const regionOf = () => document.querySelector(".screen .scroll");
const left = (region) => region.scrollHeight - region.clientHeight - region.scrollTop;
// The height of the rows that are seen, less one that may be cut: the head and the foot of the table stay.
const pageOf = (region) => region.clientHeight - ["thead", "tfoot", "tbody tr"].reduce((sum, part) => sum + (region.querySelector(part)?.offsetHeight ?? 0), 0);

// Down at a constant speed. The region can be replaced meanwhile.
function glide() {
	return new Promise((done) => {
		let last = performance.now(), at = regionOf()?.scrollTop ?? 0;
		const step = (time) => {
			const region = regionOf();
			if (!region || left(region) < 1 || Date.now() - touched < 60000)
				return done();
			at += (time - last) * region.clientHeight / HEIGHT_MS;
			last = time;
			region.scrollTop = at;
			requestAnimationFrame(step);
		};
		requestAnimationFrame(step);
	});
}

async function page() {
	for (let region = regionOf(); region && left(region) >= 1; region = regionOf()) {
		region.scrollTop += pageOf(region);
		await later(PAUSE_MS);
	}
}

async function scroll() {
	for (;;) {
		await later(PAUSE_MS);
		const region = regionOf();
		if (!region || left(region) + region.scrollTop < 2 || Date.now() - touched < 60000)
			continue;
		await (calm.matches ? page() : glide());
		await later(calm.matches ? 0 : PAUSE_MS);
		regionOf()?.scrollTo({ top: 0, behavior: calm.matches ? "auto" : "smooth" });
	}
}

/* ---- the countdown ---- */

const clock = document.getElementById("clock");
const what = document.getElementById("what");

// [what it counts, the time]
function count({ now, spanUp }) {
	const number = (name) => (clock.dataset[name] === undefined ? null : Number(clock.dataset[name]));
	const start = number("start"), end = number("end");
	if (number("countdown") !== null)
		return ["Countdown paused", spanUp(number("countdown"))];
	if (start === null)
		return ["The start time is not set yet", ""];
	if (now < start)
		return ["Starts in", spanUp(start - now)];
	if (number("paused") !== null)
		return ["Paused, time left", spanUp(number("duration") - number("paused"))];
	if (now < end)
		return ["Time left", spanUp(end - now)];
	return number("final") === null ? ["Over", ""] : ["The results are final", ""];
}

function show(event) {
	const [text, time] = count(event.detail);
	what.textContent = text;
	document.getElementById("left").textContent = time;
}

/* ---- the connection ---- */

const beat = document.getElementById("beat");
const lost = document.getElementById("lost");

async function ask() {
	try {
		const answer = await fetch(beat.dataset.beat, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(8000) });
		if (!answer.ok)
			throw new Error(answer.statusText);
		// A stream that broke without an error does not reconnect.
		if (!lost.hidden)
			location.reload();
		beat.innerHTML = await answer.text();
		beat.dispatchEvent(new CustomEvent("assay:live", { bubbles: true }));
	} catch {
		lost.hidden = false;
	}
}

async function keepAsking() {
	for (;;) {
		await later(5000);
		await ask();
	}
}

if (what)
	document.addEventListener("assay:tick", show);
scroll();
keepAsking();
