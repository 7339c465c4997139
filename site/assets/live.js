// SPDX-License-Identifier: MIT
// Live parts of a page: [data-live] gets its contents as server-sent events (data-stream), or
// polls them (data-poll, every data-every seconds) while there is no stream.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/* ---- replacing contents ---- */

function rowsOf(root) {
	return new Map([...root.querySelectorAll("tr[id]")].map((row) => [row.id, row]));
}

// Without the rank, which other rows change.
function textOf(row) {
	return [...row.cells].slice(1).map((cell) => cell.textContent).join("\t");
}

// Remembers positions, to animate moved rows.
function remember(root) {
	const rows = new Map();
	for (const [id, row] of rowsOf(root))
		rows.set(id, { top: row.offsetTop, text: textOf(row) });
	return rows;
}

function show(root, before) {
	for (const [id, row] of rowsOf(root)) {
		const old = before.get(id);
		if (!old || row.hidden)
			continue;
		if (old.text !== textOf(row))
			row.classList.add("changed");
		const way = old.top - row.offsetTop;
		if (way && !calm.matches && before.size <= 300)
			row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }],
				{ duration: 700, easing: "ease-in-out" });
	}
}

function mark(part) {
	if (part.dataset.own)
		document.getElementById(part.dataset.own)?.classList.add("own");
}

/* ---- forms in a live part ---- */

const key = (field) => [field.closest("[id]")?.id, ...["action", "reply_to"].map((name) => field.form?.elements[name]?.value), field.name].join(" ");
const fieldsOf = (part) => [...part.querySelectorAll("textarea[name], select[name], input[name]:not([type=hidden])")];

// Text that the server wrote again after a refusal counts as typed.
function isTyped(field) {
	if (field.dataset.typed !== undefined)
		return true;
	if (field.type === "checkbox")
		return field.checked !== field.defaultChecked;
	if (field.tagName === "SELECT")
		return [...field.options].some((option) => option.selected !== option.defaultSelected);
	return field.value !== field.defaultValue;
}

// Returns a function that restores in the new contents what the reader did in the old ones.
function keep(part) {
	const typed = fieldsOf(part).filter((field) => isTyped(field) || field === document.activeElement).map((field) => [key(field), field]);
	const opened = [...part.querySelectorAll("[id] details")].map((one) => [one.closest("[id]").id, one.open]);
	const active = document.activeElement;
	return () => {
		for (const [id, open] of opened)
			document.getElementById(id)?.querySelector("details")?.toggleAttribute("open", open);
		const fields = new Map(fieldsOf(part).map((field) => [key(field), field]));
		for (const [name, old] of typed) {
			const field = fields.get(name);
			if (!field)
				continue;
			if (old.tagName === "SELECT")
				for (const option of field.options)
					option.selected = [...old.selectedOptions].some((one) => one.value === option.value);
			else if (old.type === "checkbox")
				field.checked = old.checked;
			else if (isTyped(old))
				field.value = old.value;
			if (old === active) {
				field.focus({ preventScroll: true });
				if (old.selectionStart !== undefined && old.selectionStart !== null)
					field.setSelectionRange(old.selectionStart, old.selectionEnd);
			}
		}
	};
}

function put(part, html) {
	if (part.assayLast === html)
		return;
	const first = part.assayLast === undefined;
	part.assayLast = html;
	const scroll = part.querySelector(".scroll");
	const left = scroll ? scroll.scrollLeft : 0, top = scroll ? scroll.scrollTop : 0;
	const focused = part.contains(document.activeElement) ? document.activeElement : null;
	const href = focused?.getAttribute("href");
	const before = remember(part);
	const restore = keep(part);
	part.innerHTML = html;
	restore();
	const next = part.querySelector(".scroll");
	if (next)
		next.scrollTo({ left, top, behavior: "instant" });
	if (href)
		[...part.querySelectorAll("a")].find((a) => a.getAttribute("href") === href)?.focus({ preventScroll: true });
	else if (focused && focused === scroll)
		next?.focus({ preventScroll: true });
	part.dispatchEvent(new CustomEvent("assay:put"));
	if (!first || before.size > 0)
		show(part, before);
	mark(part);
	part.dispatchEvent(new CustomEvent("assay:live", { bubbles: true }));
}

/* ---- updates of rows ---- */

function rowOf(html) {
	const template = document.createElement("template");
	template.innerHTML = html;
	return template.content.firstElementChild;
}

