// SPDX-License-Identifier: MIT
// Renders formulas with KaTeX instead of the server's HTML, which stays if KaTeX fails.

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
