/* SPDX-License-Identifier: MIT */
/* The clock, with actions for admins. */
#include "page.h"

/* ---- settings ---- */

static void write_moment_row(FILE *out, const char *name, int64_t wall_ms, const char *none)
{
	fprintf(out, "<tr><th scope=\"row\">%s</th><td>", name);
	if (wall_ms == AS_NEVER_MS)
		fprintf(out, "<span class=\"sub\">%s</span>", none);
	else
		page_moment(out, wall_ms);
	fputs("</td></tr>", out);
}

static void write_span_row(FILE *out, const char *name, int64_t span_ms)
{
	fprintf(out, "<tr><th scope=\"row\">%s</th><td>", name);
	page_span_up(out, span_ms);
	fputs("</td></tr>", out);
}

static void write_settings(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);
	const struct as_contest_state *state = as_contest_log_state(visit->log);
	const int64_t freeze_ms = as_contest_freeze_ms(clock);

	fputs("<div class=\"scroll\" tabindex=\"0\"><table class=\"list narrow\"><tbody>", out);
	write_moment_row(out, "Start", clock->start_wall_ms, "not set");
	if (as_contest_log_countdown_ms(visit->log) >= 0)
		write_span_row(out, "Countdown, paused", as_contest_log_countdown_ms(visit->log));
	write_span_row(out, "Duration", clock->duration_ms);
	write_moment_row(out, "End", as_contest_wall_ms(clock, clock->duration_ms), "not known");
	if (clock->freeze_duration_ms > 0)
		write_span_row(out, "Freeze before the end", clock->freeze_duration_ms);
	write_moment_row(out, "Freeze",
		freeze_ms == AS_NEVER_MS ? AS_NEVER_MS : as_contest_wall_ms(clock, freeze_ms),
		freeze_ms == AS_NEVER_MS ? "none" : "not known");
	write_moment_row(out, "Thaw", clock->thaw_wall_ms, "not set");
	write_moment_row(out, "Final", state->finalized_wall_ms, "not yet");
	for (size_t i = 0; i < clock->removed_count; i++) {
		const struct as_removed_interval *removed = &clock->removed[i];
		const bool is_given = removed->removal > 0;
		write_moment_row(out, is_given ? "Time given back from" : "Paused",
			removed->begin_wall_ms, "");
		write_moment_row(out, is_given ? "Time given back to" : "Resumed",
			removed->end_wall_ms, "not yet");
	}
	fputs("</tbody></table></div>", out);
}

/* ---- actions ---- */

/* Writes an action, with a confirmation if `asks`. */
static void write_action(FILE *out, const struct as_contest_visit *visit, const char *action,
	const char *button, const char *text, bool asks)
{
	page_form(out, visit, "/jury/clock", " class=\"card act\"");
	fprintf(out,
		"<input type=\"hidden\" name=\"action\" value=\"%s\"><p>%s</p>%s<p "
		"class=\"actions\"><button%s>%s</button></p></form>",
		action, text,
		asks ? "<label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" "
		       "required> I am sure</label>"
		     : "",
		asks ? " class=\"grave\"" : " class=\"heed\"", button);
}

/* Minutes, or minutes:seconds, rounded up; the server knows the shown value, and keeps the exact
 * span if nobody edited the field. */
static void write_span_value(FILE *out, int64_t span_ms)
{
	const int64_t s = (span_ms + 999) / 1000;

	fprintf(out, "%" PRId64, s / 60);
	if (s % 60)
		fprintf(out, ":%02d", (int)(s % 60));
}

/* The reason for the confirmation of a longer duration after the end. */
static void write_practice(FILE *out, const struct as_contest_visit *visit)
{
	struct as_contest_clock clock = *as_contest_log_clock(visit->log);

	clock.duration_ms = AS_CONTEST_MAX_MS;
	fprintf(out,
		"<p class=\"notice info\">A duration that ends in the future continues the "
		"contest. Submissions made since the old end (%zu) count if they were made before "
		"the new end. With a shorter duration, submissions made since the new end do not "
		"count.</p>",
		as_contest_log_would_count(visit->log, &clock));
}

