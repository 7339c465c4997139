/* SPDX-License-Identifier: MIT */
/*
 * A contest for tests of its pages: a folder on the disk, and a log without a store, which gets its
 * events from the test. Nothing is judged, and no time passes.
 */
#ifndef ASSAY_TESTS_CONTEST_PAGES_CASE_H
#define ASSAY_TESTS_CONTEST_PAGES_CASE_H

#include "apply.h"
#include "clock.h"
#include "state.h"

#include <assay/contest/pages.h>
#include <assay/html.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MINUTE INT64_C(60000)
#define ALL_CLARIFICATIONS ((struct as_contest_desk_filter){0})
/* 2026-11-23T12:00:00Z */
#define START INT64_C(1795435200000)

struct pages_case {
	char folder[64];
	struct as_contest *contest;
	struct as_contest_log log;
	struct as_languages *languages;
	int64_t number; /* of the last event */
};

/* ---- the folder ---- */

static inline void case_put(const struct pages_case *at, const char *name, const char *text)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", at->folder, name);

	cr_assert_eq(as_file_write(AT_FDCWD, path, text, strlen(text), 0600, NULL), 0, "%s", path);
}

/* Copies a file of the repository under another name. */
static inline void case_copy(const struct pages_case *at, const char *from, const char *to)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", ASSAY_SOURCE_DIR, from);
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &text, NULL), 0, "%s", path);
	case_put(at, to, text.data);
}

static inline void case_folder(const struct pages_case *at, const char *name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", at->folder, name);

	cr_assert_eq(as_dir_make(AT_FDCWD, path, 0700, NULL), 0, "%s", path);
}

/* A package with one secret test; its statement and first two samples are those of a bundled
 * package. */
static inline void case_package(const struct pages_case *at, const char *id, const char *bundled)
{
	static const char *const files[] = {"data/sample/1.in", "data/sample/1.ans",
		"data/sample/2.in", "data/sample/2.ans", "statement/problem.en.md"};
	AS_AUTO_FREE char *folder = as_text_format(NULL, "packages/%s", id);

	case_folder(at, "packages");
	case_folder(at, folder);
	for (const char *const *one = (const char *const[]){"/data", "/data/sample", "/data/secret",
		     "/statement", NULL};
		*one; one++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s%s", folder, *one);
		case_folder(at, path);
	}
	AS_AUTO_FREE char *settings = as_text_format(NULL,
		"problem_format_version: 2025-09\nname: {en: \"%s\"}\nuuid: "
		"397bcb5a-75da-4376-b0ad-d03d0150%04zx\nlicense: public domain\n"
		"limits: {time_limit: 2, memory: 256}\n",
		bundled, strlen(bundled));
	AS_AUTO_FREE char *yaml = as_text_format(NULL, "%s/problem.yaml", folder);
	AS_AUTO_FREE char *input = as_text_format(NULL, "%s/data/secret/1.in", folder);
	AS_AUTO_FREE char *answer = as_text_format(NULL, "%s/data/secret/1.ans", folder);
	case_put(at, yaml, settings);
	case_put(at, input, "1\n5\n");
	case_put(at, answer, "5\n");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		AS_AUTO_FREE char *from = as_text_format(NULL, "problems/%s/%s", bundled, files[i]);
		AS_AUTO_FREE char *to = as_text_format(NULL, "%s/%s", folder, files[i]);
		case_copy(at, from, to);
	}
}

static inline void case_make(struct pages_case *at)
{
	strcpy(at->folder, "/tmp/assay-pages-XXXXXX");
	cr_assert_not_null(mkdtemp(at->folder));
}

static inline void case_open(struct pages_case *at)
{
	const atomic_bool cancel = false;
	struct as_error error = {0};
	char text[1600];

	at->contest = as_contest_open(at->folder, NULL, &cancel, &error);
	cr_assert_not_null(at->contest, "%s", as_error_format(&error, text, sizeof text));
	cr_assert_eq(as_contest_require(at->contest, &error), 0, "%s",
		as_error_format(&error, text, sizeof text));
	at->languages = as_languages_open(NULL, &error);
	cr_assert_not_null(at->languages);
	at->log = (struct as_contest_log){.contest = at->contest,
		.journal = as_journal_open(&(struct as_journal_config){.noun = "contest"}, &error),
		.state = {.countdown_ms = -1}};
	cr_assert_not_null(at->log.journal);
	cr_assert_eq(log_boards_open(&at->log, &error), 0);
}

