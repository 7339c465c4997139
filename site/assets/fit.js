// SPDX-License-Identifier: MIT
// Tables that are wider than the page scroll sideways and say so. A board that fits is not a scroll container, so its heading
// sticks to the window.

function fit(region) {
	const isWide = region.scrollWidth > region.clientWidth + 1;
	region.classList.toggle("wide", isWide);
	region.classList.toggle("fits", !isWide);
}

const sizes = new ResizeObserver((entries) => {
	for (const entry of entries)
		fit(entry.target.closest(".scroll"));
});

function watch(root) {
	for (const region of root.querySelectorAll(".scroll")) {
		sizes.observe(region);
		if (region.firstElementChild)
			sizes.observe(region.firstElementChild);
		fit(region);
	}
}

watch(document);
document.addEventListener("assay:live", (event) => watch(event.target));
