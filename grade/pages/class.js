'use strict';
/* The teacher's table: sorted by a column's heading, filtered by words and by a trait. A row that is
   filtered out is hidden in the matrices, too. */
(() => {
	const table = document.getElementById('table');
	if (!table)
		return;
	const body = table.tBodies[0];
	const find = document.getElementById('find');
	const show = document.getElementById('show');
	const count = document.getElementById('count');
	const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'});
	/* "Zoé" is found by "zoe". */
	const plain = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const people = [...body.rows].map(row => ({
		row,
		text: plain(row.cells[0].textContent),
		traits: row.dataset.traits.split(' '),
		others: [...document.querySelectorAll(
			`table.matrix tr[data-person="${row.dataset.person}"]`)],
	}));

	const filter = () => {
		const words = plain(find.value).split(/\s+/);
		let shown = 0;
		for (const person of people) {
			const hidden = !words.every(word => person.text.includes(word)) ||
				(show.value !== '' && !person.traits.includes(show.value));
			for (const row of [person.row, ...person.others])
				row.hidden = hidden;
			shown += !hidden;
		}
		count.value = `${shown} of ${people.length} shown`;
	};

	const value = (row, column) => row.cells[column].dataset.value;
	const compare = column => (a, b) => column === 0
		? collator.compare(a.row.cells[0].textContent, b.row.cells[0].textContent)
		: value(a.row, column) - value(b.row, column);
	const sort = (heading, column) => {
		/* Names begin with A, and marks with the best. */
		const first = column === 0 ? 'ascending' : 'descending';
		const other = column === 0 ? 'descending' : 'ascending';
		const order = heading.getAttribute('aria-sort') === first ? other : first;
		for (const one of table.tHead.rows[0].cells)
			one.setAttribute('aria-sort', one === heading ? order : 'none');
		const sign = order === 'ascending' ? 1 : -1;
		const by = compare(column);
		const sorted = [...people].sort((a, b) => sign * by(a, b));
		body.append(...sorted.map(person => person.row));
	};

	for (const [column, heading] of [...table.tHead.rows[0].cells].entries()) {
		const button = heading.querySelector('button');
		button.disabled = false;
		button.addEventListener('click', () => sort(heading, column));
	}
	find.addEventListener('input', filter);
	show.addEventListener('change', filter);
	document.getElementById('controls').hidden = false;
	filter();
})();
