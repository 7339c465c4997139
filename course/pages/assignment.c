/* SPDX-License-Identifier: MIT */
/* An assignment: when it is due, how to hand in, the attempts and the marks. */
#include "page.h"

static const struct as_course_assignment *assignment_of(
	const struct as_course_visit *visit, size_t assignment)
{
	return as_course_log_task(visit->log, assignment).of;
}

/* ---- rules in words ---- */

static void write_late(FILE *out, const struct as_scheme *scheme)
{
	const struct as_late_policy *late = &scheme->late;

	if (!late->exists) {
		fputs("<li>nothing is accepted after the deadline</li>", out);
		return;
	}
	fprintf(out, "<li>late: <b>%s%s</b> off for each %s that has begun</li>",
		AS_POINTS(late->penalty.value_e4), late->penalty.is_percent ? " %" : " points",
		late->unit_s == 86400 ? "day" : "hour");
	if (late->grace_s)
		fprintf(out, "<li>the first %" PRId64 " minutes are not late</li>",
			late->grace_s / 60);
}

static void write_attempts(
	FILE *out, const struct as_course_turn *turn, const struct as_hand_in *rules)
{
	if (turn->most != AS_ATTEMPTS_UNLIMITED)
		fprintf(out, "<li><b>%" PRIu64 "</b> of %" PRIu64 " attempts used</li>", turn->used,
			turn->most);
	if (rules->cool_down_s)
		fprintf(out,
			"<li>%" PRId64 " min between attempts, after the first %" PRIu64 "</li>",
			(rules->cool_down_s + 59) / 60, rules->free_count);
}

static void write_count(FILE *out, const struct as_scheme *scheme)
{
	static const char *const rules[] = {
		[AS_ATTEMPT_LAST] = "the last attempt counts",
		[AS_ATTEMPT_BEST] = "the best attempt counts",
		[AS_ATTEMPT_LAST_BEFORE_DUE] = "the last attempt before the deadline counts",
	};

	fprintf(out, "<li>%s</li>", rules[scheme->attempt]);
}

static void write_facts(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_turn *turn)
{
	const struct as_scheme *scheme = &assignment_of(visit, assignment)->scheme;

	fputs("<ul class=\"facts\"><li>", out);
	if (turn->due_ms == INT64_MAX) {
		fputs("no deadline", out);
	} else {
		fputs("due <b>", out);
		course_moment(out, visit, turn->due_ms);
		fputs("</b>", out);
		course_left(out, visit, turn->due_ms);
	}
	fputs("</li>", out);
	if (turn->due_ms != INT64_MAX)
		write_late(out, scheme);
	write_attempts(out, turn, &scheme->hand_in);
	write_count(out, scheme);
	fprintf(out, "<li>%s points</li></ul>", AS_POINTS(scheme->total_e4));
}

/* ---- statements ---- */

static void write_statements(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page)
{
	const struct as_course_assignment *of = assignment_of(visit, page->assignment);

	for (size_t i = 0; i < of->scheme.package_count; i++) {
		const struct as_statement *statement = page->statements[i];
		if (!statement)
			continue;
		fputs("<section class=\"statement card\">", out);
		if (of->scheme.package_count > 1) {
			fputs("<h2>", out);
			as_html_name(out, of->packages[i]->short_name);
			fputs("</h2>", out);
		}
		if (statement->html.size)
			fwrite(statement->html.data, 1, statement->html.size, out);
		as_statement_write_samples(out, statement);
		for (size_t k = 0; k < statement->file_count; k++) {
			const struct as_statement_file *file = &statement->files[k];
			if (!file->address || file->kind == AS_STATEMENT_PICTURE)
				continue;
			fputs("<p><a href=\"", out);
			as_html_text(out, file->address);
			fputs("\">", out);
			as_html_name(out, file->name);
			fputs("</a></p>", out);
		}
		fputs("</section>", out);
	}
}

/* ---- the form ---- */

