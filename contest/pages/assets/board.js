// SPDX-License-Identifier: MIT
// The filter of a board. Live boards are the same for all viewers, so rows are hidden here. Without scripts the server leaves the rows out.

const form = document.getElementById("filter");
const board = document.getElementById("board");

function chosen() {
	const value = (name) => form.elements[name]?.value || "";
	return { group: value("group"), organization: value("organization"), name: value("name").trim().toLowerCase() };
}

function isShown(row, by) {
	const team = row.cells[1];
	return (!by.group || (team.dataset.g || "").split(" ").includes(by.group)) &&
		(!by.organization || team.dataset.o === by.organization) &&
		(!by.name || [...team.children].some((part) => part.textContent.toLowerCase().includes(by.name)));
}

function isUsed(by) {
	return Boolean(by.group || by.organization || by.name);
}

let wasUsed = false;

function apply() {
	const by = chosen();
	let shown = 0;
	// Skip the work in the common case: no filter is set.
	if (!isUsed(by) && !wasUsed)
		return;
	wasUsed = isUsed(by);
	const rows = board.querySelectorAll("tbody tr");
	for (const row of rows) {
		row.hidden = !isShown(row, by);
		shown += !row.hidden;
	}
	form.querySelector(".shown").textContent = isUsed(by) ? `${shown} of ${rows.length} teams` : "";
}

// Keeps the filter in the address, for reloads and shared links.
function note() {
	const query = new URLSearchParams(new FormData(form));
	for (const [name, value] of [...query])
		if (!value)
			query.delete(name);
	history.replaceState(null, "", form.action + (query.size ? `?${query}` : ""));
}

if (form && board) {
	// Before the first live update, the page only has the rows that the server chose.
	let isWhole = !isUsed(chosen());
	const change = () => {
		if (!isWhole) {
			form.submit();
			return;
		}
		apply();
		note();
	};
	board.addEventListener("assay:put", () => {
		isWhole = true;
		apply();
	});
	form.addEventListener("input", change);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		change();
	});
	form.querySelector("button").hidden = isWhole;
	form.querySelector("a.all")?.addEventListener("click", (event) => {
		if (!isWhole)
			return;
		event.preventDefault();
		for (const field of form.elements)
			if (field.name)
				field.value = "";
		event.target.remove();
		apply();
		note();
	});
}
