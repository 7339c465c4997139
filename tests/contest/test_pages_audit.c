/* SPDX-License-Identifier: MIT */
/* Pages about acts of the jury: the audit trail, and time given back. */
#include "pages_open.h"

TestSuite(pages_audit, .init = open_gallery, .fini = close_gallery);

Test(pages_audit, the_audit_trail_has_actor_action_and_time)
{
	static const char *const told[] = {"Clarification to ", "Look\n&lt;here&gt;.",
		"Duration: 5:10:00 \xe2\x86\x92 5:00:00", "Duration: 5:00:00 \xe2\x86\x92 5:10:00",
		"Freeze before the end: 1:00:00 \xe2\x86\x92 1:10:00", "not known",
		"Count submission", "Ignore submission", "Judge submission",
		"/jury/submissions/2\""};
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);

	case_acts(&at, 264, "admin");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		cr_expect(strstr(page, told[i]), "%s", told[i]);
	cr_expect(strstr(page, "<bdi>admin</bdi></th>"), "%s", page);
	cr_expect_eq(as_contest_log_act_count(&at.log), 6);
	/* Events of teams and of the server are not in the audit trail. */
	case_submit(&at, 265, "t1", "any", "AC");
	case_clarify(&at, 265, "t1", NULL, 0, "any", "Why?");
	cr_expect_eq(as_contest_log_act_count(&at.log), 6);
	AS_AUTO_FREE char *earlier = PAGE(as_contest_page_jury_audit(out, &visit, 2));
	cr_expect(strstr(earlier, "Judge submission") && !strstr(earlier, "Ignore submission"));
}

static void audit_standing(int64_t minute, int is_disqualified, const char *reason)
{
	case_event(&at, START + minute * MINUTE, 0,
		json_pack("{s: s, s: s, s: b, s: s*, s: s}", "type", "standing", "team", "t1",
			"disqualified", is_disqualified, "reason", reason, "account", "admin"));
}

Test(pages_audit, the_audit_trail_keeps_the_reasons_of_acts_that_were_ended)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 275);

	audit_standing(264, 1, "A <phone>");
	audit_standing(265, 0, NULL);
	audit_standing(266, 1, "Two phones");
	audit_standing(267, 0, NULL);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	const char *ends[2], *first = strstr(page, "End the disqualification of ");
	ends[0] = first;
	cr_assert(first && (ends[1] = strstr(first + 1, "End the disqualification of ")));
	cr_expect(
		strncmp(strchr(strstr(ends[0], "</a>"), ':'), ": \xe2\x80\x9cTwo phones", 14) == 0);
	cr_expect(strncmp(strchr(strstr(ends[1], "</a>"), ':'),
			  ": \xe2\x80\x9c"
			  "A &lt;phone&gt;",
			  14) == 0,
		"%s", ends[1]);
	const char *begun = strstr(ends[1], "Disqualify ");
	cr_assert(begun);
	cr_expect(strstr(begun, "A &lt;phone&gt;") && !strstr(begun, "Two phones"), "%s", begun);
}

Test(pages_audit, the_audit_trail_has_the_start_that_was_taken_back)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 275);

	case_event(&at, START + 400 * MINUTE, 0,
		json_pack("{s: s, s: s}", "type", "start", "team", "t1"));
	case_event(&at, START + 401 * MINUTE, 0,
		json_pack("{s: s, s: s, s: b, s: s}", "type", "start", "team", "t1", "reset", 1,
			"account", "admin"));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	const char *reset = strstr(page, "Start taken back of ");
	char time[AS_CONTEST_TIME_SIZE];
	cr_assert(reset);
	as_contest_time_format(START + 400 * MINUTE, time);
	time[16] = '\0';
	cr_expect(strstr(strstr(reset, "</a>: "), time), "%s: %s", time, reset);
}

Test(pages_audit, each_form_of_time_given_back_keeps_only_its_own_values)
{
	const struct as_contest_visit admin = case_visit(&at, "admin", 265);
	struct as_contest_time_form form = {
		.action = "remove", .from = "1:11:11", .to = "1:22:22", .reason = "The net"};

	AS_AUTO_FREE char *removes = PAGE(as_contest_page_jury_time(out, &admin, &form));
	const char *give = strstr(removes, "value=\"give\"");
	cr_assert(give);
	SHOWS(removes, "name=\"to\" maxlength=\"500\" required value=\"1:22:22\"");
	HIDES(give, "1:11:11");
	HIDES(give, "The net");
	SHOWS(give, "value=\"0:00:00\"");
	form = (struct as_contest_time_form){.action = "give",
		.from = "1:11:11",
		.team = "t1",
		.minutes = "7:30",
		.reason = "A cable"};
	AS_AUTO_FREE char *gives = PAGE(as_contest_page_jury_time(out, &admin, &form));
	cr_assert(give = strstr(gives, "value=\"give\""));
	SHOWS(give, "1:11:11");
	SHOWS(give, "A cable");
	SHOWS(give, "7:30");
	cr_expect(strstr(gives, "A cable") > give && strstr(gives, "1:11:11") > give);
}

Test(pages_audit, the_clock_tells_pauses_from_time_given_back)
{
	struct as_removed_interval removed[] = {{START + 10 * MINUTE, START + 11 * MINUTE, 0},
		{START + 20 * MINUTE, START + 22 * MINUTE, 1}};
	struct as_contest_clock clock = *as_contest_log_clock(&at.log);
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);

	clock.removed = removed;
	clock.removed_count = 2;
	case_event(&at, START + 264 * MINUTE, 0, log_entry_clock(&clock, -1));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_clock(out, &visit));
	const char *pause = strstr(page, ">Paused<"),
		   *given = strstr(page, ">Time given back from<");
	cr_assert(pause && given);
	cr_expect(pause < given && !strstr(pause + 1, ">Paused<"));
	SHOWS(given, ">Time given back to<");
	HIDES(given, ">Resumed<");
}

Test(pages_audit, the_clock_and_the_editorials_name_the_teams_that_still_have_time)
{
	static const char *const teams[] = {"t1", "t2", "t3", "t4"};
	const struct as_contest_visit visit = case_visit(&at, "judge", 305);

	for (size_t i = 0; i < 4; i++)
		case_event(&at, START + 264 * MINUTE, 0,
			json_pack("{s: s, s: s, s: [I, I], s: s, s: s}", "type", "given", "team",
				teams[i], "given", (json_int_t)(START + 100 * MINUTE),
				(json_int_t)(START + (110 + (json_int_t)i) * MINUTE), "reason",
				"A cable", "account", "admin"));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_clock(out, &visit));
	const char *said = strstr(page, "Teams that still have time: <a href=\"/teams/t1\">");
	cr_assert(said, "%s", page);
	SHOWS(said, " and 1 more; the last ends at <time");
	HIDES(said, "href=\"/teams/t4\"");
	case_state(&at, START + 305 * MINUTE);
	AS_AUTO_FREE char *ask = PAGE(as_contest_page_ceremony_question(out, &visit, NULL));
	SHOWS(ask, "<li>The contest is not over for all teams");
	SHOWS(ask, "Teams that still have time: <a href=\"/teams/t1\">");
}