static void write_against(
	FILE *out, const struct as_course_visit *visit, const struct as_course_turn *turn)
{
	fputs("<p class=\"empty\">", out);
	if (turn->state == AS_COURSE_TURN_EARLY) {
		fputs("The assignment opens ", out);
		course_moment(out, visit, turn->opens_ms);
		fputs(".", out);
	} else if (turn->state == AS_COURSE_TURN_WAIT) {
		fprintf(out, "You can hand in again in <span data-until=\"%" PRId64 "\">",
			turn->next_ms);
		as_site_write_span_up(out, turn->next_ms - visit->now_wall_ms);
		fputs("</span>.", out);
	} else if (turn->state == AS_COURSE_TURN_SPENT) {
		fputs("You have used all attempts.", out);
	} else if (turn->state == AS_COURSE_TURN_CLOSED) {
		fputs("The time to hand in is over.", out);
	} else {
		fputs("The marks are released; nothing more is accepted.", out);
	}
	fputs("</p>", out);
}

static bool may_language(const struct as_hand_in *rules, const char *id)
{
	if (!rules->languages)
		return true;
	for (char **allowed = rules->languages; *allowed; allowed++)
		if (strcmp(*allowed, id) == 0)
			return true;
	return false;
}

static void write_languages(FILE *out, const struct as_course_visit *visit,
	const struct as_hand_in *rules, const char *typed)
{
	fputs("<label class=\"field\"><span>Language</span><select name=\"language\">", out);
	as_site_write_option(out, "", "By the file name", !typed || !*typed);
	for (const char *const *id = visit->language_ids; id && *id; id++) {
		const struct as_language *language = as_languages_find(visit->languages, *id);
		if (language && !language->is_hidden && may_language(rules, *id))
			as_site_write_option(
				out, *id, language->name, typed && strcmp(typed, *id) == 0);
	}
	fputs("</select></label>", out);
}

static void write_form(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page)
{
	static const struct as_course_typed nothing;
	const struct as_course_typed *typed = page->typed ? page->typed : &nothing;
	const struct as_hand_in *rules = &assignment_of(visit, page->assignment)->scheme.hand_in;
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "/a/%s", as_course_log_task(visit->log, page->assignment).id);

	fputs("<h2>Hand in</h2>", out);
	course_form(out, visit, path ? path : "/",
		" enctype=\"multipart/form-data\" class=\"card\" id=\"submit\"");
	fputs("<label class=\"field\"><span>Files <small>One file, several, or a zip archive; "
	      "at most ",
		out);
	as_html_bytes(out, rules->size_bytes);
	fputs("</small></span><input type=\"file\" name=\"file\" multiple></label>", out);
	write_languages(out, visit, rules, typed->language);
	fputs("<label class=\"field\"><span>Or source code <small>If no file is chosen; choose its "
	      "language above</small></span><textarea name=\"source\" rows=\"12\" "
	      "spellcheck=\"false\" autocapitalize=\"none\" autocomplete=\"off\" "
	      "class=\"code\">\n",
		out);
	as_site_write_value(out, typed->source);
	fputs("</textarea></label><p class=\"notice error\" role=\"alert\" hidden></p><p "
	      "class=\"actions\"><button>Hand in</button> <button name=\"check\" value=\"1\" "
	      "class=\"plain\">Show first what would be judged</button></p></form>",
		out);
}

/* ---- what would be judged ---- */

static void write_left_out(FILE *out, const struct as_submissions *found)
{
	if (found->left_count == 0)
		return;
	fputs("<p>Left out:</p><ul>", out);
	for (size_t i = 0; i < found->left_count; i++) {
		const char *path = strchr(found->left[i].path, '/');
		fputs("<li>", out);
		as_html_name(out, path ? path + 1 : found->left[i].path);
		fputs(" <small>", out);
		as_html_text(out, found->left[i].text);
		fputs("</small></li>", out);
	}
	fputs("</ul>", out);
}

