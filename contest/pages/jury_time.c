/* SPDX-License-Identifier: MIT */
/* Time given back: to all, or to one team. */
#include "decisions.h"

/* ---- what is given ---- */

static void write_interval(
	FILE *out, const struct as_contest_visit *visit, const struct as_removed_interval *interval)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);

	fputs("<td>", out);
	page_moment(out, interval->begin_wall_ms);
	fputs("</td><td>", out);
	if (interval->end_wall_ms == AS_NEVER_MS)
		fputs("goes on", out);
	else
		page_moment(out, interval->end_wall_ms);
	fputs("</td><td class=\"number\">", out);
	page_contest_time(out, as_contest_time_ms(clock, interval->begin_wall_ms));
	fputs("</td><td class=\"number\">", out);
	if (interval->end_wall_ms != AS_NEVER_MS)
		page_span(out, interval->end_wall_ms - interval->begin_wall_ms);
	fputs("</td>", out);
}

static void write_reason(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_given *given)
{
	fputs("<td class=\"remarks\">", out);
	if (given->account != AS_CONTEST_NONE) {
		as_html_name(out, as_contest_log_account(visit->log, given->account)->username);
		fputs(": ", out);
	}
	as_html_name(out, given->reason);
	fputs("</td>", out);
}

/* The button that shows what changes if an item is taken back. */
static void write_back(FILE *out, const struct as_contest_visit *visit, const char *action,
	const char *field, int64_t value)
{
	fputs("<td>", out);
	if (page_is_admin(visit)) {
		page_form(out, visit, "/jury/time", "");
		fprintf(out,
			"<input type=\"hidden\" name=\"action\" value=\"%s\"><input "
			"type=\"hidden\" name=\"%s\" value=\"%" PRId64
			"\"><button class=\"plain\">Take back</button></form>",
			action, field, value);
	}
	fputs("</td></tr>\n", out);
}

static void write_removed(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);

	fputs("<h2>For all</h2><p class=\"sub\">In these intervals contest time stands still: "
	      "submissions count with the time of their begin, and the contest ends later.</p>",
		out);
	if (clock->removed_count == 0) {
		fputs("<p class=\"empty\">No interval is removed.</p>", out);
		return;
	}
	as_html_table(out, "list", "From|To|#Contest time|#Length|Reason|\n");
	for (size_t i = 0; i < clock->removed_count; i++) {
		const struct as_removed_interval *removed = &clock->removed[i];
		const size_t number = removed->removal;
		fputs("<tr>", out);
		write_interval(out, visit, removed);
		if (number > 0 && number <= as_contest_log_given_count(visit->log))
			write_reason(out, visit, as_contest_log_given(visit->log, number - 1));
		else
			fputs("<td>pause</td>", out);
		if (removed->end_wall_ms == AS_NEVER_MS)
			fputs("<td></td></tr>", out);
		else
			write_back(out, visit, "restore", "begin", removed->begin_wall_ms);
	}
	fputs("</tbody></table></div>", out);
}

static void write_team_item(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_given *given = as_contest_log_given(visit->log, index);
	const struct as_contest_clock clock = as_contest_log_team_clock(
		visit->log, given->team, as_contest_log_clock(visit->log));

	fputs("<tr><th scope=\"row\">", out);
	page_team_link(out, visit, given->team);
	fputs(given->is_start ? " <span class=\"chip\">late start</span></th>" : "</th>", out);
	write_interval(out, visit, &given->interval);
	fputs("<td>", out);
	page_moment(out, as_contest_wall_ms(&clock, clock.duration_ms));
	fputs("</td>", out);
	write_reason(out, visit, given);
	write_back(out, visit, "end", "given", (int64_t)index + 1);
}

static void write_teams(FILE *out, const struct as_contest_visit *visit)
{
	bool is_begun = false;

	fputs("<h2>For teams</h2><p class=\"sub\">In these intervals the contest time of one team "
	      "stands still: later submissions of the team count with earlier times, and the team "
	      "can submit longer.</p>",
		out);
	for (size_t i = 0; i < as_contest_log_given_count(visit->log); i++) {
		const struct as_contest_given *given = as_contest_log_given(visit->log, i);
		if (given->team == AS_CONTEST_NONE || given->is_ended)
			continue;
		if (!is_begun)
			as_html_table(out, "list",
				"Team|From|To|#Contest time|#Length|The team's end|Reason|\n");
		is_begun = true;
		write_team_item(out, visit, i);
	}
	fputs(is_begun ? "</tbody></table></div>"
		       : "<p class=\"empty\">No team has been given time.</p>",
		out);
}

/* ---- the forms ---- */

static void write_field(FILE *out, const char *label, const char *name, const char *value)
{
	fprintf(out,
		"<label class=\"field\"><span>%s</span><input name=\"%s\" maxlength=\"500\" "
		"required value=\"",
		label, name);
	page_value(out, value ? value : "");
	fputs("\"></label>", out);
}

