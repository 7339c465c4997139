// SPDX-License-Identifier: MIT
// The form to submit: detects the language by the file name, as the server does, and shows it.

const form = document.getElementById("submit");

function languageOf(select, name) {
	const dot = name.lastIndexOf(".");
	const ending = dot < 0 ? "" : name.slice(dot);
	return [...select.options].find((option) => (option.dataset.endings || "").split(" ").includes(ending) && ending);
}

if (form) {
	const { file, language, source } = form.elements;
	file.addEventListener("change", () => {
		const options = [...file.files].map((one) => languageOf(language, one.name)).filter(Boolean);
		if (options.length > 0 && !language.dataset.chosen)
			language.value = options[0].value;
		form.dispatchEvent(new CustomEvent("assay:language"));
		source.disabled = file.files.length > 0;
	});
	language.addEventListener("change", () => { language.dataset.chosen = "1"; });
	form.addEventListener("submit", (event) => {
		const pasted = file.files.length === 0;
		const problem = pasted && !source.value.trim() ? "Choose a file, or paste source code."
			: pasted && !language.value ? "Choose the language of the source code."
			: "";
		const said = form.querySelector("[role=alert]");
		said.textContent = problem;
		said.hidden = !problem;
		if (problem)
			event.preventDefault();
	});
	// Tab indents. For keyboard users: Escape first, then Tab leaves the field.
	let leaves = false;
	source.addEventListener("keydown", (event) => {
		if (event.key === "Escape") {
			leaves = true;
		} else if (event.key === "Tab" && !event.shiftKey && !leaves) {
			event.preventDefault();
			source.setRangeText("\t", source.selectionStart, source.selectionEnd, "end");
		} else if (event.key !== "Shift") {
			leaves = false;
		}
	});
}
