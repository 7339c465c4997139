/* SPDX-License-Identifier: MIT */
/* Pictures of the contest's folder, and colours of problems. */
#include "pictures.h"

#include <math.h>

/* Heights in pixels that are sharp on a screen of 4K. */
#define LOGO_HEIGHT 128
#define FLAG_HEIGHT 64
#define PHOTO_HEIGHT 720
#define BANNER_HEIGHT 256

/* ---- the choice among several sizes ---- */

static bool is_dark(const struct as_contest_file *file)
{
	for (char **tag = file->tags; tag && *tag; tag++)
		if (strcmp(*tag, "dark") == 0)
			return true;
	return false;
}

/* A drawing has every size. */
static uint64_t height_of(const struct as_contest_file *file, uint64_t wanted)
{
	return strcmp(file->mime, "image/svg+xml") == 0 ? wanted : file->height;
}

/* A picture for light backgrounds, then the smallest that is high enough, then the highest. */
static bool is_better(
	const struct as_contest_file *file, const struct as_contest_file *than, uint64_t wanted)
{
	const uint64_t own = height_of(file, wanted), other = height_of(than, wanted);

	if (is_dark(file) != is_dark(than))
		return is_dark(than);
	return other < wanted ? own > other : own >= wanted && own < other;
}

static const struct as_contest_file *choose(
	const struct as_contest_files *files, const char *property, uint64_t wanted)
{
	const struct as_contest_file *best = NULL;

	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].property, property) == 0 &&
			(!best || is_better(&files->items[i], best, wanted)))
			best = &files->items[i];
	return best;
}

static const struct as_contest_file *banner_of(const struct as_contest *contest)
{
	const struct as_contest_files *files = &contest->settings.files;
	const struct as_contest_file *banner = choose(files, "banner", BANNER_HEIGHT);

	return banner ? banner : choose(files, "logo", BANNER_HEIGHT);
}

static const struct as_contest_file *logo_of(const struct as_contest_organization *organization)
{
	return choose(&organization->files, "logo", LOGO_HEIGHT);
}

static const struct as_contest_file *flag_of(const struct as_contest_organization *organization)
{
	return choose(&organization->files, "country_flag", FLAG_HEIGHT);
}

/* Helpers and the jury. */
static bool sees_map(const struct as_contest_visit *visit)
{
	return page_is_jury(visit) || page_may_serve(visit, AS_CONTEST_BALLOON) ||
	       page_may_serve(visit, AS_CONTEST_STAFF);
}

const struct as_contest_file *as_contest_find_picture(
	const struct as_contest_visit *visit, const char *kind, const char *id)
{
	const struct as_contest *contest = page_contest(visit);

	if (!id && strcmp(kind, "map") == 0)
		return sees_map(visit) && as_contest_has_map(contest)
			       ? contest->settings.hall.map.items
			       : NULL;
	if (!id)
		return strcmp(kind, "banner") == 0 ? banner_of(contest) : NULL;
	if (strcmp(kind, "photo") == 0) {
		const size_t team = as_contest_log_find_team(visit->log, id);
		return team == AS_CONTEST_NONE ||
				       (as_contest_log_team_is_hidden(visit->log, team) &&
					       !page_is_jury(visit))
			       ? NULL
			       : choose(&as_contest_log_team(visit->log, team)->files, "photo",
					 PHOTO_HEIGHT);
	}
	const size_t organization = as_contest_find_organization(contest, id);
	if (organization == AS_CONTEST_NONE)
		return NULL;
	return strcmp(kind, "logo") == 0   ? logo_of(&contest->organizations[organization])
	       : strcmp(kind, "flag") == 0 ? flag_of(&contest->organizations[organization])
					   : NULL;
}

/* ---- elements ---- */

/* Beside a name, so it has no text of its own, unless `text` is not NULL. Loaded once it is near
 * the window, because a board can have hundreds. */
static void write_picture(
	FILE *out, const char *base, const char *kind, const char *id, const char *text)
{
	fprintf(out, "<img class=\"%s\" loading=\"lazy\" src=\"", kind);
	page_address(out, base, "/pictures/", kind);
	if (id)
		page_address(out, "", "/", id);
	fputs("\" alt=\"", out);
	page_attribute(out, text);
	fputs("\">", out);
}

