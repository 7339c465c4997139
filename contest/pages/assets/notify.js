// SPDX-License-Identifier: MIT
// Notifications of the system, after the reader has turned them on: for each new verdict, message or question that #news shows.

const bell = document.getElementById("notify");
const region = document.getElementById("news");
// The key names this contest and this account: several contests can have the same origin.
const keyOf = (what) => `assay:${region.dataset.news}:${region.dataset.who}:${what}`;

const isOn = () => Notification.permission === "granted" && localStorage.getItem(keyOf("on")) === "1";

function draw() {
	const isBlocked = Notification.permission === "denied";
	bell.hidden = false;
	// page.js then polls as often while the tab is hidden.
	region.dataset.notifies = isOn() ? "1" : "";
	bell.disabled = isBlocked;
	bell.setAttribute("aria-pressed", String(isOn()));
	bell.textContent = isBlocked ? "Notifications blocked" : isOn() ? "Notifications on" : "Notify me";
	bell.title = isBlocked ? "The settings of the browser block notifications of this site." : "Notifications of the system for new verdicts and messages";
}

// [kind, number, link]; numbers grow.
const items = () => [...region.querySelectorAll("a[data-item]")].map((link) => [...link.dataset.item.split(" "), link]);

// True if the number is new; then it is the last one. Only one tab gets true: it holds the lock.
function take(kind, number) {
	const key = keyOf(kind);
	if (Number(number) <= Number(localStorage.getItem(key) || 0))
		return false;
	localStorage.setItem(key, number);
	return true;
}

const locked = (action) => (navigator.locks ? navigator.locks.request(keyOf("lock"), action) : action());

// On some phones only service workers can show notifications.
function show(link, kind, number) {
	try {
		create(link, kind, number);
	} catch {
		localStorage.setItem(keyOf("on"), "0");
		draw();
	}
}

function create(link, kind, number) {
	const shown = new Notification(document.querySelector(".contest").textContent, { body: link.textContent, tag: keyOf(`${kind} ${number}`) });
	shown.addEventListener("click", () => {
		window.focus();
		location.assign(link.href);
		shown.close();
	});
}

const tell = () => isOn() && locked(() => {
	for (const [kind, number, link] of items())
		if (take(kind, number))
			show(link, kind, number);
});

async function turn() {
	if (isOn()) {
		localStorage.setItem(keyOf("on"), "0");
	} else if (await Notification.requestPermission() === "granted") {
		// Items that the page already shows are not new.
		items().forEach(([kind, number]) => take(kind, number));
		localStorage.setItem(keyOf("on"), "1");
	}
	draw();
}

// Notifications need TLS or this machine; without storage, each tab would show its own.
function isPossible() {
	try {
		return Boolean(bell && region && isSecureContext && window.Notification && localStorage.getItem(keyOf("on")) !== undefined);
	} catch {
		return false;
	}
}

if (isPossible()) {
	draw();
	tell();
	bell.addEventListener("click", turn);
	document.addEventListener("assay:news", tell);
	addEventListener("storage", draw);
}
