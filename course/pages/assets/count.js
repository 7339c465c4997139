// SPDX-License-Identifier: MIT
// Counts down to moments of the server's clock. Without scripts, the page shows the time that was left.

const offset = Number(document.body.dataset.now || Date.now()) - Date.now();
const pad = (number) => String(number).padStart(2, "0");

function span(ms) {
	const seconds = Math.ceil(ms / 1000);
	return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

let ended = false;
function count() {
	for (const part of document.querySelectorAll("[data-until]")) {
		const left = Number(part.dataset.until) - Date.now() - offset;
		part.textContent = span(Math.max(left, 0));
		ended ||= left <= 0;
	}
	// The page says what is possible now, unless somebody types.
	const source = document.getElementById("submit")?.elements.source;
	if (ended && !source?.value && !document.hidden)
		location.reload();
	else if (document.querySelector("[data-until]"))
		setTimeout(count, 1000);
}

if (document.querySelector("[data-until]"))
	count();
