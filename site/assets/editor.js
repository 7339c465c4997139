// SPDX-License-Identifier: MIT
// The editor of the form to submit: CodeMirror over the plain field, which keeps the text.

/* global CodeMirror */

const form = document.getElementById("submit");
const source = form?.elements.source;

// Mode scripts are loaded when a language is chosen, one after another.
const loaded = new Map();

function load(address) {
	if (!loaded.has(address))
		loaded.set(address, new Promise((done) => {
			const script = document.createElement("script");
			script.src = address;
			script.onload = done;
			script.onerror = done;
			document.head.append(script);
		}));
	return loaded.get(address);
}

async function choose(editor, option) {
	for (const address of (option?.dataset.mode || "").split(" ").filter(Boolean))
		await load(address);
	editor.setOption("mode", option?.dataset.mime || null);
}

if (form && source && window.CodeMirror) {
	const editor = CodeMirror.fromTextArea(source, {
		theme: "assay", lineNumbers: true, indentUnit: 4, tabSize: 8, indentWithTabs: true, viewportMargin: 50,
		// For keyboard users: Escape first, then Tab leaves the field.
		extraKeys: { Esc: (one) => one.getInputField().blur() },
	});
	const { file, language } = form.elements;
	editor.getInputField().setAttribute("aria-label", "Source code");
	editor.on("change", () => editor.save());
	const show = () => choose(editor, language.selectedOptions[0]);
	language.addEventListener("change", show);
	form.addEventListener("assay:language", show);
	file.addEventListener("change", () => {
		editor.setOption("readOnly", file.files.length > 0);
		editor.getWrapperElement().classList.toggle("off", file.files.length > 0);
	});
	show();
}