static void write_entry(FILE *out, const struct as_course_visit *visit,
	const struct as_class_entry *entry, const char *language)
{
	const struct as_sources *sources = &entry->submitted.sources;
	const struct as_language *known =
		language ? as_languages_find(visit->languages, language) : NULL;

	if (entry->is_absent) {
		fputs("<p>No file is for this part.</p>", out);
		return;
	}
	if (sources->reason) {
		fputs("<p class=\"notice error\">", out);
		as_site_write_sentence(out, sources->text ? sources->text : sources->reason);
		fputs("</p>", out);
	}
	if (known) {
		fputs("<p>Language: <b>", out);
		as_html_name(out, known->name);
		fputs("</b></p>", out);
	}
	fputs("<ul>", out);
	for (size_t i = 0; i < sources->count; i++) {
		fputs("<li>", out);
		as_html_name(out, sources->files[i].name);
		fputs(" <small>", out);
		as_html_bytes(out, sources->files[i].data.size);
		fputs("</small></li>", out);
	}
	fputs("</ul>", out);
	if (entry->doubt) {
		fputs("<p class=\"notice info\">A teacher has to look at it: ", out);
		as_html_text(out, entry->doubt);
		fputs(".</p>", out);
	}
}

static void write_preview(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page)
{
	const struct as_course_assignment *of = assignment_of(visit, page->assignment);

	fputs("<section class=\"card\"><h2>What would be judged</h2><p class=\"sub\">Nothing was "
	      "handed in. Choose the files again to hand in.</p>",
		out);
	for (size_t i = 0; i < of->scheme.package_count; i++) {
		if (of->scheme.package_count > 1) {
			fputs("<h3>", out);
			as_html_name(out, of->packages[i]->short_name);
			fputs("</h3>", out);
		}
		write_entry(out, visit, &page->preview->entries[i], page->preview->languages[i]);
	}
	write_left_out(out, page->preview->found);
	fputs("</section>", out);
}

/* ---- attempts ---- */

static enum as_verdict worst_of(const struct as_course_hand_in *hand_in)
{
	enum as_verdict verdict = AS_VERDICT_AC;

	for (size_t i = 0; i < hand_in->job_count; i++) {
		if (hand_in->jobs[i].verdict == AS_VERDICT_NONE)
			return AS_VERDICT_NONE;
		if (verdict == AS_VERDICT_AC)
			verdict = (enum as_verdict)hand_in->jobs[i].verdict;
	}
	return verdict;
}

static void write_attempt(FILE *out, const struct as_course_visit *visit, size_t index)
{
	const struct as_course_hand_in *hand_in = as_course_log_hand_in(visit->log, index);

	fprintf(out, "<tr><td class=\"number\"><a href=\"");
	as_site_write_address(out, visit->base, "/h/", NULL);
	fprintf(out, "%" PRIu64 "\">%" PRIu64 "</a></td><td>", hand_in->number, hand_in->attempt);
	course_moment(out, visit, hand_in->wall_ms);
	if (hand_in->wall_ms / 1000 >
		as_course_log_due_ms(visit->log, hand_in->assignment, visit->person) / 1000)
		fputs(" <span class=\"chip\">late</span>", out);
	fputs("</td><td>", out);
	if (hand_in->job_count == 0)
		fputs("received", out);
	else if (as_course_visit_disclosure(visit, hand_in->assignment) == AS_DISCLOSURE_NONE)
		fputs("received; the result is shown later", out);
	else
		course_verdict(out, worst_of(hand_in));
	fputs("</td></tr>\n", out);
}

static void write_attempt_list(FILE *out, const struct as_course_visit *visit, size_t assignment)
{
	size_t count;
	const size_t *own =
		as_course_log_hand_ins_of(visit->log, assignment, visit->person, &count);

	if (count == 0)
		return;
	fputs("<h2>Your attempts</h2>", out);
	as_site_write_live_begin(out, "attempts", 3);
	as_html_table(out, "list", "#Attempt|Time|Result\n");
	for (size_t i = count; i-- > 0;)
		write_attempt(out, visit, own[i]);
	fputs("</tbody></table></div>", out);
	as_site_write_live_end(out);
}

/* ---- marks ---- */