static void write_sure(FILE *out, const char *needed)
{
	fprintf(out,
		"<label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\"> "
		"I am sure <small>needed if %s</small></label>",
		needed);
}

/* `needed`: when the server asks for a confirmation; "": never. */
static void write_minutes(FILE *out, const struct as_contest_visit *visit, const char *action,
	const char *label, const char *button, int64_t value_ms, const char *needed)
{
	page_form(out, visit, "/jury/clock", " class=\"card act\"");
	fprintf(out,
		"<input type=\"hidden\" name=\"action\" value=\"%s\"><label "
		"class=\"field\"><span>%s</span><input name=\"minutes\" title=\"minutes, or "
		"minutes:seconds\" maxlength=\"12\" required value=\"",
		action, label);
	write_span_value(out, value_ms);
	fputs("\"></label>", out);
	if (*needed)
		write_sure(out, needed);
	fprintf(out, "<p class=\"actions\"><button>%s</button></p></form>", button);
}

/* The extension that can be taken back: the last change of the clock, if it changed nothing else.
 * 0: none. It comes from the audit trail, so that every server and every admin can take it back. */
static int64_t last_extension(const struct as_contest_visit *visit, size_t *account)
{
	const int64_t duration_ms = as_contest_log_clock(visit->log)->duration_ms;

	for (size_t i = as_contest_log_act_count(visit->log); i-- > 0;) {
		const struct as_contest_act *act = as_contest_log_act(visit->log, i);
		if (act->kind != AS_CONTEST_ACT_CLOCK)
			continue;
		*account = act->account;
		return act->is.duration_ms == duration_ms &&
				       act->is.duration_ms > act->was.duration_ms &&
				       act->is.start_wall_ms == act->was.start_wall_ms
			       ? act->is.duration_ms - act->was.duration_ms
			       : 0;
	}
	return 0;
}

static void write_undo(FILE *out, const struct as_contest_visit *visit)
{
	size_t account = AS_CONTEST_NONE;
	const int64_t more_ms = last_extension(visit, &account);

	if (more_ms <= 0)
		return;
	page_form(out, visit, "/jury/clock", " class=\"card act\"");
	fprintf(out,
		"<input type=\"hidden\" name=\"action\" value=\"shorten\"><input type=\"hidden\" "
		"name=\"was\" value=\"%" PRId64 "\"><input type=\"hidden\" name=\"more\" "
		"value=\"%" PRId64 "\"><p>",
		as_contest_log_clock(visit->log)->duration_ms, more_ms);
	if (account != AS_CONTEST_NONE) {
		as_html_name(out, as_contest_log_account(visit->log, account)->username);
		fputs(" made the contest ", out);
	} else {
		fputs("The contest was made ", out);
	}
	page_span_up(out, more_ms);
	fputs(" longer.</p>", out);
	write_sure(out, "the contest ends or the freeze begins now");
	fputs("<p class=\"actions\"><button class=\"plain\">Undo</button></p></form>", out);
}

static void write_extension(FILE *out, const struct as_contest_visit *visit)
{
	page_form(out, visit, "/jury/clock", " class=\"card act\"");
	fprintf(out,
		"<input type=\"hidden\" name=\"action\" value=\"extend\"><input type=\"hidden\" "
		"name=\"minutes\" value=\"5\"><p>The contest ends 5 minutes later.%s</p><p "
		"class=\"actions\"><button>+5 minutes</button></p></form>",
		as_contest_log_is_frozen(visit->log) ? " The board stays frozen." : "");
	write_undo(out, visit);
}

static void write_schedule(FILE *out, const struct as_contest_visit *visit)
{
	const int64_t start_ms = as_contest_log_clock(visit->log)->start_wall_ms;
	char text[AS_CONTEST_TIME_SIZE] = "";

	if (start_ms != AS_NEVER_MS)
		as_contest_time_format(start_ms, text);
	page_form(out, visit, "/jury/clock", " class=\"card act\"");
	fprintf(out,
		"<input type=\"hidden\" name=\"action\" value=\"schedule\"><label "
		"class=\"field\"><span>Start at <small>UTC, or with seconds and an offset: "
		"2030-01-31T18:00:00+01:00</small></span><input name=\"start\" required "
		"class=\"local\" placeholder=\"2030-01-31T17:00\" value=\"%s\"></label>",
		text);
	write_sure(out, "the contest ends or the freeze begins now");
	fputs("<p class=\"actions\"><button>Set the start</button></p></form>", out);
}

