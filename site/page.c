/* SPDX-License-Identifier: MIT */
#include <assay/site/page.h>

#include <assay/html.h>
#include <string.h>

static const struct as_site_asset *find_asset(const struct as_site_assets *assets, const char *path)
{
	for (size_t i = 0; i < assets->count; i++)
		if (strcmp(assets->items[i].path, path) == 0)
			return &assets->items[i];
	return NULL;
}

const struct as_site_asset *as_site_asset_find(
	const struct as_site_assets *assets, const char *path)
{
	const struct as_site_asset *own = find_asset(assets, path);

	return own ? own : find_asset(&as_site_common, path);
}

bool as_site_page_asset(
	FILE *out, const char *base, const struct as_site_assets *assets, const char *name)
{
	char path[80];

	snprintf(path, sizeof path, "/assets/%s", name);
	const struct as_site_asset *asset = as_site_asset_find(assets, path);
	if (!asset)
		return false;
	as_html_text(out, base);
	as_html_text(out, path);
	fprintf(out, "?v=%.12s", asset->etag + 1);
	return true;
}

void as_site_page_script(
	FILE *out, const char *base, const struct as_site_assets *assets, const char *name)
{
	fputs("<script type=\"module\" src=\"", out);
	as_site_page_asset(out, base, assets, name);
	fputs("\"></script>", out);
}

void as_site_page_head(FILE *out, const char *base, const struct as_site_assets *assets)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">" AS_HTML_MARK
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
	      "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" "
	      "href=\"",
		out);
	as_site_page_asset(out, base, assets, "style.css");
	fputs("\"><link rel=\"icon\" type=\"image/svg+xml\" href=\"", out);
	as_site_page_asset(out, base, assets, "icon.svg");
	fputs("\">", out);
}

const char *as_site_status_title(int status)
{
	switch (status) {
	case 400:
		return "Bad request";
	case 401:
		return "Log in first";
	case 403:
		return "Not permitted";
	case 404:
		return "Not found";
	case 405:
		return "Not possible here";
	case 409:
		return "Not possible now";
	case 413:
		return "Too large";
	case 429:
		return "Too many requests";
	case 503:
		return "Not available";
	default:
		return status >= 500 ? "The server failed" : "Not possible";
	}
}
