/* SPDX-License-Identifier: MIT */
/* The files of assets/, embedded as bytes. The build computes size and digest of each. */
#include <assay/base/keeper.h>
#include <assay/contest/pages.h>

#define CARRY(name, file) AS_EMBED(contest_asset_##name, ASSAY_ASSETS_PATH "/" file)

CARRY(style, "style.css");
CARRY(page, "page.js");
CARRY(notify, "notify.js");
CARRY(live, "live.js");
CARRY(board, "board.js");
CARRY(math, "math.js");
CARRY(submit, "submit.js");
CARRY(editor, "editor.js");
CARRY(resolve, "resolve.js");
CARRY(ceremony, "ceremony.css");
CARRY(hall, "hall.css");
CARRY(helpers, "helpers.css");
CARRY(jury, "jury.css");
CARRY(print, "print.css");
CARRY(screen, "screen.js");
CARRY(fit, "fit.js");
CARRY(icon, "icon.svg");

#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define QUOTED(digest) "\"" digest "\""

static const struct as_site_asset assets[] = {
	{"/assets/style.css", CSS, contest_asset_style, STYLE_SIZE, QUOTED(STYLE_DIGEST)},
	{"/assets/page.js", SCRIPT, contest_asset_page, PAGE_SIZE, QUOTED(PAGE_DIGEST)},
	{"/assets/notify.js", SCRIPT, contest_asset_notify, NOTIFY_SIZE, QUOTED(NOTIFY_DIGEST)},
	{"/assets/live.js", SCRIPT, contest_asset_live, LIVE_SIZE, QUOTED(LIVE_DIGEST)},
	{"/assets/board.js", SCRIPT, contest_asset_board, BOARD_SIZE, QUOTED(BOARD_DIGEST)},
	{"/assets/math.js", SCRIPT, contest_asset_math, MATH_SIZE, QUOTED(MATH_DIGEST)},
	{"/assets/submit.js", SCRIPT, contest_asset_submit, SUBMIT_SIZE, QUOTED(SUBMIT_DIGEST)},
	{"/assets/editor.js", SCRIPT, contest_asset_editor, EDITOR_SIZE, QUOTED(EDITOR_DIGEST)},
	{"/assets/resolve.js", SCRIPT, contest_asset_resolve, RESOLVE_SIZE, QUOTED(RESOLVE_DIGEST)},
	{"/assets/ceremony.css", CSS, contest_asset_ceremony, CEREMONY_SIZE,
		QUOTED(CEREMONY_DIGEST)},
	{"/assets/hall.css", CSS, contest_asset_hall, HALL_SIZE, QUOTED(HALL_DIGEST)},
	{"/assets/helpers.css", CSS, contest_asset_helpers, HELPERS_SIZE, QUOTED(HELPERS_DIGEST)},
	{"/assets/jury.css", CSS, contest_asset_jury, JURY_SIZE, QUOTED(JURY_DIGEST)},
	{"/assets/print.css", CSS, contest_asset_print, PRINT_SIZE, QUOTED(PRINT_DIGEST)},
	{"/assets/screen.js", SCRIPT, contest_asset_screen, SCREEN_SIZE, QUOTED(SCREEN_DIGEST)},
	{"/assets/fit.js", SCRIPT, contest_asset_fit, FIT_SIZE, QUOTED(FIT_DIGEST)},
	{"/assets/icon.svg", "image/svg+xml", contest_asset_icon, ICON_SIZE, QUOTED(ICON_DIGEST)},
};

const struct as_site_assets as_contest_assets = {assets, sizeof assets / sizeof *assets};