static void write_before(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);

	write_action(out, visit, "start", "Start now",
		as_contest_freeze_ms(clock) == 0
			? "The contest starts immediately, with a frozen board."
			: "The contest starts immediately.",
		true);
	write_schedule(out, visit);
	if (as_contest_log_countdown_ms(visit->log) >= 0)
		write_action(out, visit, "resume", "Resume the countdown",
			"The countdown continues with the remaining time.", false);
	else if (clock->start_wall_ms != AS_NEVER_MS)
		write_action(out, visit, "pause", "Pause the countdown",
			"The start is postponed until the countdown is resumed.", false);
}

/* With time_per_team all results are hidden until the end. A freeze that the store has already can
 * be changed and removed. */
static bool can_freeze(const struct as_contest_visit *visit)
{
	return page_contest(visit)->settings.participation.time_per_team_ms == 0 ||
	       as_contest_log_clock(visit->log)->freeze_duration_ms > 0;
}

static void write_during(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);

	if (as_contest_is_paused(clock))
		write_action(out, visit, "resume", "Resume the contest",
			"Contest time continues; the end moves by the length of the pause.", false);
	else
		write_action(out, visit, "pause", "Pause the contest",
			"The contest clock stops until you resume it, and the end moves. "
			"Submissions are still accepted, with the time at which the clock stopped.",
			false);
	if (as_contest_log_is_frozen(visit->log))
		write_action(out, visit, "unfreeze", "Unfreeze",
			"Everyone sees all results immediately.", true);
	else if (can_freeze(visit))
		write_action(out, visit, "freeze", "Freeze now",
			"The public board shows submissions from now on as pending.", false);
	write_extension(out, visit);
	write_action(out, visit, "end", "End now",
		"The contest ends immediately. Submissions received until now count; a frozen "
		"board stays frozen. Only a longer duration continues the contest.",
		true);
}

static void write_after(FILE *out, const struct as_contest_visit *visit)
{
	if (as_contest_log_is_frozen(visit->log))
		write_action(out, visit, "thaw", "Thaw",
			"Everyone sees all results immediately. Thaw the board after the ceremony.",
			true);
}

/* ---- finalising ---- */

static void write_obstacle(
	FILE *out, const struct as_contest_visit *visit, enum as_obstacle obstacle)
{
	const struct as_open_work work = as_contest_log_open_work(visit->log);

	fputs("<li>", out);
	switch (obstacle) {
	case AS_OBSTACLE_RUNNING:
		fputs("The contest is not over. ", out);
		page_late(out, visit);
		break;
	case AS_OBSTACLE_UNJUDGED:
		fprintf(out, "Unjudged submissions: %" PRIu64 ". <a href=\"", work.unjudged);
		page_address(out, visit->base, "/jury/submissions?verdict=none", NULL);
		fputs("\">Show them</a>", out);
		break;
	case AS_OBSTACLE_JUDGING_ERRORS:
		fprintf(out, "Judging errors: %" PRIu64 ". <a href=\"", work.judging_errors);
		page_address(out, visit->base, "/jury/submissions?verdict=JE", NULL);
		fputs("\">Show them</a>", out);
		break;
	case AS_OBSTACLE_CLARIFICATIONS:
		fprintf(out, "Unanswered questions: %" PRIu64 ". <a href=\"", work.unanswered);
		page_address(out, visit->base, "/jury/clarifications", NULL);
		fputs("\">Answer them</a>", out);
		break;
	case AS_OBSTACLE_REJUDGINGS:
		fprintf(out, "Open rejudgings: %" PRIu64 ". <a href=\"", work.rejudgings);
		page_address(out, visit->base, "/jury/rejudgings", NULL);
		fputs("\">Apply or cancel them</a>", out);
		break;
	default:
		break;
	}
	fputs("</li>", out);
}

