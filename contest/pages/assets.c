/* SPDX-License-Identifier: MIT */
/* The files of assets/, embedded as bytes, beside those of every site. The build computes size and
 * digest of each. */
#include <assay/base/keeper.h>
#include <assay/contest/pages.h>

#define CARRY(name, file) AS_EMBED(contest_asset_##name, ASSAY_ASSETS_PATH "/" file)

CARRY(notify, "notify.js");
CARRY(board, "board.js");
CARRY(resolve, "resolve.js");
CARRY(ceremony, "ceremony.css");
CARRY(hall, "hall.css");
CARRY(helpers, "helpers.css");
CARRY(jury, "jury.css");
CARRY(screen, "screen.js");

#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define QUOTED(digest) "\"" digest "\""

static const struct as_site_asset assets[] = {
	{"/assets/notify.js", SCRIPT, contest_asset_notify, NOTIFY_SIZE, QUOTED(NOTIFY_DIGEST)},
	{"/assets/board.js", SCRIPT, contest_asset_board, BOARD_SIZE, QUOTED(BOARD_DIGEST)},
	{"/assets/resolve.js", SCRIPT, contest_asset_resolve, RESOLVE_SIZE, QUOTED(RESOLVE_DIGEST)},
	{"/assets/ceremony.css", CSS, contest_asset_ceremony, CEREMONY_SIZE,
		QUOTED(CEREMONY_DIGEST)},
	{"/assets/hall.css", CSS, contest_asset_hall, HALL_SIZE, QUOTED(HALL_DIGEST)},
	{"/assets/helpers.css", CSS, contest_asset_helpers, HELPERS_SIZE, QUOTED(HELPERS_DIGEST)},
	{"/assets/jury.css", CSS, contest_asset_jury, JURY_SIZE, QUOTED(JURY_DIGEST)},
	{"/assets/screen.js", SCRIPT, contest_asset_screen, SCREEN_SIZE, QUOTED(SCREEN_DIGEST)},
};

const struct as_site_assets as_contest_assets = {assets, sizeof assets / sizeof *assets};
