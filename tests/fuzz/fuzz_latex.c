/* SPDX-License-Identifier: MIT */
/*
 * A statement in LaTeX of any bytes. The HTML is well-formed UTF-8 and contains only these elements
 * and attributes. Every address is that of a file of the problem or has a known scheme.
 */
#include <latex.h>
#include <string.h>

#define MAX_DEPTH 256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
	if (!holds)
		abort();
}

static const char *find_address(const char *name, size_t size, void *context)
{
	(void)context;
	return size == 5 && memcmp(name, "x.png", 5) == 0 ? "/p/x.png" : NULL;
}

/* ---- tags ---- */

static bool begins(const char *text, const char *begin)
{
	return strncmp(text, begin, strlen(begin)) == 0;
}

/* The attributes of a tag, up to its end. */
static const char *read_attributes(const char *at)
{
	while (*at == ' ') {
		const char *quote = strchr(at, '"');
		const char *end = quote ? strchr(quote + 1, '"') : NULL;
		need(end);
		if (begins(at, " href=\""))
			need(strncasecmp(quote + 1, "http://", 7) == 0 ||
				strncasecmp(quote + 1, "https://", 8) == 0 ||
				strncasecmp(quote + 1, "mailto:", 7) == 0);
		else if (begins(at, " src=\""))
			need(begins(quote + 1, "/p/x.png\""));
		else
			need(begins(at, " class=\"") || begins(at, " data-tex=\"") ||
				begins(at, " alt=\"\"") || begins(at, " rel=\"noopener"));
		for (const char *inside = quote + 1; inside < end; inside++)
			need(*inside != '<' && *inside != '>');
		at = end + 1;
	}
	need(*at == '>');
	return at + 1;
}

struct nesting {
	char names[MAX_DEPTH][12];
	size_t depth;
};

static const char *read_tag(struct nesting *nesting, const char *at)
{
	static const char *const known[] = {"p", "h2", "h3", "ul", "ol", "li", "table", "tbody",
		"tr", "td", "pre", "code", "em", "strong", "del", "sup", "sub", "i", "span", "a",
		"small", "blockquote", "img"};
	const bool closes = at[1] == '/';
	const char *name = at + 1 + closes;
	const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz23");
	bool is_known = false;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		is_known |= strlen(known[i]) == length && memcmp(known[i], name, length) == 0;
	need(is_known);
	if (closes) {
		need(nesting->depth > 0);
		nesting->depth--;
		need(strlen(nesting->names[nesting->depth]) == length &&
			memcmp(nesting->names[nesting->depth], name, length) == 0);
		need(name[length] == '>');
		return name + length + 1;
	}
	if (memcmp(name, "img", 3) != 0) {
		need(nesting->depth < MAX_DEPTH);
		snprintf(nesting->names[nesting->depth++], sizeof(nesting->names[0]), "%.*s",
			(int)length, name);
	}
	return read_attributes(name + length);
}

static void check(const char *html, size_t size)
{
	struct nesting nesting = {0};

	need(strlen(html) == size && as_text_is_utf8(html, size));
	for (const char *at = html; *at;) {
		need((unsigned char)*at >= ' ' || *at == '\n' || *at == '\t');
		need(*at != '>');
		at = *at == '<' ? read_tag(&nesting, at) : at + 1;
	}
	need(nesting.depth == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct statement_links links = {.address = find_address};
	char *html = NULL;
	size_t length;
	FILE *out = open_memstream(&html, &length);

	if (!out)
		return 0;
	statement_latex(out, (const char *)data, size, &links);
	AS_AUTO_FREE char *closed = as_text_close(out, &html, NULL);
	if (closed)
		check(closed, length);
	return 0;
}
