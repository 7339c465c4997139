/* SPDX-License-Identifier: MIT */
#include "cards.h"

#include <assay/html.h>
#include <string.h>

void card_add(struct card *card, const char *name, const char *text, bool is_code)
{
	if (text && card->count < CARD_MAX_LINES)
		card->lines[card->count++] =
			(struct card_line){.name = name, .text = text, .is_code = is_code};
}

void card_add_password(struct card *card, const char *password, bool is_hash)
{
	const bool is_shown = password && !is_hash;

	card_add(card, "Password",
		is_shown   ? password
		: password ? "only its hash is stored"
			   : "none",
		is_shown);
}

/* ---- text ---- */

void card_print_line(const char *name, const char *text)
{
	char small[16];
	size_t length = 0;

	for (; name[length] && length + 1 < sizeof(small); length++)
		small[length] = name[length] >= 'A' && name[length] <= 'Z'
					? (char)(name[length] - 'A' + 'a')
					: name[length];
	small[length] = '\0';
	printf("  %-9s ", small);
	cli_print_text(text, strlen(text));
	putchar('\n');
}

void card_print_cut(void)
{
	puts("- - - - - - - - - - - - - - - - - - - - - - - - - - - - - -");
}

void card_print(const struct card *card)
{
	cli_print_text(card->title, strlen(card->title));
	putchar('\n');
	for (size_t i = 0; i < card->count; i++)
		card_print_line(card->lines[i].name, card->lines[i].text);
	card_print_cut();
}

/* ---- a page ---- */

static const char style[] = AS_HTML_STYLE_BASE AS_HTML_STYLE_PARTS
	".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:12px;"
	"margin:20px 0 0}"
	".card{padding:12px 14px;break-inside:avoid}"
	".card h2{margin:0 0 6px;overflow-wrap:anywhere}"
	"dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0}"
	"dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}"
	"@media print{:root{--bg:#fff;--card:#fff;--ink:#000;--dim:#444;--line:#888}"
	".jury{break-before:page}"
	".head{display:none}main{padding:0}.cards{grid-template-columns:1fr 1fr;margin:0}"
	".card{border-style:dashed;border-radius:0}}"
	".label h2{font-size:1.5rem}.label b{font-size:2.6rem;line-height:1}"
	".label dl{font-size:1.2rem}"
	"svg.source{position:absolute;width:0;height:0}svg.map{display:block;width:100%;margin-top:"
	"8px}"
	"svg.map circle{fill:#a3211a}svg.map text{fill:#fff;font-weight:700;text-anchor:middle;"
	"dominant-baseline:central}";

void card_write_term(FILE *out, const char *name, const char *text, bool is_code)
{
	fprintf(out, "<dt>%s</dt><dd%s>", name, is_code ? " class=\"mono\"" : "");
	as_html_name(out, text);
	fputs("</dd>", out);
}

void card_write(FILE *out, const struct card *card)
{
	fputs("<section class=\"card\"><h2>", out);
	as_html_name(out, card->title);
	fputs("</h2><dl>", out);
	for (size_t i = 0; i < card->count; i++)
		card_write_term(
			out, card->lines[i].name, card->lines[i].text, card->lines[i].is_code);
	fputs("</dl></section>\n", out);
}

char *cards_page(const char *title, void (*write)(FILE *out, const void *context),
	const void *context, struct as_error *error)
{
	const struct as_html_page page = {.title = title, .style = style};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	as_html_begin(out, &page);
	fputs("<main><div class=\"head\"><h1>", out);
	as_html_name(out, title);
	fputs("</h1></div>", out);
	write(out, context);
	fputs("</main>", out);
	as_html_end(out, &page);
	return as_text_close(out, &text, error);
}
