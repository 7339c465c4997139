/* SPDX-License-Identifier: MIT */
/*
 * Texts of strangers on a page: both halves of the input side by side, and each as a text, a name
 * and an attribute. The first byte contains the flags of the output check. For any bytes the page
 * is well-formed UTF-8 without control characters.
 */
#include <state.h>
#include <string.h>

#define MAX_DEPTH 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
	if (!holds)
		abort();
}

/* The open tags. */
struct nesting {
	char names[MAX_DEPTH][8];
	size_t depth;
};

/* Called at "<": a tag of the page itself. Returns the position after it. */
static const char *read_tag(struct nesting *nesting, const char *at)
{
	static const char *const known[] = {"p", "div", "table", "thead", "tbody", "tr", "th", "td",
		"code", "span", "mark", "pre", "bdi"};
	const bool closes = at[1] == '/';
	const char *name = at + 1 + closes, *end = strchr(at, '>');
	const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
	bool is_known = false;

	need(end && (name[length] == ' ' || name + length == end));
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		is_known |= strlen(known[i]) == length && memcmp(known[i], name, length) == 0;
	need(is_known);
	if (closes) {
		need(nesting->depth > 0);
		nesting->depth--;
		need(strlen(nesting->names[nesting->depth]) == length &&
			memcmp(nesting->names[nesting->depth], name, length) == 0);
	} else {
		need(nesting->depth < MAX_DEPTH);
		snprintf(nesting->names[nesting->depth++], sizeof(nesting->names[0]), "%.*s",
			(int)length, name);
	}
	return end + 1;
}

static void check_page(const char *page, size_t size)
{
	struct nesting nesting = {0};

	need(strlen(page) == size && as_text_is_utf8(page, size));
	for (const char *at = page; *at;) {
		need((unsigned char)*at >= ' ' || *at == '\n' || *at == '\t');
		need(*at != '>');
		at = *at == '<' ? read_tag(&nesting, at) : at + 1;
	}
	need(nesting.depth == 0);
}

static void write_all(FILE *out, const struct as_bytes sides[2], const struct as_check_flags *flags)
{
	as_page_write_diff(out, &sides[0], &sides[1], flags);
	for (int side = 0; side < 2; side++) {
		const struct as_bytes *bytes = &sides[side];
		as_page_write_text(out, bytes->data, bytes->size, bytes->size);
		for (enum as_html_kind kind = AS_HTML_LINE; kind <= AS_HTML_ATTRIBUTE; kind++) {
			const size_t max = bytes->size / 2;
			need(as_html_untrusted(out, bytes->data, bytes->size, SIZE_MAX, kind) ==
				bytes->size);
			need(as_html_untrusted(out, bytes->data, bytes->size, max, kind) <= max);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	const struct as_check_flags flags = {.case_sensitive = *data & 1,
		.space_change_sensitive = *data & 2,
		.absolute_tolerance = *data & 4 ? 0.01L : -1,
		.relative_tolerance = *data & 8 ? 0.01L : -1};
	const size_t half = (size - 1) / 2;
	const struct as_bytes sides[2] = {
		{(char *)data + 1, half}, {(char *)data + 1 + half, size - 1 - half}};
	char *page = NULL;
	size_t length;
	FILE *out = open_memstream(&page, &length);

	if (!out)
		return 0;
	write_all(out, sides, &flags);
	AS_AUTO_FREE char *closed = as_text_close(out, &page, NULL);
	if (closed)
		check_page(closed, length);
	return 0;
}