static void write_finalise(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_open_work work = as_contest_log_open_work(visit->log);
	enum as_obstacle obstacles[AS_OBSTACLE_COUNT];
	const size_t count = as_contest_obstacles(
		as_contest_log_clock(visit->log), visit->now_wall_ms, &work, obstacles);

	fputs("<h2>Finalise</h2>", out);
	if (as_contest_log_state(visit->log)->finalized_wall_ms != AS_NEVER_MS) {
		fputs("<p class=\"notice done\">The results are final.</p>", out);
	} else if (count > 0) {
		fputs("<p>Obstacles:</p><ul class=\"obstacles\">", out);
		for (size_t i = 0; i < count; i++)
			write_obstacle(out, visit, obstacles[i]);
		fputs("</ul>", out);
	} else if (page_is_admin(visit)) {
		write_action(out, visit, "finalise", "Finalise",
			"The results become final, with ranks and medals.", true);
	} else {
		fputs("<p>There are no obstacles: an admin can finalise the results.</p>", out);
	}
}

static void write_ceremony(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<h2>Ceremony</h2><p>The ceremony resolves the frozen board step by step, up to the "
	      "winner. Finalise the results before it, and thaw the board after it.</p><p "
	      "class=\"actions\"><a class=\"button plain\" href=\"",
		out);
	page_address(out, visit->base, "/jury/resolve", NULL);
	fputs("\">Ceremony</a></p>", out);
}

static void write_time_link(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<p class=\"actions\"><a class=\"button plain\" href=\"", out);
	page_address(out, visit->base, "/jury/time", NULL);
	fputs("\">Time given back</a></p>", out);
}

static void write_actions(FILE *out, const struct as_contest_visit *visit, bool is_final)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);
	const int64_t time_ms = as_contest_time_ms(clock, visit->now_wall_ms);

	fputs("<h2>Actions</h2>", out);
	if (time_ms != AS_NEVER_MS && time_ms >= clock->duration_ms && !is_final)
		write_practice(out, visit);
	fputs("<div class=\"acts\">", out);
	if (time_ms == AS_NEVER_MS || time_ms < 0)
		write_before(out, visit);
	else if (time_ms < clock->duration_ms)
		write_during(out, visit);
	else
		write_after(out, visit);
	if (is_final) {
		fputs("</div>", out);
		return;
	}
	const bool has_started = time_ms != AS_NEVER_MS && time_ms >= 0;
	const bool is_running = has_started && time_ms < clock->duration_ms;
	const bool is_frozen = as_contest_log_is_frozen(visit->log);
	const bool may_freeze = is_running && !is_frozen && clock->freeze_duration_ms > 0;
	write_minutes(out, visit, "duration", "Duration <small>minutes</small>", "Set the duration",
		clock->duration_ms,
		may_freeze     ? "the contest ends or the freeze begins now"
		: is_running   ? "the new duration ends the contest now"
		: !has_started ? ""
			       : "the contest ends earlier or continues, or submissions made since "
				 "its end count");
	/* A freeze that begins later makes public what it hides now. */
	if (can_freeze(visit))
		write_minutes(out, visit, "freeze-at",
			"Freeze <small>minutes before the end; 0: none</small>", "Set the freeze",
			clock->freeze_duration_ms,
			is_frozen    ? "results become public"
			: is_running ? "the freeze begins now; it hides results since its start"
				     : "");
	fputs("</div>", out);
}

void as_contest_page_jury_clock(FILE *out, const struct as_contest_visit *visit)
{
	const bool is_final = as_contest_log_state(visit->log)->finalized_wall_ms != AS_NEVER_MS;

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_CLOCK, .title = "Clock", .is_live = true});
	page_live_begin(out, "settings", 3);
	write_settings(out, visit);
	/* Results are made final before the ceremony, and thawed after it. */
	if (page_is_admin(visit) && (!is_final || as_contest_log_is_frozen(visit->log)))
		write_actions(out, visit, is_final);
	write_time_link(out, visit);
	write_finalise(out, visit);
	write_ceremony(out, visit);
	page_live_end(out);
	page_end(out, visit);
}
