/* SPDX-License-Identifier: MIT */
#include <assay/html.h>

#include <sodium.h>
#include <string.h>

/* ---- the beginning ---- */

/* "'sha256-...'", the source expression of a style or a script. */
static void write_hash(FILE *out, const char *text)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char base64[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];

	crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
	sodium_bin2base64(base64, sizeof base64, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
	fprintf(out, "'sha256-%s'", base64);
}

void as_html_begin(FILE *out, const struct as_html_page *page)
{
	fputs("<!DOCTYPE html>\n<html lang=\"", out);
	as_html_text(out, page->language ? page->language : "en");
	fputs("\"><head><meta charset=\"utf-8\">" AS_HTML_MARK
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "base-uri 'none'; form-action 'none'; style-src ",
		out);
	write_hash(out, page->style);
	if (page->script) {
		fputs("; script-src ", out);
		write_hash(out, page->script);
	}
	fprintf(out, "%s\"><title>", page->has_pictures ? "; img-src data:" : "");
	as_html_untrusted(
		out, page->title, strlen(page->title), AS_HTML_MAX_NAME, AS_HTML_ATTRIBUTE);
	fprintf(out, "</title><style>%s</style></head><body>", page->style);
}

/* ---- the end ---- */

void as_html_end(FILE *out, const struct as_html_page *page)
{
	if (page->script)
		fprintf(out, "<script>%s</script>", page->script);
	fputs("</body></html>\n", out);
}