static void write_button(FILE *out)
{
	fputs("<p class=\"actions\"><button>Show what changes</button></p></form>", out);
}

/* The values that were sent with the form of `action`; empty if another form was sent. */
static struct as_contest_time_form sent_by(
	const struct as_contest_time_form *form, const char *action)
{
	const struct as_contest_time_form none = {0};

	return form->action && strcmp(form->action, action) == 0 ? *form : none;
}

static void write_remove(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	page_form(out, visit, "/jury/time", " class=\"card act\"");
	fputs("<input type=\"hidden\" name=\"action\" value=\"remove\"><p>To all: remove an "
	      "interval that has passed.</p>",
		out);
	write_field(out, "From <small>contest time H:MM:SS, or 2030-01-31T10:05:00+01:00</small>",
		"from", form->from);
	write_field(out, "To <small>likewise</small>", "to", form->to);
	write_field(out, "Reason", "reason", form->reason);
	write_button(out);
}

static void write_give(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	const size_t team =
		form->team ? as_contest_log_find_team(visit->log, form->team) : AS_CONTEST_NONE;

	page_form(out, visit, "/jury/time", " class=\"card act\"");
	fputs("<input type=\"hidden\" name=\"action\" value=\"give\"><p>To a team: the minutes "
	      "that "
	      "it has lost.</p><label class=\"field\"><span>Team</span><select name=\"team\" "
	      "required>",
		out);
	page_option(out, "", "", team == AS_CONTEST_NONE);
	page_team_options(out, visit, team);
	fputs("</select></label>", out);
	write_field(out, "Minutes <small>or minutes:seconds</small>", "minutes", form->minutes);
	write_field(out, "Since <small>contest time H:MM:SS; 0:00:00: a late start</small>", "from",
		form->from ? form->from : "0:00:00");
	write_field(out, "Reason", "reason", form->reason);
	write_button(out);
}

static void write_forms(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	const struct as_contest_time_form remove = sent_by(form, "remove"),
					  give = sent_by(form, "give");

	fputs("<h2>Give time back</h2><div class=\"acts\">", out);
	write_remove(out, visit, &remove);
	write_give(out, visit, &give);
	fputs("</div>", out);
}

/* ---- the preview ---- */

static void write_hidden(FILE *out, const char *name, const char *value)
{
	if (!value)
		return;
	fprintf(out, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	page_value(out, value);
	fputs("\">", out);
}

static void write_end(FILE *out, const char *whose, int64_t was_ms, int64_t is_ms)
{
	if (was_ms == is_ms)
		return;
	fprintf(out, "<p>The end %s: ", whose);
	page_moment(out, was_ms);
	fputs(" \xe2\x86\x92 ", out);
	page_moment(out, is_ms);
	fputs("</p>", out);
}

static void write_ends(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	const size_t team =
		form->team ? as_contest_log_find_team(visit->log, form->team) : AS_CONTEST_NONE;
	const struct as_contest_clock was =
		as_contest_log_team_clock(visit->log, team, as_contest_log_clock(visit->log));
	const int64_t end_ms = form->end_wall_ms;

	write_end(out, team == AS_CONTEST_NONE ? "of the contest" : "of the team",
		as_contest_wall_ms(&was, was.duration_ms), end_ms);
	if (as_contest_time_ms(&was, visit->now_wall_ms) < was.duration_ms &&
		end_ms <= visit->now_wall_ms)
		fputs("<p class=\"notice info\">With this change the time is over at once.</p>",
			out);
	if (as_contest_time_ms(&was, visit->now_wall_ms) >= was.duration_ms &&
		end_ms > visit->now_wall_ms)
		fputs("<p class=\"notice info\">The time was over, and now continues.</p>", out);
}

static void write_preview(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	fputs("<section class=\"card\">", out);
	write_ends(out, visit, form);
	page_board_changes(out, visit, form->other, true);
	page_form(out, visit, "/jury/time", "");
	write_hidden(out, "apply", "1");
	write_hidden(out, "action", form->action);
	write_hidden(out, "from", form->from);
	write_hidden(out, "to", form->to);
	write_hidden(out, "team", form->given ? NULL : form->team);
	write_hidden(out, "minutes", form->minutes);
	write_hidden(out, "reason", form->reason);
	write_hidden(out, "begin", form->begin);
	write_hidden(out, "given", form->given);
	if (form->team)
		page_sure_final(out, visit);
	fprintf(out, "<p class=\"actions\"><button class=\"heed\">%s</button></p></form></section>",
		form->begin || form->given ? "Take it back" : "Give the time back");
}

void as_contest_page_jury_time(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_time_form *form)
{
	page_begin(out, visit,
		&(struct page_frame){
			.place = PAGE_JURY_CLOCK, .title = "Time given back", .is_wide = true});
	if (form->other)
		write_preview(out, visit, form);
	write_removed(out, visit);
	write_teams(out, visit);
	if (page_is_admin(visit))
		write_forms(out, visit, form);
	page_end(out, visit);
}