static inline void case_close(struct pages_case *at)
{
	log_state_clear(&at->log.state);
	as_journal_close(at->log.journal);
	as_languages_close(at->languages);
	as_contest_close(at->contest);
	as_dir_remove(AT_FDCWD, at->folder, NULL);
}

/* ---- events ---- */

static inline void case_event(struct pages_case *at, int64_t wall_ms, int64_t job, json_t *body)
{
	AS_AUTO_JSON json_t *owned = body;
	struct as_error error = {0};

	cr_assert_not_null(owned);
	AS_AUTO_FREE char *text = json_dumps(owned, JSON_COMPACT);
	const struct as_store_record record = {
		.event = {.number = ++at->number, .time_ms = wall_ms, .job = job},
		.body = {text, strlen(text)}};
	cr_assert_eq(log_apply(&at->log, &record, &error), 0, "%s", error.text);
}

static inline void case_clock(
	struct pages_case *at, int64_t wall_ms, const struct as_contest_clock *clock)
{
	case_event(at, wall_ms, 0, log_entry_clock(clock, -1));
}

/* The clock of most tests: five hours from START, the last one frozen. */
static inline struct as_contest_clock case_five_hours(void)
{
	return (struct as_contest_clock){.start_wall_ms = START,
		.duration_ms = 300 * MINUTE,
		.freeze_duration_ms = 60 * MINUTE,
		.thaw_wall_ms = AS_NEVER_MS,
		.finalized_wall_ms = AS_NEVER_MS};
}

/* Sets the state to that of a time. */
static inline void case_state(struct pages_case *at, int64_t wall_ms)
{
	case_event(at, wall_ms, 0, json_pack("{s: s}", "type", "state"));
}

/* Judges a submission, by its index. */
static inline void case_judge(
	struct pages_case *at, size_t submission, int64_t wall_ms, const char *verdict)
{
	case_event(at, wall_ms, 0,
		json_pack("{s: s, s: I, s: s, s: I}", "type", "judgement", "job",
			(json_int_t)(1000 + submission), "verdict", verdict, "max_run_ns",
			(json_int_t)150000000));
}

/* Adds a submission in a minute of the contest and returns its index; verdict NULL: not judged. */
static inline size_t case_submit(struct pages_case *at, int64_t minute, const char *team,
	const char *problem, const char *verdict)
{
	const size_t index = as_contest_log_submission_count(&at->log);
	const int64_t job = 1000 + (int64_t)index;

	case_event(at, START + minute * MINUTE + 1000, job,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "submission", "team", team,
			"problem", problem, "language", "cpp", "name", "main.cpp"));
	cr_assert_eq(as_contest_log_submission_count(&at->log), index + 1);
	if (verdict)
		case_judge(at, index, START + minute * MINUTE + 5000, verdict);
	return index;
}

/* NULL: from the jury, or to all. `reply_to` is a number from 1; 0: none. */
static inline void case_clarify(struct pages_case *at, int64_t minute, const char *from,
	const char *to, int reply_to, const char *problem, const char *text)
{
	case_event(at, START + minute * MINUTE, 0,
		json_pack("{s: s, s: s*, s: s*, s: i, s: s*, s: s}", "type", "clarification",
			"from_team", from, "to_team", to, "reply_to", reply_to, "problem", problem,
			"text", text));
}

