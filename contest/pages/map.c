/* SPDX-License-Identifier: MIT */
/* The map of the room, with marks of teams. A drawing, because the policy forbids inline styles. */
#include "page.h"

#include <math.h>

/* Parts of the map's width. */
#define RADIUS 45
#define LETTERS 32

static const struct as_contest_file *map_of(const struct as_contest *contest)
{
	const struct as_contest_files *map = &contest->settings.hall.map;

	return map->count > 0 && map->items[0].width && map->items[0].height ? &map->items[0]
									     : NULL;
}

bool as_contest_has_map(const struct as_contest *contest)
{
	return map_of(contest);
}

/* The place of a team in pixels of the map; false: unknown, or outside. */
static bool find_spot(
	const struct as_contest *contest, const struct as_contest_team *team, double *x, double *y)
{
	const struct as_contest_file *map = map_of(contest);
	const json_t *location = json_object_get(team->more, "location");
	const json_t *across = json_object_get(location, "x"),
		     *down = json_object_get(location, "y");
	const double unit = contest->settings.hall.map_width > 0
				    ? (double)map->width / contest->settings.hall.map_width
				    : 1;

	if (!json_is_number(across) || !json_is_number(down))
		return false;
	*x = json_number_value(across) * unit;
	*y = json_number_value(down) * unit;
	return *x >= 0 && *y >= 0 && *x <= (double)map->width && *y <= (double)map->height;
}

static void write_mark(FILE *out, const struct as_contest *contest,
	const struct as_contest_team *team, double x, double y)
{
	const double width = (double)map_of(contest)->width;

	fprintf(out,
		"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
		"font-size=\"%.1f\">",
		x, y, width / RADIUS, x, y, width / LETTERS);
	page_attribute(out, team->label);
	fputs("</text>", out);
}

size_t as_contest_write_map(FILE *out, const struct as_contest *contest, const char *address,
	const struct as_contest_team *const *teams, size_t count)
{
	const struct as_contest_file *map = map_of(contest);
	size_t marks = 0;
	double x, y;

	if (!map)
		return 0;
	fprintf(out,
		"<svg class=\"map\" viewBox=\"0 0 %" PRIu64 " %" PRIu64 "\" role=\"img\" "
		"aria-label=\"Map of the room\">",
		map->width, map->height);
	if (*address == '#')
		fputs("<use href=\"", out);
	else
		fprintf(out, "<image width=\"%" PRIu64 "\" height=\"%" PRIu64 "\" href=\"",
			map->width, map->height);
	as_html_text(out, address);
	fputs("\"/>", out);
	for (size_t i = 0; i < count; i++)
		if (find_spot(contest, teams[i], &x, &y)) {
			write_mark(out, contest, teams[i], x, y);
			marks++;
		}
	fputs("</svg>", out);
	return marks;
}

bool as_contest_is_on_map(const struct as_contest *contest, const struct as_contest_team *team)
{
	double x, y;

	return map_of(contest) && find_spot(contest, team, &x, &y);
}