// "1+3,4=2": ranks 1, 2, 3, 4, 4. Rank 0: none.
function rank(rows, runs) {
	let place = 0;
	for (const run of runs ? runs.split(",") : []) {
		const [, first, step, count] = run.match(/^(\d+)([+=])(\d+)$/);
		for (let i = 0; i < Number(count) && place < rows.length; i++, place++) {
			const text = Number(first) ? String(Number(first) + (step === "+" ? i : 0)) : "";
			if (rows[place].cells[0].textContent !== text)
				rows[place].cells[0].textContent = text;
		}
	}
}

function orderOf(rows) {
	let hash = 2166136261;
	for (const character of [...rows].map((row) => row.id + " ").join(""))
		hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
	return hash;
}

// False if the update does not fit the current rows.
function change(part, data) {
	const body = part.querySelector("tbody");
	if (!body)
		return false;
	const before = remember(part);
	const fresh = data.rows.map(([place, html]) => [place, rowOf(html)]);
	for (const id of [...data.gone, ...fresh.map(([, row]) => row.id)])
		document.getElementById(id)?.remove();
	for (const [place, row] of fresh)
		body.insertBefore(row, body.rows[place] || null);
	rank(body.rows, data.ranks);
	if (data.foot !== undefined) {
		part.querySelector("tfoot")?.remove();
		const foot = rowOf(`<table>${data.foot}`).querySelector("tfoot");
		if (foot)
			body.after(foot);
	}
	part.querySelector(".times")?.replaceWith(rowOf(data.times));
	part.assayLast = null;
	part.dispatchEvent(new CustomEvent("assay:put"));
	show(part, before);
	mark(part);
	part.dispatchEvent(new CustomEvent("assay:live", { bubbles: true }));
	return orderOf(body.rows) === data.order;
}

/* ---- polling ---- */

const waiting = (part, text) => {
	let state = part.nextElementSibling;
	if (!state?.classList.contains("state")) {
		state = document.createElement("p");
		state.className = "state";
		state.setAttribute("role", "status");
		part.after(state);
	}
	if (state.textContent !== text)
		state.textContent = text;
};

// The same part of a whole page.
function partOf(part, text) {
	return new DOMParser().parseFromString(text, "text/html").getElementById(part.id)?.innerHTML ?? part.innerHTML;
}

async function poll(part) {
	try {
		const isPage = part.dataset.page !== undefined;
		const answer = await fetch(isPage ? location.pathname + location.search : part.dataset.poll, { headers: { Accept: "text/html" } });
		if (answer.ok && !answer.redirected) {
			const text = await answer.text();
			put(part, isPage ? partOf(part, text) : text);
			waiting(part, "");
		} else if (answer.redirected || answer.status === 401 || answer.status === 403) {
			location.reload();
		}
	} catch {
		waiting(part, "The server does not answer. Trying again.");
	}
	return !part.querySelector("[data-done]");
}

function pollOn(part) {
	// Less often while nothing is pending; with jitter, so that clients do not poll all at once after an outage.
	const every = () => Number(part.dataset.every || 15) * (part.querySelector("[data-calm]") ? 5000 : 1000);
	const next = () => { part.assayTimer = setTimeout(async () => {
		part.assayTimer = 0;
		if (document.hidden || await poll(part))
			next();
	}, every() * (0.9 + Math.random() / 5)); };
	if (!part.assayTimer)
		next();
}

/* ---- streams ---- */

function stream(part) {
	const source = new EventSource(part.dataset.stream);
	source.addEventListener(part.dataset.live, (event) => {
		clearTimeout(part.assayTimer);
		part.assayTimer = 0;
		waiting(part, "");
		put(part, event.data);
	});
	source.addEventListener("rows", (event) => {
		waiting(part, "");
		if (!change(part, JSON.parse(event.data)))
			poll(part);
	});
	source.addEventListener("error", () => {
		pollOn(part);
		// The browser reconnects by itself, except after an answer that is not a stream.
		if (source.readyState === EventSource.CLOSED && part.dataset.live === "board")
			setTimeout(() => stream(part), 30000 + Math.random() * 30000);
	});
	addEventListener("pagehide", () => source.close());
}

for (const part of document.querySelectorAll("[data-live]")) {
	mark(part);
	if (part.dataset.stream && window.EventSource)
		stream(part);
	else if (!part.querySelector("[data-done]"))
		pollOn(part);
}
