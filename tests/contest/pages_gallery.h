/* SPDX-License-Identifier: MIT */
/* A contest in its last hour: ten teams, six problems, and everything that a board can show. */
#ifndef ASSAY_TESTS_CONTEST_PAGES_GALLERY_H
#define ASSAY_TESTS_CONTEST_PAGES_GALLERY_H

#include "pages_case.h"

static inline void gallery_folder(const struct pages_case *at)
{
	case_put(at, "contest.yaml",
		"id: autumn\nname: Autumn Programming Contest\nformal_name: The 12th Autumn "
		"Programming Contest of the City\nduration: 5:00:00\n"
		"scoreboard_freeze_duration: 1:00:00\npenalty_time: 0:20:00\n"
		"rules: {medals: {gold: 1, silver: 2, bronze: 2}}\n"
		"registration: {join_code: maple-leaf}\n");
	case_package(at, "any", "coinsany");
	case_package(at, "dumb", "coinsdumb");
	case_package(at, "even", "coinswho");
	case_package(at, "huge", "coinshuge");
	case_package(at, "moves", "coinsmoves");
	case_package(at, "play", "coinsparity");
	case_put(at, "problems.yaml",
		"- {id: any, label: A, name: Coins of Any Value, rgb: '#e6194b', package: "
		"packages/any}\n"
		"- {id: dumb, label: B, name: A Greedy Opponent, rgb: '#3cb44b', package: "
		"packages/dumb, feedback: full, counterexample: true}\n"
		"- {id: even, label: C, name: Who Wins, rgb: '#ffe119', package: packages/even}\n"
		"- {id: huge, label: D, name: Long Rows, rgb: '#4363d8', package: packages/huge}\n"
		"- {id: moves, label: E, name: Name the Moves, rgb: '#f58231', package: "
		"packages/moves}\n"
		"- {id: play, label: F, name: Odd and Even, rgb: '#911eb4', package: "
		"packages/play}\n");
	case_put(at, "groups.yaml",
		"- {id: students, name: Students}\n- {id: guests, name: Guests}\n"
		"- {id: staff, name: Staff, hidden: true}\n");
	case_put(at, "organizations.yaml",
		"- {id: north, name: Northern University, country: SWE}\n"
		"- {id: coast, name: University of the Coast}\n"
		"- {id: tech, name: City Institute of Technology}\n");
	case_put(at, "teams.yaml",
		"- {id: t1, label: '1', name: Segmentation Fault, organization_id: north, "
		"group_ids: [students]}\n"
		"- {id: t2, label: '2', name: The Greedy Three, organization_id: coast, group_ids: "
		"[students]}\n"
		"- {id: t3, label: '3', name: Off by One, organization_id: tech, group_ids: "
		"[students]}\n"
		"- {id: t4, label: '4', name: 'O(n log n) & Friends', organization_id: north, "
		"group_ids: [students]}\n"
		"- {id: t5, label: '5', name: Zwölf Boxkämpfer, organization_id: coast, "
		"group_ids: [guests]}\n"
		"- {id: t6, label: '6', name: 東京プログラマーズ, group_ids: [guests]}\n"
		"- {id: t7, label: '7', name: Memory Leak, organization_id: tech, group_ids: "
		"[students]}\n"
		"- {id: t8, label: '8', name: A Team With a Name That Is Rather Long for a Board, "
		"organization_id: tech, group_ids: [students]}\n"
		"- {id: t9, label: '9', name: Late Arrivals, organization_id: north, group_ids: "
		"[students]}\n"
		"- {id: jury, label: '0', name: Jury, group_ids: [staff]}\n");
	case_put(at, "persons.yaml",
		"- {id: p1, name: Ada Lindqvist, role: contestant, team_ids: [t1]}\n"
		"- {id: p2, name: Bo Chen, role: contestant, team_ids: [t1]}\n"
		"- {id: p3, name: Clara Weiss, role: coach, team_ids: [t1]}\n");
	case_put(at, "accounts.yaml",
		"- {id: team1, username: team1, password: maple-syrup-1, type: team, team_id: t1}\n"
		"- {id: team2, username: team2, password: maple-syrup-2, type: team, team_id: t2}\n"
		"- {id: admin, username: admin, password: maple-syrup-3, type: admin, name: Alex "
		"Admin}\n"
		"- {id: judge, username: judge, password: maple-syrup-4, type: judge}\n"
		"- {id: watcher, username: watcher, password: maple-syrup-5, type: analyst}\n");
}

