// SPDX-License-Identifier: MIT
// The ceremony: resolves the frozen board step by step (docs/organiser.md). The document of the steps is in the file (#steps), or at the
// address data-steps of the server. The window of the board keeps the step. A window with the presenter's notes (?notes)
// shows the same step, and sends its keys to the window of the board.
"use strict";
(() => {
const stage = document.getElementById("stage");
const isNotes = new URLSearchParams(location.search).has("notes");
const ROWS = 14; // in the window
const DELAYS = { select: 700, pick: 1000, reveal: 900 }; // ms until the next step
const EMPTY = 350, SOLVED = 1500, MOVED = 2300; // of a row without pending cells; of a revealed cell
const LAND = 650; // until the row of a revealed cell moves

/* ---- elements ---- */

// make("p.freeze", "text", child ...)
function make(what, ...children) {
	const [name, ...classes] = what.split(".");
	const element = document.createElement(name);
	element.className = classes.join(" ");
	element.append(...children.filter(child => child !== undefined && child !== null && child !== ""));
	return element;
}

function picture(what, source, alt) {
	if (!source)
		return null;
	const embedded = board.data.pictures;
	if (embedded && !embedded[source])
		return null;
	const image = make(what);
	image.alt = alt;
	image.src = embedded ? embedded[source] : stage.dataset.files + source;
	image.onerror = () => image.remove();
	return image;
}

// Invisible characters, which could change the order of a text, are written out.
const plain = text => (text || "").replace(/[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
	character => `\\u{${character.codePointAt(0).toString(16)}}`);
const bdi = text => make("bdi", plain(text));
const named = (what, text) => text ? make(what, bdi(text)) : null;

/* ---- the model: the board after a step ---- */

class Board {
	constructor(data) {
		this.data = data;
		this.steps = data.steps;
		this.at = -1;
		this.order = data.teams.map((_, team) => team);
		this.teams = data.teams.map(team => ({ cells: team.cells.slice(), solved: team.solved, total: team.total, tie: team.tie }));
		this.firsts = data.problems.map(problem => problem.first);
		this.undo = [];
		this.honored = new Map();
		data.steps.forEach((step, at) => step.do === "honor" && this.honored.set(step.team, at));
	}

	move(team, place) {
		this.order.splice(this.order.indexOf(team), 1);
		this.order.splice(place, 0, team);
	}

	forward() {
		const step = this.steps[++this.at];
		if (step.do !== "reveal")
			return;
		const team = this.teams[step.team];
		this.undo[this.at] = { ...team, cell: team.cells[step.problem], place: this.order.indexOf(step.team),
			first: this.firsts[step.problem] };
		team.cells[step.problem] = step.cell;
		Object.assign(team, { solved: step.solved, total: step.total, tie: step.tie });
		this.firsts[step.problem] = step.first;
		this.move(step.team, step.place);
	}

	back() {
		const step = this.steps[this.at], undo = this.undo[this.at--];
		if (step.do !== "reveal")
			return;
		const team = this.teams[step.team];
		team.cells[step.problem] = undo.cell;
		Object.assign(team, { solved: undo.solved, total: undo.total, tie: undo.tie });
		this.firsts[step.problem] = undo.first;
		this.move(step.team, undo.place);
	}

	go(at) {
		while (this.at < at)
			this.forward();
		while (this.at > at)
			this.back();
	}

	// By place: teams with the same sums share a rank.
	ranks() {
		const ranks = [];
		this.order.forEach((team, place) => {
			const above = this.teams[this.order[place - 1]];
			ranks.push(above && above.tie === this.teams[team].tie ? ranks[place - 1] : place + 1);
		});
		return ranks;
	}

	hasMoved(at) {
		return this.steps[at].do === "reveal" && this.steps[at].place !== this.steps[at - 1].place;
	}

	// The first step that pauses, from `at` on in the direction `way`; else the step at that end.
	pause(at, way) {
		while (at > 0 && at < this.steps.length - 1 && !this.steps[at].pauses)
			at += way;
		return Math.max(0, Math.min(at, this.steps.length - 1));
	}
}

/* ---- the window of the board ---- */

class Show {
	constructor(board) {
		this.board = board;
		this.data = board.data;
		this.rows = this.data.teams.map(team => this.row(team));
		this.list = make("div.rows", ...this.rows.map(row => row.element));
		this.list.style.height = `calc(var(--row) * ${this.rows.length})`;
		this.window = make("div.window", this.list);
		this.title = this.titleScreen();
		this.table = make("section.table", this.head(), this.window);
		this.slide = make("section.slide");
		this.said = make("p.said");
		this.said.setAttribute("role", "status");
		this.measure();
		stage.replaceChildren(this.title, this.table, this.slide, this.said);
	}

	// Widths of columns follow from the longest values.
	measure() {
		const all = [...this.data.teams, ...this.data.steps];
		const longest = key => all.reduce((most, one) => Math.max(most, (one[key] || "").length), 1);
		document.body.style.setProperty("--problems", this.data.problems.length);
		document.body.style.setProperty("--sum", longest("solved"));
		document.body.style.setProperty("--total", longest("total"));
		this.table.classList.toggle("bare", !this.data.teams.some(team => team.logo));
	}

	titleScreen() {
		return make("section.title", picture("img.banner", this.data.banner || this.data.logo, ""), named("p.name", this.data.contest),
			this.data.formal !== this.data.contest ? named("p.formal", this.data.formal) : null, named("p.freeze", this.data.freeze));
	}

	head() {
		const problems = this.data.problems.map(problem => {
			const ball = make("i");
			if (/^#[0-9a-f]{3,8}$/i.test(problem.rgb || ""))
				ball.style.background = problem.rgb;
			return make("span.problem", ball, problem.label);
		});
		return make("div.head", make("span.rank", "#"), make("span.team", "Team"), ...problems, make("span.sum", this.data.sum),
			make("span.total", "Time"));
	}

	row(team) {
		const row = { below: make("small", bdi(team.organization)), rank: make("b.rank"), sum: make("b.sum"), total: make("span.total"), cells: team.cells.map(() => make("span.cell")) };
		row.element = make("div.row", row.rank, make("span.logo", picture("img", team.logo, "")),
			make("span.team", named("b", team.name), row.below), ...row.cells, row.sum, row.total);
		return row;
	}

	cell(element, cell, isFirst, problem) {
		const [state, value, judged, pending] = cell || ["none"];
		element.className = `cell ${state}${isFirst ? " first" : ""}`;
		if (!cell) {
			element.replaceChildren();
			return;
		}
		const tries = judged && pending ? `${judged}+${pending}` : `${judged + pending}`;
		const text = state === "pending" ? (value && value !== "0" ? `${value}?` : "?") : state === "failed" ? "\u2212" : value;
		const word = this.data.problems.length > 10 ? "" : judged + pending === 1 ? " try" : " tries";
		element.replaceChildren(make("b", text), make("small", tries + word));
		element.title = `${this.data.problems[problem].label} ${this.data.problems[problem].name}: ${state}`;
	}

	drawCells() {
		this.board.order.forEach(team => this.rows[team].cells.forEach((element, problem) => {
			const cell = this.board.teams[team].cells[problem], isFirst = this.board.firsts[problem] === team;
			const drawn = JSON.stringify([cell, isFirst]);
			if (element.drawn !== drawn)
				this.cell(element, cell, isFirst, problem);
			element.drawn = drawn;
		}));
	}

	// Rows far from the window are left out, because a browser would animate all of them.
	drawPlaces() {
		const ranks = this.board.ranks(), isAll = this.marked === undefined;
		this.board.order.forEach((team, place) => {
			const row = this.rows[team], sums = this.board.teams[team];
			const at = this.board.honored.get(team), medal = this.data.teams[team].medal;
			row.element.style.setProperty("--place", place);
			row.rank.textContent = ranks[place];
			row.sum.textContent = sums.solved;
			row.total.textContent = sums.total;
			row.element.classList.toggle("odd", place % 2 === 1);
			row.element.hidden = !isAll && team !== this.marked && Math.abs(place - this.top - ROWS / 2) > 2 * ROWS;
			for (const name of ["gold", "silver", "bronze"])
				row.element.classList.toggle(name, medal === name && at <= this.board.at);
		});
	}

	// The row that is resolved stays in the lower part of the window while its team moves up.
	drawWindow(step) {
		const before = this.board.steps[this.board.at - 1];
		const place = step.do === "reveal" ? before.place : step.place;
		const count = this.rows.length, top = step.do === "bottom" ? count : step.place === undefined ? 0 : place - ROWS + 5;
		this.top = Math.max(0, Math.min(top, count - ROWS));
		this.list.style.setProperty("--top", this.top);
	}

	// At a stop the row shows the awards of its team.
	drawMarks(step) {
		if (this.marked !== undefined)
			this.rows[this.marked].below.firstChild.textContent = plain(this.data.teams[this.marked].organization);
		this.rows[this.marked]?.element.classList.remove("selected", "honored");
		this.picked?.classList.remove("picked", "fresh");
		this.marked = step.team;
		this.picked = step.problem === undefined ? null : this.rows[step.team].cells[step.problem];
		this.rows[step.team]?.element.classList.add(step.do === "honor" ? "honored" : "selected");
		this.picked?.classList.add(step.do === "pick" ? "picked" : "fresh");
		if (step.do === "honor")
			this.rows[step.team].below.firstChild.textContent = plain(this.data.teams[step.team].awards.join(" \u00b7 "));
	}

	drawSlide(step) {
		const team = this.data.teams[step.team], place = this.board.ranks()[step.place];
		const { solved, total } = this.board.teams[step.team];
		const photo = picture("img.photo", team.photo, "");
		const sums = make("p.sums", make("span", "Rank ", make("b", `${place}`)), make("span", `${this.data.sum} `, make("b", solved)),
			total ? make("span", "Time ", make("b", total)) : null);
		this.slide.className = `slide ${team.medal || ""} ${photo ? "" : "bare"}`;
		this.slide.replaceChildren(...[photo, make("div.card", picture("img.logo", team.logo, ""), named("h2", team.name),
			named("p.organization", team.organization), make("ul", ...(team.awards || []).map(award => named("li", award))), sums)]
			.filter(Boolean));
	}

	// `isStill`: without movement.
	draw(isStill) {
		const step = this.board.steps[this.board.at];
		clearTimeout(this.landing);
		document.body.classList.toggle("still", isStill);
		if (step.do === "slide")
			this.drawSlide(step);
		document.body.dataset.screen = step.do === "title" || step.do === "slide" ? step.do : "table";
		this.drawCells();
		this.drawMarks(step);
		this.drawWindow(step);
		if (step.do === "reveal" && !isStill)
			this.landing = setTimeout(() => this.drawPlaces(), LAND / speed());
		else
			this.drawPlaces();
		this.said.textContent = describe(this.board, this.board.at);
	}
}

/* ---- the presenter's notes ---- */

function describe(board, at) {
	const step = board.steps[at], data = board.data, team = data.teams[step.team];
	const who = team && (team.organization ? `${team.name} (${team.organization})` : team.name);
	const label = step.problem === undefined ? "" : data.problems[step.problem].label;
	switch (step.do) {
	case "title": return `Title: ${data.contest}`;
	case "top": return "The board at the freeze";
	case "bottom": return "The last places";
	case "select": return `Place ${step.place + 1}: ${who}`;
	case "pick": return `${team.name}, problem ${label} ...`;
	case "reveal":
		return `${team.name}, problem ${label}: ${step.cell[0]}${board.hasMoved(at) ? `, moves up to place ${step.place + 1}` : ""}`;
	case "honor": return `${who}: ${team.awards.join(", ")}`;
	case "slide": return `Slide: ${team.name}`;
	case "return": return "Back to the board";
	default: return "The final board";
	}
}

class Notes {
	constructor(board) {
		this.board = board;
		this.now = make("p.now");
		this.next = make("ol.next");
		this.coming = make("ol.coming");
		this.where = make("p.where");
		stage.replaceChildren(make("section.notes", make("h2", "Presenter's notes"), this.where, this.now,
			make("div.columns", make("section", make("h2", "Next"), this.next), make("section", make("h2", "Awards to come"), this.coming))));
		document.body.dataset.screen = "notes";
	}

	line(at) {
		const step = this.board.steps[at], line = make(`li.${step.do}`, bdi(describe(this.board, at)));
		if (step.pauses)
			line.classList.add("pauses");
		return line;
	}

	draw() {
		const { at, steps } = this.board, next = [], coming = [];
		for (let i = at + 1; i < steps.length && next.length < 10; i++)
			next.push(this.line(i));
		for (let i = at + 1; i < steps.length && coming.length < 6; i++)
			if (steps[i].do === "honor")
				coming.push(make("li", make("b", `Place ${steps[i].place + 1}: `), bdi(describe(this.board, i))));
		this.now.replaceChildren(bdi(describe(this.board, at)));
		this.where.textContent = `Step ${at + 1} of ${steps.length}` +
			(steps[at].pauses ? ": the board waits for you (space)" : "") + (link.isHeard ? "" : ". No window of the board is open.");
		this.next.replaceChildren(...next);
		this.coming.replaceChildren(...coming);
	}
}

/* ---- two windows of one browser ---- */

// Pages of a server share a channel. In some browsers local files do not: there the window of the board opens the window of the notes, and
// keeps a reference to it.
const link = {
	channel: new BroadcastChannel("assay-resolve" + location.pathname),
	other: isNotes ? window.opener : null,
	isHeard: false,
	send(message) {
		if (location.protocol === "file:" && this.other)
			this.other.postMessage(message, "*");
		else
			this.channel.postMessage(message);
	},
	listen(hear) {
		this.channel.onmessage = event => hear(event.data);
		addEventListener("message", event => location.protocol === "file:" && event.source === this.other && hear(event.data));
	},
};

/* ---- playing ---- */

let board, view, timer = null, level = 5;
const speed = () => 2 ** ((level - 5) / 2);

function tell() {
	if (!isNotes)
		link.send({ at: board.at });
	try {
		history.replaceState(null, "", `#${board.at + 1}`);
	} catch {
		// Some browsers refuse many changes in a short time. Only loading the page again needs the number.
	}
}

function stop() {
	clearTimeout(timer);
	timer = null;
}

function jump(at) {
	stop();
	board.go(Math.max(0, Math.min(at, board.steps.length - 1)));
	view.draw(true);
	tell();
}

function delay() {
	const { at, steps } = board, step = steps[at];
	if (step.do === "reveal" && step.cell[0] === "solved")
		return (board.hasMoved(at) ? MOVED : SOLVED) / speed();
	if (step.do === "select" && steps[at + 1].do === "select")
		return EMPTY / speed();
	return (DELAYS[step.do] || 500) / speed();
}

function advance() {
	if (board.at >= board.steps.length - 1)
		return;
	board.forward();
	view.draw(false);
	tell();
	timer = board.steps[board.at].pauses ? null : setTimeout(advance, delay());
}

// While steps are played, it skips to the pause.
function next() {
	if (timer === null)
		advance();
	else
		jump(board.pause(board.at, 1));
}

function openNotes() {
	const address = new URL(location.href);
	address.searchParams.set("notes", "");
	address.hash = "";
	link.other = open(address, "assay-notes", "popup,width=1000,height=700");
}

function fullScreen() {
	if (document.fullscreenElement)
		document.exitFullscreen();
	else
		document.documentElement.requestFullscreen?.();
}

function setSpeed(to) {
	level = Math.max(1, Math.min(9, to));
	document.getElementById("speed").textContent = level;
	document.body.style.setProperty("--pace", 1 / speed());
}

if (isNotes)
	document.querySelector("[data-key=n]").remove();
const help = document.getElementById("help");
const keys = {
	" ": next, Enter: next, ArrowRight: next, ArrowDown: next, PageDown: next,
	ArrowLeft: () => jump(board.pause(board.at - 1, -1)),
	".": () => jump(board.at + 1),
	",": () => jump(board.at - 1),
	Home: () => jump(0),
	"+": () => setSpeed(level + 1),
	"-": () => setSpeed(level - 1),
	n: openNotes,
	f: fullScreen,
	"?": () => help.open ? help.close() : help.showModal(),
};
keys.ArrowUp = keys.PageUp = keys.Backspace = keys.ArrowLeft;
keys.h = keys["?"];
for (let i = 1; i <= 9; i++)
	keys[i] = () => setSpeed(i);
const OWN = ["f", "h", "?"]; // keys of the window that has the focus

function act(key) {
	if (isNotes && key === "n")
		return;
	if (isNotes && !OWN.includes(key))
		link.send({ key });
	else
		keys[key]?.();
}

addEventListener("keydown", event => {
	const isButton = event.target.closest?.("button") && (event.key === " " || event.key === "Enter");
	if (event.ctrlKey || event.altKey || event.metaKey || isButton || !(event.key in keys) || !board)
		return;
	if (help.open && !OWN.includes(event.key))
		return;
	event.preventDefault();
	act(event.key);
});

for (const button of document.querySelectorAll("[data-key]"))
	button.addEventListener("click", () => board && act(button.dataset.key));

stage.addEventListener("click", () => board && !isNotes && next());

// All lengths change with the window: rows do not move to their places then.
addEventListener("resize", () => document.body.classList.add("still"));

// The pointer and the buttons are visible while the pointer moves.
let asleep = null;
addEventListener("pointermove", () => {
	document.body.classList.add("awake");
	clearTimeout(asleep);
	asleep = setTimeout(() => document.body.classList.remove("awake"), 2500);
});

function hear(message) {
	if (!isNotes && message.key !== undefined && message.key in keys)
		act(message.key);
	if (!isNotes && message.isNew)
		tell();
	if (isNotes && Number.isInteger(message.at)) {
		link.isHeard = true;
		board.go(message.at);
		view.draw();
	}
}

/* ---- loading ---- */

async function load() {
	const inline = document.getElementById("steps");
	if (inline)
		return JSON.parse(inline.textContent);
	const answer = await fetch(stage.dataset.steps);
	if (!answer.ok)
		throw new Error((await answer.text()).slice(0, 500));
	return answer.json();
}

load().then(data => {
	document.title = `${isNotes ? "Notes" : "Ceremony"} \u00b7 ${data.contest}`;
	board = new Board(data);
	board.go(Math.max(0, Math.min((parseInt(location.hash.slice(1), 10) || 1) - 1, data.steps.length - 1)));
	view = isNotes ? new Notes(board) : new Show(board);
	view.draw(true);
	link.listen(hear);
	setSpeed(5);
	if (isNotes)
		link.send({ isNew: true });
	else
		tell();
	stage.dataset.ready = "1";
}, error => stage.replaceChildren(make("p.error", error.message)));
})();
