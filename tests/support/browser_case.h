/* SPDX-License-Identifier: MIT */
/* Pages in a real browser without a network: the document that the browser makes of a page, and
 * measurements of its layout in light and dark in windows of any width. */
#ifndef ASSAY_TESTS_BROWSER_CASE_H
#define ASSAY_TESTS_BROWSER_CASE_H

#include "command.h"

#define BROWSER "/usr/bin/chromium"

static inline void need_browser(void)
{
	NEED(access(BROWSER, X_OK) == 0, "chromium",
		"Chromium is not installed: `sudo apt-get install chromium`");
}

/* Prints the document after a browser 1,600 px wide loaded it, and its complaints on standard
 * error. */
static inline struct outcome open_page(const char *path, bool dark)
{
	AS_AUTO_FREE char *url = as_text_format(NULL, "file://%s/%s", here, path);
	AS_AUTO_FREE char *profile = as_text_format(NULL, "--user-data-dir=%s/profile", here);

	return command_run((const char *const[]){BROWSER, "--headless", "--no-sandbox",
		"--disable-gpu", "--disable-dev-shm-usage", "--proxy-server=127.0.0.1:1",
		"--enable-logging=stderr", "--v=0", "--virtual-time-budget=4000",
		"--window-size=1600,1200", profile,
		dark ? "--blink-settings=preferredColorScheme=0"
		     : "--blink-settings=preferredColorScheme=1",
		"--dump-dom", url, NULL});
}

/* Replaces the policy of the page, and adds a script that writes a measurement into its title. */
static inline void put_measured(const char *path, size_t number, const char *measure)
{
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, path, 1 << 24, &page, NULL), 0, "%s", path);
	const char *policy = strstr(page.data, "<meta http-equiv");
	const char *end = strstr(page.data, "</body>");

	cr_assert(policy && end);
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"%.*s%.*s<script>addEventListener('load', () => {"
		" for (const d of document.querySelectorAll('details')) d.open = true;"
		" setTimeout(() => { %s parent.postMessage([%zu, document.title], '*'); }, 100); "
		"});"
		"</script>%s",
		(int)(policy - page.data), page.data, (int)(end - strchr(policy, '>') - 1),
		strchr(policy, '>') + 1, measure, number, end);
	AS_AUTO_FREE char *name = as_text_format(NULL, "measured%zu.html", number);
	put(name, text);
}

/* Measures pages in one window. A window has at least 500 pixels; a frame inside has any number. */
static inline void expect_measured(const char *const *paths, size_t count, unsigned width,
	bool dark, const char *measure, const char *expected)
{
	AS_AUTO_FREE char *frames = NULL;
	AS_AUTO_FREE char *wanted = strdup("<title>");

	for (size_t i = 0; i < count; i++) {
		AS_AUTO_FREE char *before = as_steal(frames);
		AS_AUTO_FREE char *shorter = as_steal(wanted);
		put_measured(paths[i], i, measure);
		frames = as_text_format(NULL,
			"%s<iframe src=\"measured%zu.html\" width=\"%u\" height=\"900\"></iframe>",
			before ? before : "", i, width);
		wanted = as_text_format(NULL, "%s%zu: %s. ", shorter, i, expected);
	}
	AS_AUTO_FREE char *frame = as_text_format(NULL,
		"<meta name=\"color-scheme\" content=\"light dark\"><script>const all = [];"
		"onmessage = e => { all[e.data[0]] = e.data[0] + ': ' + e.data[1] + '.';"
		" document.title = all.join(' ') + ' all'; };</script>%s",
		frames);
	put("frame.html", frame);
	AUTO_OUTCOME page = open_page("frame.html", dark);
	const char *title = page.out.data ? strstr(page.out.data, "<title>") : NULL;
	cr_expect(title && strncmp(title, wanted, strlen(wanted)) == 0, "%u px: %.3000s", width,
		title ? title : page.err.data);
}

/* The contrast of every text with its background, as WCAG 2.1 defines it. */
#define CONTRAST                                                                                   \
	"const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);"                              \
	"const light = ([r, g, b]) => [r, g, b].map(v => { v /= 255;"                              \
	" return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; })"                        \
	" .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);"                              \
	"const behind = e => { for (; e; e = e.parentElement) {"                                   \
	" const c = parse(getComputedStyle(e).backgroundColor);"                                   \
	" if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };"                  \
	"let count = 0, bad = new Set();"                                                          \
	"const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);"             \
	"while (walk.nextNode()) { const e = walk.currentNode.parentElement;"                      \
	" if (!walk.currentNode.data.trim() || !e.getClientRects().length || e.tagName === "       \
	"'SCRIPT')"                                                                                \
	"  continue;"                                                                              \
	" const s = getComputedStyle(e), a = light(parse(s.color)), b = light(behind(e));"         \
	" const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05); count++;"                 \
	" if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2)); }"     \
	"const dark = light(parse(getComputedStyle(document.body).backgroundColor)) < .1;"         \
	"document.title = [count > 20, dark, ...bad].join(' ');"

/* Every control and every scrollable part can be reached with the keyboard, and has a name. */
#define KEYBOARD                                                                                   \
	"const said = [];"                                                                         \
	"for (const e of document.querySelectorAll('*')) { const s = getComputedStyle(e);"         \
	" if (!/auto|scroll/.test(s.overflowX + s.overflowY)) continue;"                           \
	" if (e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight) continue;"       \
	" if (e.tabIndex !== 0) said.push('scrolls: ' + e.tagName + '.' + e.className); }"         \
	"for (const e of document.querySelectorAll('[role=region]'))"                              \
	" if (!e.getAttribute('aria-label')) said.push('no name: ' + e.className);"                \
	"for (const e of document.querySelectorAll('a,button,input,select,summary,[tabindex]')) {" \
	" if (!e.getClientRects().length) continue; e.focus({focusVisible: true});"                \
	" if (document.activeElement !== e) said.push('no focus: ' + e.outerHTML.slice(0, 60));"   \
	" else if (getComputedStyle(e).outlineStyle === 'none')"                                   \
	"  said.push('focus is not seen: ' + e.outerHTML.slice(0, 60)); }"                         \
	"for (const e of document.querySelectorAll('input,select'))"                               \
	" if (!e.labels.length) said.push('no label: ' + e.id);"                                   \
	"const headings = [...document.querySelectorAll('h1,h2,h3,h4')].map(e => +e.tagName[1]);"  \
	"if (headings[0] !== 1 || headings.some((h, i) => i && h > headings[i - 1] + 1))"          \
	" said.push('headings ' + headings);"                                                      \
	"if (document.querySelectorAll('[tabindex]:not([tabindex=\"0\"])').length)"                \
	" said.push('an order of its own');" /* The page is never wider than the window: only what \
						is scrolled by itself may be. */                   \
	"if (document.documentElement.scrollWidth > innerWidth)"                                   \
	" said.push(document.documentElement.scrollWidth + ' px in a window of ' + innerWidth);"   \
	"document.title = said.join('; ') || 'all';"

#endif