static void write_request(
	FILE *out, const struct as_course_visit *visit, size_t assignment, const char *item)
{
	const size_t found =
		as_course_log_find_request(visit->log, assignment, visit->person, item);

	if (found != AS_COURSE_NONE) {
		const struct as_course_request *request = as_course_log_request(visit->log, found);
		fputs("<details><summary>Your request</summary><p class=\"said\">", out);
		as_html_text(out, request->text);
		fputs("</p>", out);
		if (request->answer) {
			fputs("<p class=\"said\"><b>Answer:</b> ", out);
			as_html_text(out, request->answer);
			fputs("</p>", out);
		}
		fputs("</details>", out);
		return;
	}
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/a/%s/request", as_course_log_task(visit->log, assignment).id);
	fputs("<details><summary>Ask to look again</summary>", out);
	course_form(out, visit, path ? path : "/", "");
	fputs("<input type=\"hidden\" name=\"item\" value=\"", out);
	as_site_write_value(out, item);
	fputs("\"><label class=\"field\"><span>Why</span><textarea name=\"text\" rows=\"3\" "
	      "required maxlength=\"4000\"></textarea></label><p class=\"actions\"><button>Send"
	      "</button></p></form></details>",
		out);
}

static void write_item(FILE *out, const struct as_course_visit *visit, size_t assignment,
	size_t item, const struct as_class_row *row)
{
	const struct as_item *of = &assignment_of(visit, assignment)->scheme.items[item];
	const struct as_class_mark *mark = as_class_find_mark(row, of->id);

	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, of->name);
	fputs("</th><td class=\"number\">", out);
	if (!mark || as_mark_state_is_open(mark->state) || !course_shows(visit, assignment, item))
		fputs(COURSE_DASH, out);
	else
		course_share(out, mark->mark_e4, as_class_full(row, of->id, of->points_e4));
	fputs("</td><td class=\"remarks\">", out);
	if (mark && course_shows(visit, assignment, item)) {
		if (mark->tests)
			fprintf(out, "<p>%" PRIu64 " of %" PRIu64 " tests accepted</p>",
				mark->accepted, mark->tests);
		if (mark->comment) {
			fputs("<p class=\"said\">", out);
			as_html_text(out, mark->comment);
			fputs("</p>", out);
		}
		write_request(out, visit, assignment, of->id);
	}
	fputs("</td></tr>\n", out);
}

static void write_marks(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page)
{
	const struct as_scheme *scheme = &assignment_of(visit, page->assignment)->scheme;
	const struct as_class_row *row = course_row(visit, &page->marks, visit->person);

	if (!row || !as_course_log_is_released(visit->log, page->assignment, visit->now_wall_ms))
		return;
	fputs("<h2>Your mark</h2>", out);
	if (row->total.complete && course_shows(visit, page->assignment, SIZE_MAX)) {
		fputs("<p class=\"big\">", out);
		course_share(out, row->total.total_e4, as_class_full(row, NULL, scheme->total_e4));
		if (row->total.penalty_e4)
			fprintf(out, " <small>%s off because it was late</small>",
				AS_POINTS(row->total.penalty_e4));
		fputs("</p>", out);
	}
	as_html_table(out, "list", "Item|#Points|Why\n");
	for (size_t i = 0; i < scheme->item_count; i++)
		write_item(out, visit, page->assignment, i, row);
	fputs("</tbody></table></div>", out);
}

void as_course_page_assignment(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page)
{
	const struct as_course_turn turn =
		as_course_log_turn(visit->log, page->assignment, visit->person, visit->now_wall_ms);

	course_begin(out, visit,
		&(struct course_frame){.place = COURSE_HOME,
			.title = course_title(visit, page->assignment),
			.is_live = true,
			.has_form = turn.state == AS_COURSE_TURN_OPEN,
			.has_math = true});
	write_facts(out, visit, page->assignment, &turn);
	write_marks(out, visit, page);
	if (page->preview)
		write_preview(out, visit, page);
	write_attempt_list(out, visit, page->assignment);
	if (turn.state == AS_COURSE_TURN_OPEN)
		write_form(out, visit, page);
	else
		write_against(out, visit, &turn);
	write_statements(out, visit, page);
	course_end(out, visit);
}
