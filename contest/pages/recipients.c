/* SPDX-License-Identifier: MIT */
/* Fields for the recipients of clarifications. */
#include "thread.h"

/* A value "team:ID" or "group:ID"; "all" with an empty id. */
static void write_recipient(FILE *out, const char *kind, const char *id, const char *text,
	const struct as_contest_typed_message *typed, bool is_usual)
{
	AS_AUTO_FREE char *value = as_text_format(NULL, "%s%s", kind, id);
	bool is_selected = !(typed && typed->to) && is_usual;

	for (size_t i = 0; value && typed && typed->to && typed->to[i]; i++)
		is_selected |= strcmp(typed->to[i], value) == 0;
	if (value)
		page_option(out, value, text, is_selected);
}

static void write_team(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_typed_message *typed, bool is_usual)
{
	const struct as_contest_team *team = as_contest_log_team(visit->log, index);

	write_recipient(
		out, "team:", team->id, as_contest_team_display_name(team), typed, is_usual);
}

static void write_groups(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed)
{
	const struct as_contest *contest = page_contest(visit);

	if (contest->group_count == 0)
		return;
	fputs("<optgroup label=\"Groups\">", out);
	for (size_t i = 0; i < contest->group_count; i++)
		if (page_group_has_teams(visit->log, i))
			write_recipient(out, "group:", contest->groups[i].id,
				contest->groups[i].name, typed, false);
	fputs("</optgroup>", out);
}

void page_recipient_field(FILE *out, const struct as_contest_visit *visit, size_t asker,
	const struct as_contest_typed_message *typed)
{
	const size_t team_count = as_contest_log_team_count(visit->log);
	const bool has_asker = asker != AS_CONTEST_NONE;

	fprintf(out,
		"<label class=\"field\"><span>To <small>several with Ctrl or Shift%s</small></span>"
		"<select name=\"to\" multiple size=\"5\" required%s>",
		has_asker ? "; others see the question only if it is quoted" : "",
		typed ? " data-typed" : "");
	if (has_asker)
		write_team(out, visit, asker, typed, true);
	write_recipient(out, "all", "", "All teams", typed, !has_asker);
	write_groups(out, visit, typed);
	fputs(team_count > has_asker ? "<optgroup label=\"Teams\">" : "", out);
	for (size_t i = 0; i < team_count; i++)
		if (i != asker)
			write_team(out, visit, i, typed, false);
	fputs(team_count > has_asker ? "</optgroup>" : "", out);
	fputs("</select></label>", out);
}

void page_audience_field(FILE *out, const struct as_contest_visit *visit, size_t asker,
	const struct as_contest_typed_message *typed)
{
	fprintf(out, "<label class=\"field\"><span>To</span><select name=\"to\"%s>",
		typed ? " data-typed" : "");
	write_team(out, visit, asker, typed, true);
	write_recipient(out, "all", "", "All teams", typed, false);
	fputs("</select></label>", out);
}
