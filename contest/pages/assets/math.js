// SPDX-License-Identifier: MIT
// Formulas by KaTeX, in place of what the server wrote of them. One that KaTeX refuses stays as it is.

/* global katex */

function write(formula) {
	const made = document.createElement("span");
	try {
		katex.render(formula.dataset.tex, made, {
			displayMode: formula.classList.contains("display"),
			throwOnError: true,
			trust: false,
			strict: "ignore",
			maxSize: 20,
			maxExpand: 1000,
		});
	} catch {
		return;
	}
	formula.classList.add("katex-made");
	formula.replaceChildren(made);
}

if (window.katex)
	for (const formula of document.querySelectorAll(".tex[data-tex]"))
		write(formula);
