/* SPDX-License-Identifier: MIT */
#include "similar_case.h"

#include <ctype.h>

#define ONE                                                                                        \
	"int sum(const int *v, int n) {\n\tint s = 0;\n\tfor (int i = 0; i < n; i++) s += "        \
	"v[i];\n\treturn s;\n}\n"

static const struct as_similar_file plain = {"a.c", AS_SIMILAR_C, ONE, sizeof ONE - 1};

/* The view of a pair of these, of which the first has lines 2 to 4 of the second's 1 to 3. */
static char *view(const struct as_similar_file *one, const struct as_similar_file *other)
{
	struct as_similar_region regions[] = {{{{0, 2, 4}, {0, 1, 3}}, 30}};
	const struct as_similar_pair pair = {{{.share = 8705, .matched = 30, .counted = 34},
						     {.share = 500, .matched = 30, .counted = 600}},
		regions, 1};
	const struct as_similar_source sources[2] = {{"Ann <b>", one, 1}, {"B & C", other, 1}};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	cr_assert(out);
	as_similar_view(out, "p7", &pair, sources);
	cr_assert(fclose(out) == 0 && strlen(text) == size);
	return text;
}

/* Every < begins one of the view's own elements, and all of them end in order. */
static void expect_own_elements(const char *html)
{
	static const char own[] = " div section h3 p table caption tbody tr td th a code ";
	char open[20][16];
	size_t depth = 0;
	for (const char *at = strchr(html, '<'); at; at = strchr(at + 1, '<')) {
		const bool ends = at[1] == '/';
		char name[16] = " ";
		size_t length = 1;
		for (const char *c = at + 1 + ends; isalnum((unsigned char)*c) && length < 14; c++)
			name[length++] = *c;
		strcpy(name + length, " ");
		cr_assert(strstr(own, name), "<%s", name);
		if (!ends) {
			cr_assert_lt(depth, 20);
			strcpy(open[depth++], name);
			continue;
		}
		cr_assert(depth > 0 && strcmp(open[--depth], name) == 0, "</%s", name);
	}
	cr_expect_eq(depth, 0);
}

static void expect_has(const char *html, const char *part)
{
	cr_expect(strstr(html, part), "no '%s' in: %s", part, html);
}

Test(similar_view, passages_are_marked_and_linked)
{
	AS_AUTO_FREE char *html = view(&plain, &plain);
	expect_own_elements(html);
	expect_has(html,
		"<h3>Ann &#60;b&#62;</h3><p>87.05 %: 30 of 34 counted tokens are similar</p>");
	expect_has(html, "<h3>B &#38; C</h3><p>5.00 %: 30 of 600 counted tokens are similar</p>");
	expect_has(html, "<tr><td></td><th scope=\"row\">1</th><td><code>int sum(");
	expect_has(html,
		"<tr class=\"s0\"><td><a id=\"p7-0-1\" href=\"#p7-1-1\" title=\"Passage 1 on "
		"the other side\">1</a></td><th scope=\"row\">2</th><td><code>\tint s = "
		"0;</code></td></tr>\n<tr class=\"s0\"><td></td><th scope=\"row\">3");
	expect_has(html,
		"<tr><td></td><th scope=\"row\">5</th><td><code>}</code></td></tr>\n</tbody>");
	expect_has(html, "<tr class=\"s0\"><td><a id=\"p7-1-1\" href=\"#p7-0-1\"");
	cr_expect_null(strstr(html, "style="));
}

Test(similar_view, what_a_submission_says_is_text)
{
	static const char hostile[] = "</code><script>alert('1')</script>\r\n<img src=x "
				      "onerror=\"a\">&amp;\r\x1b[2J\0\xff\n"
				      "\xe2\x80\xae\xe2\x81\xa6 \xe2\x80\xa6 \xc3\xa4 \xe9\n<!--";
	const struct as_similar_file file = {
		"\"><script>\n.c", AS_SIMILAR_C, hostile, sizeof hostile - 1};
	AS_AUTO_FREE char *html = view(&file, &plain);
	expect_own_elements(html);
	expect_has(html, "<caption>&#34;&#62;&#60;script&#62;\\x0A.c</caption>");
	expect_has(html, "<code>&#60;/code&#62;&#60;script&#62;alert(&#39;1&#39;)");
	expect_has(html, "&#38;amp;</code></td></tr>\n");
	expect_has(html, "<th scope=\"row\">3</th><td><code>\\x1B[2J\\x00\\xFF</code>");
	expect_has(html, "<code>\\xE2\\x80\\xAE\\xE2\\x81\\xA6 \xe2\x80\xa6 \xc3\xa4 \\xE9</code>");
	expect_has(html, "<th scope=\"row\">5</th><td><code>&#60;!--</code>");
	for (const char *at = html; *at; at++)
		cr_assert((unsigned char)*at >= ' ' || *at == '\n' || *at == '\t');
}

Test(similar_view, long_lines_are_cut_between_characters)
{
	char text[3 * AS_SIMILAR_VIEW_BYTES];
	const struct as_similar_file file = {"a.c", AS_SIMILAR_C, text, sizeof text};
	memset(text, 'x', sizeof text);
	memcpy(text + AS_SIMILAR_VIEW_BYTES - 1, "\xe2\x80\xa6", 3);
	AS_AUTO_FREE char *html = view(&file, &plain);
	expect_has(html, "xxx ... (2001 more bytes)</code>");
	cr_expect_null(strstr(html, "\\x"));
	memset(text, '\x80', sizeof text);
	AS_AUTO_FREE char *junk = view(&file, &plain);
	expect_has(junk, "\\x80\\x80 ... (2003 more bytes)</code>");
}

Test(similar_view, long_files_are_cut)
{
	char text[AS_SIMILAR_VIEW_LINES + 10];
	const struct as_similar_file file = {"a.c", AS_SIMILAR_C, text, sizeof text};
	memset(text, '\n', sizeof text);
	AS_AUTO_FREE char *html = view(&file, &plain);
	expect_own_elements(html);
	expect_has(html, "<th scope=\"row\">5000</th>");
	cr_expect_null(strstr(html, "<th scope=\"row\">5001</th>"));
	expect_has(html, "<p>10 more bytes of this file are not shown.</p>");
}

Test(similar_view, files_without_passages_are_not_shown)
{
	struct as_similar_region regions[] = {{{{1, 1, 2}, {0, 1, 2}}, 30}};
	const struct as_similar_pair pair = {.regions = regions, .region_count = 1};
	const struct as_similar_file files[] = {
		{"without.c", AS_SIMILAR_C, "x", 1}, {"with.c", AS_SIMILAR_C, "y\nz", 3}};
	const struct as_similar_source sources[2] = {{"a", files, 2}, {"b", &plain, 1}};
	AS_AUTO_FREE char *html = NULL;
	size_t size;
	FILE *out = open_memstream(&html, &size);
	as_similar_view(out, "p", &pair, sources);
	fclose(out);
	expect_has(html, "<caption>with.c</caption>");
	cr_expect_null(strstr(html, "without.c"));
}
