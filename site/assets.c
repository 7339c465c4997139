/* SPDX-License-Identifier: MIT */
/* The files of assets/, embedded as bytes. The build computes size and digest of each. */
#include <assay/base/keeper.h>
#include <assay/site/page.h>

#define CARRY(name, file) AS_EMBED(site_asset_##name, ASSAY_ASSETS_PATH "/" file)

CARRY(style, "style.css");
CARRY(page, "page.js");
CARRY(live, "live.js");
CARRY(math, "math.js");
CARRY(submit, "submit.js");
CARRY(editor, "editor.js");
CARRY(fit, "fit.js");
CARRY(print, "print.css");
CARRY(icon, "icon.svg");

#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define QUOTED(digest) "\"" digest "\""

static const struct as_site_asset assets[] = {
	{"/assets/style.css", CSS, site_asset_style, STYLE_SIZE, QUOTED(STYLE_DIGEST)},
	{"/assets/page.js", SCRIPT, site_asset_page, PAGE_SIZE, QUOTED(PAGE_DIGEST)},
	{"/assets/live.js", SCRIPT, site_asset_live, LIVE_SIZE, QUOTED(LIVE_DIGEST)},
	{"/assets/math.js", SCRIPT, site_asset_math, MATH_SIZE, QUOTED(MATH_DIGEST)},
	{"/assets/submit.js", SCRIPT, site_asset_submit, SUBMIT_SIZE, QUOTED(SUBMIT_DIGEST)},
	{"/assets/editor.js", SCRIPT, site_asset_editor, EDITOR_SIZE, QUOTED(EDITOR_DIGEST)},
	{"/assets/fit.js", SCRIPT, site_asset_fit, FIT_SIZE, QUOTED(FIT_DIGEST)},
	{"/assets/print.css", CSS, site_asset_print, PRINT_SIZE, QUOTED(PRINT_DIGEST)},
	{"/assets/icon.svg", "image/svg+xml", site_asset_icon, ICON_SIZE, QUOTED(ICON_DIGEST)},
};

const struct as_site_assets as_site_common = {assets, sizeof assets / sizeof *assets};