bool page_has_logos(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->organization_count; i++)
		if (logo_of(&contest->organizations[i]))
			return true;
	return false;
}

/* A file has each picture once, in its style sheet: page_picture_styles. */
static void write_of_organization(FILE *out, const char *base, const struct as_contest *contest,
	const struct as_contest_organization *organization, const char *kind, const char *text)
{
	if (base) {
		write_picture(out, base, kind, organization->id, text);
		return;
	}
	fprintf(out, "<i class=\"%s %s%zu\"", kind, kind,
		(size_t)(organization - contest->organizations));
	if (text) {
		fputs(" role=\"img\" aria-label=\"", out);
		page_attribute(out, text);
		fputs("\"", out);
	}
	fputs("></i>", out);
}

void page_logo(FILE *out, const char *base, const struct as_contest *contest,
	const struct as_contest_team *team)
{
	if (team->organization != AS_CONTEST_NONE &&
		logo_of(&contest->organizations[team->organization]))
		write_of_organization(out, base, contest,
			&contest->organizations[team->organization], "logo", NULL);
}

void page_flag(FILE *out, const char *base, const struct as_contest *contest,
	const struct as_contest_organization *organization)
{
	if (flag_of(organization))
		write_of_organization(
			out, base, contest, organization, "flag", organization->country);
}

/* ---- in a file ---- */

/* A picture that cannot be read is left out, with a note. */
static int write_style(FILE *out, const struct as_contest *contest,
	const struct as_contest_file *file, const char *kind, size_t number,
	struct as_findings *notes, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *url = file ? as_contest_file_url(contest, file, &why) : NULL;

	if (url)
		fprintf(out, "i.%s%zu{background-image:url(%s)}", kind, number, url);
	return !file || url ? 0
			    : as_findings_add(notes, AS_FINDING_INFO, file->path, error,
				      "this picture is left out: %s", why.text);
}

int page_picture_styles(FILE *out, const struct as_contest *contest, struct as_findings *notes,
	struct as_error *error)
{
	fputs("i.logo,i.flag{display:inline-block;background:center/contain no-repeat}"
	      "i.flag{width:1.4em}i.banner0{display:block;height:110px;margin:0 0 "
	      "18px;background:left/contain no-repeat}",
		out);
	if (write_style(out, contest, banner_of(contest), "banner", 0, notes, error))
		return -1;
	for (size_t i = 0; i < contest->organization_count; i++) {
		const struct as_contest_organization *of = &contest->organizations[i];
		if (write_style(out, contest, logo_of(of), "logo", i, notes, error) ||
			write_style(out, contest, flag_of(of), "flag", i, notes, error))
			return -1;
	}
	return 0;
}

bool page_has_banner(const struct as_contest *contest)
{
	return banner_of(contest);
}

void page_photo(FILE *out, const char *base, const struct as_contest_team *team)
{
	if (choose(&team->files, "photo", PHOTO_HEIGHT))
		write_picture(out, base, "photo", team->id, NULL);
}

void page_banner(FILE *out, const struct as_contest_visit *visit)
{
	if (banner_of(page_contest(visit)))
		write_picture(out, visit->base, "banner", NULL, NULL);
}

/* ---- colours ---- */

/* Relative luminance of WCAG 2.1, 0 to 1. */
static double light_of(const char *rgb)
{
	static const double weights[] = {.2126, .7152, .0722};
	const size_t width = strlen(rgb) / 3;
	double sum = 0;

	for (size_t i = 0; i < 3; i++) {
		char part[3] = {rgb[1 + i * width], rgb[i * width + width], 0};
		const double value = (double)strtoul(part, NULL, 16) / 255;
		sum += weights[i] *
		       (value <= .03928 ? value / 12.92 : pow((value + .055) / 1.055, 2.4));
	}
	return sum;
}

void page_color(FILE *out, const struct as_contest_problem *problem)
{
	if (!page_has_color(problem)) {
		fputs("\">", out);
		return;
	}
	/* An attribute, because the policy forbids inline styles. Beyond a luminance of 0.179,
	 * black has more contrast than white. */
	fprintf(out, " %s\" bgcolor=\"%s\">", light_of(problem->rgb) > .179 ? "light" : "dark",
		problem->rgb);
}
