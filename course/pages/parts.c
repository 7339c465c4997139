/* SPDX-License-Identifier: MIT */
/* Common parts of pages, and what a visitor may see. */
#include "page.h"

#include <assay/grade/zone.h>
#include <time.h>

/* ---- the visitor ---- */

enum as_role as_course_visit_role(const struct as_course_visit *visit)
{
	const struct as_course_person *of =
		visit->person == AS_COURSE_NONE
			? NULL
			: as_course_log_member(visit->log, visit->person).of;

	return of ? of->of.role : AS_ROLE_STUDENT;
}

bool course_is_staff(const struct as_course_visit *visit)
{
	return as_course_visit_role(visit) != AS_ROLE_STUDENT;
}

bool course_may_mark(const struct as_course_visit *visit)
{
	const enum as_role role = as_course_visit_role(visit);

	return role == AS_ROLE_TEACHER || role == AS_ROLE_MARKER;
}

bool course_is_teacher(const struct as_course_visit *visit)
{
	return as_course_visit_role(visit) == AS_ROLE_TEACHER;
}

enum as_disclosure as_course_visit_disclosure(
	const struct as_course_visit *visit, size_t assignment)
{
	const struct as_course_assignment *of = as_course_log_task(visit->log, assignment).of;

	if (course_is_staff(visit))
		return AS_DISCLOSURE_ALL;
	if (!of)
		return AS_DISCLOSURE_NONE;
	const struct as_hand_in *rules = &of->scheme.hand_in;
	if (as_course_log_is_released(visit->log, assignment, visit->now_wall_ms))
		return rules->after_release;
	return visit->now_wall_ms > as_course_log_due_ms(visit->log, assignment, visit->person)
		       ? rules->after_due
		       : rules->at_once;
}

static enum as_class_stage stage_of(const struct as_course_visit *visit, size_t assignment)
{
	if (as_course_log_is_released(visit->log, assignment, visit->now_wall_ms))
		return AS_STAGE_PUBLISHED;
	return visit->now_wall_ms > as_course_log_due_ms(visit->log, assignment, visit->person)
		       ? AS_STAGE_AFTER_DUE
		       : AS_STAGE_BEFORE_DUE;
}

/* Marks are shown once they are released, and then as far as the scheme says. */
bool course_shows(const struct as_course_visit *visit, size_t assignment, size_t item)
{
	const struct as_course_assignment *of = as_course_log_task(visit->log, assignment).of;

	if (course_is_staff(visit))
		return true;
	if (!of || !as_course_log_is_released(visit->log, assignment, visit->now_wall_ms))
		return false;
	const enum as_class_stage stage = stage_of(visit, assignment);
	return item == SIZE_MAX ? as_marks_total_is_shown(&of->scheme, stage)
				: as_visibility_shows(of->scheme.items[item].visibility, stage);
}

/* ---- texts and addresses ---- */

void course_link(FILE *out, const struct as_course_visit *visit, const char *path, const char *part,
	const char *rest)
{
	fputs("<a href=\"", out);
	as_site_write_address(out, visit->base, path, part);
	if (rest)
		as_html_text(out, rest);
	fputs("\">", out);
}

void course_form(FILE *out, const struct as_course_visit *visit, const char *path, const char *kind)
{
	as_site_write_form(out, visit->base, path, visit->csrf, kind);
}

void course_name(FILE *out, const struct as_course_visit *visit, size_t person)
{
	if (person == AS_COURSE_NONE) {
		fputs(COURSE_DASH, out);
		return;
	}
	const struct as_course_member member = as_course_log_member(visit->log, person);
	as_html_name(out, member.of && member.of->of.name ? member.of->of.name
			  : member.of                     ? member.of->of.id
							  : member.key);
}

const char *course_title(const struct as_course_visit *visit, size_t assignment)
{
	const struct as_course_task task = as_course_log_task(visit->log, assignment);

	return task.of && task.of->scheme.title ? task.of->scheme.title : task.id;
}

/* ---- numbers ---- */

/* Moments are local times of the course, whatever zone the browser has. */
void course_moment(FILE *out, const struct as_course_visit *visit, int64_t wall_ms)
{
	const struct as_course *course = course_of(visit);
	const int64_t seconds = wall_ms / 1000 - (wall_ms % 1000 < 0);
	const int32_t offset_s = course->clock ? as_zone_offset(course->clock, seconds) : 0;
	const time_t local = (time_t)(seconds + offset_s);
	struct tm at;
	char text[40];

	if (!gmtime_r(&local, &at))
		return;
	strftime(text, sizeof(text), "%a %Y-%m-%d %H:%M", &at);
	fputs(text, out);
}

void course_left(FILE *out, const struct as_course_visit *visit, int64_t until_ms)
{
	const int64_t left_ms = until_ms - visit->now_wall_ms;

	if (left_ms <= 0)
		return;
	if (left_ms > INT64_C(2) * 86400000) {
		fprintf(out, " <small>in %" PRId64 " days</small>", left_ms / 86400000);
		return;
	}
	fprintf(out, " <small>in <span data-until=\"%" PRId64 "\">", until_ms);
	as_site_write_span_up(out, left_ms);
	fputs("</span></small>", out);
}

void course_points(FILE *out, int64_t points_e4)
{
	fputs(AS_POINTS(points_e4), out);
}

void course_share(FILE *out, int64_t points_e4, int64_t full_e4)
{
	fprintf(out, "<b class=\"points\">%s</b> of %s", AS_POINTS(points_e4), AS_POINTS(full_e4));
}

/* ---- marks ---- */

const struct as_class_row *course_row(
	const struct as_course_visit *visit, const struct as_course_marks *marks, size_t person)
{
	const struct as_course_person *of = as_course_log_member(visit->log, person).of;

	if (!marks->class || !of)
		return NULL;
	for (size_t i = 0; i < as_class_row_count(marks->class); i++) {
		const struct as_class_row *row = as_class_row(marks->class, i);
		if (strcmp(row->id, of->of.id) == 0)
			return row->is_marked ? row : NULL;
	}
	return NULL;
}

bool course_is_awaited(const struct as_class_row *row)
{
	for (size_t i = 0; i < row->mark_count; i++)
		if (row->marks[i].state == AS_MARK_AWAITED)
			return true;
	return false;
}
