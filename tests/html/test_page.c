/* SPDX-License-Identifier: MIT */
/* The frame of a page: its title and its content policy. */
#include <assay/html.h>
#include <criterion/criterion.h>
#include <string.h>

static char *make(const struct as_html_page *page)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(out);
	as_html_begin(out, page);
	as_html_end(out, page);
	char *closed = as_text_close(out, &text, NULL);
	cr_assert_not_null(closed);
	return closed;
}

Test(page, the_policy_names_the_style_and_the_script_by_their_hashes)
{
	/* echo -n 'b{color:red}' | openssl dgst -sha256 -binary | base64; the same of 'let a;'. */
	static const char policy[] =
		"content=\"default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
		"'sha256-ypIZpeWh67Lh3q46jpjGW7VCAJpmEqcFe8Dl5B2rXQU='; script-src "
		"'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='\"";
	const struct as_html_page page = {
		.title = "t", .style = "b{color:red}", .script = "let a;"};
	AS_AUTO_FREE char *text = make(&page);

	cr_expect_not_null(strstr(text, policy), "%s", text);
	cr_expect_not_null(strstr(text, "<style>b{color:red}</style>"));
	cr_expect_not_null(strstr(text, "<script>let a;</script></body></html>\n"));
	const char *mark = strstr(text, AS_HTML_MARK);
	cr_expect(mark && mark < text + 200);
}

Test(page, a_page_without_a_script_permits_none)
{
	const struct as_html_page page = {.title = "t", .style = "b{color:red}"};
	AS_AUTO_FREE char *text = make(&page);

	cr_expect_null(strstr(text, "script"));
	cr_expect_not_null(strstr(text, "default-src 'none'"));
}

Test(page, a_hostile_title_stays_a_title)
{
	const struct as_html_page page = {.title = "</title><script>\n\xff", .style = "b{}"};
	AS_AUTO_FREE char *text = make(&page);

	cr_expect_not_null(
		strstr(text, "<title>&lt;/title&gt;&lt;script&gt;\\x0A\\xFF</title>"), "%s", text);
}
