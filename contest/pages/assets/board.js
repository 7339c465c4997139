// SPDX-License-Identifier: MIT
// The filter of a board. Live boards are the same for all viewers, so rows are hidden here. Without scripts the server leaves the rows out.

const form = document.getElementById("filter");
const board = document.getElementById("board");
// The group of the main board, which is shown by default; "": all teams.
const main = board?.dataset.main || "";

// A screen for a hall has no form, and is filtered by its address.
const asked = new URLSearchParams(location.search);

function chosen() {
	const value = (name) => (form ? form.elements[name]?.value : asked.get(name)) || "";
	return { group: value("group"), organization: value("organization"), name: value("name").trim().toLowerCase() };
}

function isIn(row, group) {
	return !group || (row.cells[1].dataset.g || "").split(" ").includes(group);
}

function isShown(row, by) {
	const team = row.cells[1];
	return isIn(row, by.group || main) &&
		(!by.organization || team.dataset.o === by.organization) &&
		(!by.name || [...team.children].some((part) => part.textContent.toLowerCase().includes(by.name)));
}

function isUsed(by) {
	return Boolean(by.group || by.organization || by.name);
}

const rankOf = (row) => row.querySelector(".medal") || row.cells[0];

// Guests and disqualified teams have no number.
// The ranks among the teams of a group, as on the server: teams with equal ranks on the whole board share the place of the first of them.
function rank(rows, group) {
	let count = 0, own = 0, last = "";
	for (const row of rows) {
		const whole = row.wholeRank;
		let text = whole;
		if (group && Number(whole) && isIn(row, group)) {
			count++;
			own = whole === last ? own : count;
			last = whole;
			text = String(own);
		}
		if (rankOf(row).textContent !== text)
			rankOf(row).textContent = text;
	}
}

// For each problem: the number of the group's teams that solved it, of those that tried.
function count(rows, group) {
	const foot = board.querySelector("tfoot tr");
	const own = [...rows].filter((row) => isIn(row, group) && !row.cells[1].querySelector(".out"));
	for (let i = 4; foot && i < foot.cells.length; i++) {
		const tried = own.filter((row) => row.cells[i].hasChildNodes());
		const solved = document.createElement("b");
		solved.textContent = tried.filter((row) => row.cells[i].classList.contains("s")).length;
		foot.cells[i].replaceChildren(solved, `of ${tried.length}`);
	}
}

// The ranks as the server sent them.
function keepRanks() {
	for (const row of board.querySelectorAll("tbody tr"))
		row.wholeRank = rankOf(row).textContent;
}

let wasUsed = false;

function apply() {
	const by = chosen();
	let shown = 0;
	// Skip the work in the common case: no filter is set.
	if (!isUsed(by) && !wasUsed && !main)
		return;
	wasUsed = isUsed(by);
	const rows = board.querySelectorAll("tbody tr");
	for (const row of rows) {
		row.hidden = !isShown(row, by);
		shown += !row.hidden;
	}
	rank(rows, by.group || main);
	count(rows, by.group || main);
	if (form)
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

// Before the first live update, the page only has the rows that the server chose.
let isWhole = form ? !isUsed(chosen()) && !main : isUsed(chosen()) || !main;
if (board) {
	if (isWhole)
		keepRanks();
	if (!form && isWhole)
		apply();
	board.addEventListener("assay:put", () => {
		isWhole = true;
		keepRanks();
		apply();
	});
}

if (form && board) {
	const change = () => {
		if (!isWhole) {
			form.submit();
			return;
		}
		apply();
		note();
	};
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
