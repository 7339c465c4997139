// SPDX-License-Identifier: MIT
// On every page: local times, the clock, copy buttons. Without scripts, times are in UTC.

// The server's clock: this machine's can be wrong.
const offset = Number(document.body.dataset.now || Date.now()) - Date.now();
const now = () => Date.now() + offset;

/* ---- times ---- */

const pad = (n) => String(n).padStart(2, "0");

function localise(root) {
	for (const time of root.querySelectorAll("time[datetime]")) {
		const at = new Date(time.dateTime);
		if (Number.isNaN(at.getTime()))
			continue;
		const today = at.toDateString() === new Date(now()).toDateString();
		const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} `;
		const clock = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
		time.title ||= time.textContent;
		time.textContent = (today ? "" : day) + clock;
	}
}

function span(ms) {
	const s = Math.max(0, Math.floor(ms / 1000));
	return `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

// A duration, or a time that is left, is rounded up, as in the server's page.
const spanUp = (ms) => span(Math.ceil(ms / 1000) * 1000);

function zone() {
	const minutes = -new Date(now()).getTimezoneOffset(), size = Math.abs(minutes);
	return `${Intl.DateTimeFormat().resolvedOptions().timeZone} (UTC${minutes < 0 ? "\u2212" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)})`;
}

// A field for a moment has UTC without a script. Here it has the reader's time zone, and the form sends UTC.
function toLocal(field) {
	const local = (at) => new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
	const kept = new Date(field.defaultValue);
	const typed = field.value !== field.defaultValue ? field.value : null;
	// A value in another format would cause a warning in the console.
	field.defaultValue = field.value = "";
	field.type = "datetime-local";
	field.step = 1;
	field.defaultValue = Number.isNaN(kept.getTime()) ? "" : local(kept);
	field.value = typed ?? field.defaultValue;
	field.parentElement.querySelector("small").textContent = `in your time zone, ${zone()}`;
}

const toLocals = (root) => root.querySelectorAll("input.local[type=text], input.local:not([type])").forEach(toLocal);
document.addEventListener("submit", (event) => {
	for (const field of event.target.querySelectorAll("input.local")) {
		const at = new Date(field.value);
		field.type = "text";
		if (!Number.isNaN(at.getTime()))
			field.value = at.toISOString();
	}
});

// A site whose times are in a zone of its own says so itself.
const footer = document.querySelector("footer:not([data-zone])");
if (footer)
	footer.append(` \u00b7 times in ${zone()}`);

/* ---- the clock ---- */

const clock = document.getElementById("clock");
const number = (name) => (clock.dataset[name] === undefined ? null : Number(clock.dataset[name]));

function bold(text) {
	const b = document.createElement("b");
	b.textContent = text;
	return b;
}

function words() {
	const start = number("start"), end = number("end"), duration = number("duration");
	if (number("countdown") !== null)
		return [bold("Countdown paused"), ` at ${spanUp(number("countdown"))}`];
	if (number("own") === 0)
		return [bold("Your team has not started")];
	if (start === null)
		return [bold("Not started"), " The start time is not set yet."];
	if (now() < start) {
		const at = document.createElement("time");
		at.dateTime = new Date(start).toISOString();
		return [bold(`Starts in ${spanUp(start - now())}`), " ", at];
	}
	if (number("paused") !== null)
		return [bold("Paused"), " ", bold(span(number("paused"))), ` of ${spanUp(duration)}`];
	if (now() < end)
		return [bold(span(duration - (end - now()))), ` of ${spanUp(duration)} \u00b7 ${spanUp(end - now())} left`];
	if (number("own") !== null)
		return [bold("Over"), " The time of your team is over."];
	if (number("final") !== null)
		return [bold("Final"), " The results are final."];
	return [bold("Over"), " The results are not final yet."];
}

function elapsed() {
	const start = number("start"), end = number("end"), duration = number("duration");
	if (number("paused") !== null)
		return number("paused");
	if (start === null || end === null || now() < start)
		return 0;
	return Math.min(duration, duration - (end - now()));
}

function tick() {
	const shown = clock.querySelector(".words");
	const next = words();
	const text = next.map((part) => part.textContent ?? part).join("");
	// Not changed while equal, for selections and screen readers.
	if (shown.dataset.text !== text) {
		shown.dataset.text = text;
		shown.replaceChildren(...next);
		localise(shown);
	}
	const progress = clock.querySelector("progress");
	progress.max = number("duration");
	progress.value = Math.max(0, elapsed());
	const freeze = number("freeze");
	clock.querySelector(".frozen").hidden =
		freeze === null || now() < freeze || number("thawed") !== null;
	for (const part of document.querySelectorAll("main [data-while-paused]"))
		part.hidden = number("paused") === null;
	open();
	// For screen.js.
	document.dispatchEvent(new CustomEvent("assay:tick", { detail: { now: now(), spanUp } }));
}

// A page that waits for the start is loaded again at the start, after a random delay, so that not all pages load at once.
let opening = 0;

function open() {
	const start = number("start");
	if (!opening && start !== null && now() > start + 200 && document.querySelector("main [data-opens]"))
		opening = setTimeout(() => location.reload(), Math.random() * 1500);
}

// Live parts bring new times of the clock. Those that all readers share do not have a team's own times, which the news have.
function take(root, isOwn) {
	const times = root.querySelector(".times");
	if (!times || !clock || (!isOwn && number("own") !== null))
		return;
	for (const name of Object.keys(clock.dataset))
		delete clock.dataset[name];
	Object.assign(clock.dataset, times.dataset);
	tick();
}

/* ---- news ---- */

// Every page shows changes of the clock, and news for its reader: in the navigation, in the title, and in a live region.
const news = document.getElementById("news");
const title = document.title;

function announce() {
	const counts = news.querySelector("[data-clarifications]")?.dataset || {};
	let all = 0;
	for (const link of document.querySelectorAll("a[data-count]")) {
		const count = Number(counts[link.dataset.count] || 0);
		let badge = link.querySelector(".count");
		if (count && !badge) {
			badge = document.createElement("span");
			badge.className = "count";
			link.append(" ", badge);
		}
		if (badge)
			badge.textContent = count;
		if (!count)
			badge?.remove();
		all += count;
	}
	document.title = all ? `(${all}) ${title}` : title;
	document.dispatchEvent(new CustomEvent("assay:news"));
}

async function ask() {
	const fresh = document.createElement("div");
	try {
		const answer = await fetch(news.dataset.news, { headers: { Accept: "text/html" } });
		if (!answer.ok)
			return;
		fresh.innerHTML = await answer.text();
	} catch {
		return;
	}
	take(fresh, true);
	fresh.querySelector(".times")?.remove();
	if (fresh.innerHTML !== news.innerHTML)
		news.replaceChildren(...fresh.childNodes);
	announce();
}

function askOn() {
	const isOfAccount = Number(news.dataset.every) < 10;
	// The stream of a board has the times of the clock, and the public has no other news.
	if (!isOfAccount && document.querySelector("[data-stream]"))
		return;
	const every = () => Number(news.dataset.every) * (document.hidden && !news.dataset.notifies ? 3000 : 1000) * (0.9 + Math.random() / 5);
	const next = () => setTimeout(async () => {
		if (isOfAccount || !document.hidden)
			await ask();
		next();
	}, every());
	next();
}

// Scrolls the navigation of a phone to the current entry.
const nav = document.querySelector(".top nav");
const here = nav?.querySelector("[aria-current]");
if (here)
	nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;

/* ---- copying ---- */

async function copy(button) {
	const pre = button.closest(".example, .file").querySelector("pre");
	try {
		await navigator.clipboard.writeText(pre.textContent);
	} catch {
		// Without TLS there is no Clipboard API: use the selection.
		getSelection().selectAllChildren(pre);
		document.execCommand("copy");
		getSelection().removeAllRanges();
	}
	button.textContent = "Copied";
	setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

function wire(root) {
	for (const part of root.querySelectorAll(".canned[hidden]"))
		part.hidden = false;
	for (const button of root.querySelectorAll("button.copy[hidden]")) {
		button.hidden = false;
		button.addEventListener("click", () => copy(button));
	}
}

// Prepared answers of the jury, inserted with one click.
document.addEventListener("click", (event) => {
	const button = event.target.closest?.("[data-fill]");
	const field = button?.form?.elements.text;
	if (!field)
		return;
	field.value += (field.value && !field.value.endsWith("\n") ? "\n" : "") + button.dataset.fill;
	field.focus();
});

wire(document);
document.addEventListener("assay:live", (event) => {
	take(event.target);
	wire(event.target);
	localise(event.target);
	toLocals(event.target);
});
localise(document);
toLocals(document);
if (news) {
	announce();
	askOn();
	document.addEventListener("visibilitychange", () => document.hidden || ask());
}
if (clock) {
	tick();
	setInterval(tick, 500);
}
