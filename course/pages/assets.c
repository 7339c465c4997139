/* SPDX-License-Identifier: MIT */
/* The files of assets/, beside those of every site. */
#include <assay/base/keeper.h>
#include <assay/course/pages.h>

AS_EMBED(course_asset_course, ASSAY_ASSETS_PATH "/course.css");
AS_EMBED(course_asset_count, ASSAY_ASSETS_PATH "/count.js");

#define QUOTED(digest) "\"" digest "\""

static const struct as_site_asset assets[] = {
	{"/assets/course.css", "text/css; charset=utf-8", course_asset_course, COURSE_SIZE,
		QUOTED(COURSE_DIGEST)},
	{"/assets/count.js", "text/javascript; charset=utf-8", course_asset_count, COUNT_SIZE,
		QUOTED(COUNT_DIGEST)},
};

const struct as_site_assets as_course_assets = {assets, sizeof assets / sizeof *assets};