/* Events of the jury for the audit trail, for which there is no other helper. */
static inline void case_acts(struct pages_case *at, int64_t minute, const char *username)
{
	const int64_t wall_ms = START + minute * MINUTE;
	struct as_contest_clock clock = *as_contest_log_clock(&at->log);
	json_t *entry;

	case_event(at, wall_ms, 5000,
		json_pack("{s: s, s: i, s: s}", "type", "again", "submission", 2, "account",
			username));
	case_event(at, wall_ms + 1000, 0,
		json_pack("{s: s, s: i, s: b, s: s}", "type", "ignore", "submission", 9, "ignored",
			1, "account", username));
	case_event(at, wall_ms + 2000, 0,
		json_pack("{s: s, s: i, s: b}", "type", "ignore", "submission", 9, "ignored", 0));
	clock.duration_ms += 10 * MINUTE;
	clock.freeze_duration_ms += 10 * MINUTE;
	entry = log_entry_clock(&clock, -1);
	json_object_set_new(entry, "account", json_string(username));
	case_event(at, wall_ms + 3000, 0, entry);
	clock.duration_ms -= 10 * MINUTE;
	clock.freeze_duration_ms -= 10 * MINUTE;
	entry = log_entry_clock(&clock, -1);
	json_object_set_new(entry, "account", json_string(username));
	case_event(at, wall_ms + 4000, 0, entry);
	case_event(at, wall_ms + 5000, 0,
		json_pack("{s: s, s: s, s: s, s: s}", "type", "clarification", "to_team", "t1",
			"text", "Look\n<here>.", "account", username));
}

/* Opens a rejudging of the first `count` submissions (numbers). `text`: its reason. */
static inline void case_rejudging(
	struct pages_case *at, int64_t minute, size_t count, const char *text)
{
	json_t *numbers = json_array();

	for (size_t i = 1; i <= count; i++)
		json_array_append_new(numbers, json_integer((json_int_t)i));
	case_event(at, START + minute * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s, s: o}", "type", "rejudging", "reason", text,
			"filter", text, "account", "admin", "submissions", numbers));
}

/* Judges a submission, by its number, in a rejudging. */
static inline void case_propose(
	struct pages_case *at, int64_t minute, int rejudging, int number, const char *verdict)
{
	const int64_t job = 6000 + (int64_t)as_contest_log_judgement_count(&at->log),
		      wall_ms = START + minute * MINUTE;

	case_event(at, wall_ms, job,
		json_pack("{s: s, s: i, s: i}", "type", "proposal", "rejudging", rejudging,
			"submission", number));
	case_event(at, wall_ms + 1000, 0,
		json_pack("{s: s, s: I, s: s}", "type", "judgement", "job", (json_int_t)job,
			"verdict", verdict));
}

/* ---- pages ---- */

static const struct as_contest_board_filter all_teams __attribute__((unused));

struct page_text {
	FILE *out;
	char *text;
	size_t size;
};
static inline struct page_text *page_text_open(struct page_text *page)
{
	page->out = open_memstream(&page->text, &page->size);
	cr_assert_not_null(page->out);
	return page;
}
static inline char *page_text_close(struct page_text *page)
{
	return as_text_close(page->out, &page->text, NULL);
}
/* The text that statements write to `out`, on the heap. */
#define PAGE(statements)                                                                           \
	({                                                                                         \
		struct page_text page_ = {0};                                                      \
		FILE *out = page_text_open(&page_)->out;                                           \
		statements;                                                                        \
		page_text_close(&page_);                                                           \
	})

/* The output of a command that checks pages; "\n": all is well. */
static inline char *page_command(const char *command)
{
	struct page_text text = {0};
	page_text_open(&text);
	FILE *pipe = popen(command, "r");
	cr_assert_not_null(pipe);
	for (int byte; (byte = fgetc(pipe)) != EOF;)
		fputc(byte, text.out);
	const int status = pclose(pipe);
	char *said = page_text_close(&text);
	cr_assert_not_null(said);
	cr_assert_eq(status == 0, strcmp(said, "\n") == 0, "%s", said);
	return said;
}

static inline struct as_contest_visit case_visit(
	const struct pages_case *at, const char *username, int64_t minute)
{
	return (struct as_contest_visit){.log = &at->log,
		.base = "",
		.now_wall_ms = START + minute * MINUTE,
		.account = username ? as_contest_log_find_username(&at->log, username)
				    : AS_CONTEST_NONE,
		.csrf = "0123456789abcdef",
		.languages = at->languages};
}

#endif