/* `sees_freeze`: submissions of the freeze are judged. */
static inline void gallery_submissions(struct pages_case *at, bool sees_freeze)
{
	static const struct {
		int minute;
		const char *team, *problem, *verdict;
	} rows[] = {{7, "t2", "any", "AC"}, {9, "t1", "any", "WA"}, {12, "t1", "any", "AC"},
		{15, "t3", "any", "CE"}, {16, "t3", "any", "AC"}, {21, "t4", "dumb", "AC"},
		{25, "t1", "dumb", "AC"}, {31, "t6", "any", "AC"}, {40, "t5", "any", "TLE"},
		{44, "t5", "any", "TLE"}, {52, "t5", "any", "AC"}, {58, "t2", "dumb", "AC"},
		{63, "t1", "even", "AC"}, {71, "t7", "dumb", "RTE"}, {77, "t7", "any", "AC"},
		{81, "t4", "any", "AC"}, {95, "t2", "even", "WA"}, {99, "t2", "even", "WA"},
		{104, "t2", "even", "AC"}, {118, "t3", "dumb", "AC"}, {126, "t8", "any", "MLE"},
		{134, "t1", "huge", "WA"}, {140, "t1", "huge", "AC"}, {147, "t6", "dumb", "AC"},
		{155, "t4", "even", "AC"}, {166, "t2", "moves", "AC"}, {171, "jury", "play", "AC"},
		{180, "t8", "any", "AC"}, {190, "t3", "even", "WA"}, {200, "t1", "moves", "AC"},
		{214, "t2", "huge", "TLE"}, {222, "t4", "huge", "WA"}, {231, "t2", "huge", "AC"},
		/* In the freeze. */
		{245, "t1", "play", "WA"}, {251, "t1", "play", "AC"}, {255, "t3", "even", "AC"},
		{258, "t2", "play", "WA"}, {262, "t5", "dumb", NULL}, {263, "t1", "play", NULL}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		case_submit(at, rows[i].minute, rows[i].team, rows[i].problem,
			rows[i].minute < 240 || sees_freeze ? rows[i].verdict : NULL);
}

static inline void gallery_open_as(struct pages_case *at, bool sees_freeze)
{
	const struct as_contest_clock clock = case_five_hours();

	case_make(at);
	gallery_folder(at);
	case_open(at);
	case_clock(at, START - 60 * MINUTE, &clock);
	case_state(at, START);
	case_clarify(at, 3, NULL, NULL, 0, NULL,
		"Welcome! Food is served at noon.\nPlease keep your badge with you.");
	case_clarify(at, 30, "t1", NULL, 0, "any", "May a coin have the value 0?");
	case_clarify(at, 34, NULL, "t1", 2, "any", "Yes. Read the limits.");
	case_clarify(at, 90, "t2", NULL, 0, "huge", "Is n even in problem D?");
	gallery_submissions(at, sees_freeze);
	case_state(at, START + 240 * MINUTE);
}

/* A print of each state, and a balloon to take back. `text` is untrusted. */
static inline void gallery_hall(struct pages_case *at, const char *text)
{
	static const char *const actions[] = {"fail", "send", "deliver"};

	for (int i = 0; i < 3; i++) {
		case_event(at, START + (100 + i) * MINUTE, 0,
			json_pack("{s: s, s: s, s: s, s: i, s: i}", "type", "print", "team", "t1",
				"name", text, "lines", 70, "pages", 2));
		case_event(at, START + (105 + i) * MINUTE, 0,
			json_pack("{s: s, s: i, s: s, s: s, s: s}", "type", "printed", "print",
				i + 1, "action", actions[i], "why", text, "account", "admin"));
	}
	case_event(at, START + 4 * MINUTE, 0,
		json_pack("{s: s, s: s, s: b, s: s, s: s}", "type", "checkin", "team", "t1",
			"present", 1, "place", text, "account", "admin"));
	for (int i = 0; i < 2; i++)
		case_event(at, START + 110 * MINUTE, 0,
			json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "balloon", "team",
				i ? "t9" : "t1", "problem", "any", "action", "deliver", "account",
				"admin"));
}

/* Uploads for the first two problems, of which the first is verified. */
static inline void gallery_candidates(struct pages_case *at, const char *text)
{
	char digest[AS_DIGEST_HEX_SIZE] = "";

	memset(digest, 'c', sizeof digest - 1);
	for (size_t i = 0; i < 2; i++)
		case_event(at, START + 120 * MINUTE, 0,
			json_pack("{s: s, s: s, s: s, s: s, s: s, s: s, s: i, s: [s, s], s: s}",
				"type", "candidate", "problem", at->contest->problems[i].id,
				"package", digest, "archive", digest, "against", digest, "name",
				text, "bytes", 4711, "changes", text, "Tests added: 1 (secret/9).",
				"account", "admin"));
	case_event(at, START + 121 * MINUTE, 0,
		json_pack("{s: s, s: s, s: I, s: s, s: i, s: s, s: [s], s: s}", "type", "candidate",
			"problem", at->contest->problems[0].id, "candidate",
			(json_int_t)as_contest_log_candidate(&at->log, 0)->event, "state",
			"checked", "ok", 0, "conclusion", text, "findings", text, "report",
			digest));
}

static inline void gallery_open(struct pages_case *at)
{
	gallery_open_as(at, true);
}

/* The contest is over; with `thaws` it is thawed and final. */
static inline void gallery_end(struct pages_case *at, bool thaws)
{
	struct as_contest_clock clock = case_five_hours();

	case_judge(at, 37, START + 290 * MINUTE, "AC");
	case_judge(at, 38, START + 291 * MINUTE, "WA");
	case_clarify(at, 295, NULL, "t2", 4, "huge", "No.");
	if (thaws) {
		clock.thaw_wall_ms = START + 310 * MINUTE;
		clock.finalized_wall_ms = START + 305 * MINUTE;
		case_clock(at, START + 311 * MINUTE, &clock);
	}
	case_state(at, START + 320 * MINUTE);
}

#endif
