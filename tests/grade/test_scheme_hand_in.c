/* SPDX-License-Identifier: MIT */
/* The keys of a scheme about handing in, and local times of a zone. */
#include "marks_case.h"

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/scheme"
#define ITEMS "items: [{id: a, points: 10, package: p}]\n"

static void expect_time(int64_t time_s, const char *expected)
{
	int64_t expected_s;

	cr_assert_eq(as_time_parse(expected, &expected_s, NULL, NULL), 0);
	cr_expect_eq(time_s, expected_s, "%jd, not %s", (intmax_t)time_s, expected);
}

Test(scheme_hand_in, every_key_is_read)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(
		as_scheme_load(&scheme, VALID "/hand-in.json", NULL, &error), 0, "%s", error.text);
	const struct as_hand_in *hand_in = &scheme.hand_in;
	cr_expect(hand_in->has_opens);
	expect_time(hand_in->opens_s, "2026-09-28T08:00:00+02:00");
	expect_time(scheme.due_s, "2026-10-05T23:59:00+02:00");
	cr_expect_eq(scheme.due_offset_s, 7200);
	cr_expect(hand_in->has_release);
	expect_time(hand_in->release_s, "2026-10-12T12:00:00+02:00");
	cr_expect_str_eq(hand_in->files[0], "*.py");
	cr_expect_str_eq(hand_in->files[1], "report.txt");
	cr_expect_null(hand_in->files[2]);
	cr_expect_str_eq(hand_in->languages[1], "c");
	cr_expect_eq(hand_in->size_bytes, 2097152);
	cr_expect_eq(hand_in->groups, AS_HAND_IN_FORMED);
	cr_expect_eq(scheme.attempt, AS_ATTEMPT_BEST);
	cr_expect_eq(hand_in->free_count, 3);
	cr_expect_eq(hand_in->cool_down_s, 600);
	cr_expect_eq(hand_in->most_count, 20);
	cr_expect(hand_in->has_feedback);
	cr_expect_eq(hand_in->at_once, AS_DISCLOSURE_GROUPS);
	cr_expect_eq(hand_in->after_due, AS_DISCLOSURE_FIRST_FAILURE);
	cr_expect_eq(hand_in->after_release, AS_DISCLOSURE_ALL);
	cr_expect_eq(scheme.items[0].feedback, AS_FEEDBACK_ALL);
	as_scheme_clear(&scheme);
}

Test(scheme_hand_in, a_missing_key_has_its_default)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, ITEMS);
	const struct as_hand_in *hand_in = &scheme.hand_in;
	cr_expect(!hand_in->has_opens);
	cr_expect_null(hand_in->files);
	cr_expect_null(hand_in->languages);
	cr_expect_eq(hand_in->size_bytes, AS_HAND_IN_BYTES);
	cr_expect_eq(hand_in->groups, AS_HAND_IN_ALONE);
	cr_expect_eq(hand_in->free_count, AS_ATTEMPTS_UNLIMITED);
	cr_expect_eq(hand_in->most_count, AS_ATTEMPTS_UNLIMITED);
	cr_expect_eq(hand_in->cool_down_s, 0);
	cr_expect(!hand_in->has_feedback);
	cr_expect(!hand_in->has_release);
	as_scheme_clear(&scheme);
	/* With a wait, no attempt is free. */
	read_scheme(&scheme, "attempts: {cool_down: 1h}\n" ITEMS);
	cr_expect_eq(scheme.hand_in.free_count, 0);
	as_scheme_clear(&scheme);
}

Test(scheme_hand_in, feedback_by_time_never_shows_less_and_sets_the_items_default)
{
	static const struct {
		const char *text;
		enum as_disclosure at_once, after_due, after_release;
		enum as_feedback feedback;
		bool counterexample;
	} cases[] = {
		{"feedback: {}\n", AS_DISCLOSURE_NONE, AS_DISCLOSURE_NONE, AS_DISCLOSURE_NONE,
			AS_FEEDBACK_MARK, false},
		{"feedback: {at_once: verdict}\n", AS_DISCLOSURE_VERDICT, AS_DISCLOSURE_VERDICT,
			AS_DISCLOSURE_VERDICT, AS_FEEDBACK_VERDICTS, false},
		{"feedback: {after_due: counterexample}\n", AS_DISCLOSURE_NONE,
			AS_DISCLOSURE_COUNTEREXAMPLE, AS_DISCLOSURE_COUNTEREXAMPLE,
			AS_FEEDBACK_FIRST_FAILURE, true},
		{"counterexample: false\nfeedback: {after_due: counterexample}\n",
			AS_DISCLOSURE_NONE, AS_DISCLOSURE_COUNTEREXAMPLE,
			AS_DISCLOSURE_COUNTEREXAMPLE, AS_FEEDBACK_FIRST_FAILURE, false},
		{"feedback: {at_once: groups, after_release: all}\n", AS_DISCLOSURE_GROUPS,
			AS_DISCLOSURE_GROUPS, AS_DISCLOSURE_ALL, AS_FEEDBACK_ALL, true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_scheme scheme = {0};
		AS_AUTO_FREE char *text = as_text_format(NULL, "%s%s", cases[i].text, ITEMS);
		read_scheme(&scheme, text);
		cr_expect(scheme.hand_in.has_feedback);
		cr_expect_eq(scheme.hand_in.at_once, cases[i].at_once, "%s", text);
		cr_expect_eq(scheme.hand_in.after_due, cases[i].after_due, "%s", text);
		cr_expect_eq(scheme.hand_in.after_release, cases[i].after_release, "%s", text);
		cr_expect_eq(scheme.items[0].feedback, cases[i].feedback, "%s", text);
		cr_expect_eq(scheme.items[0].counterexample, cases[i].counterexample, "%s", text);
		as_scheme_clear(&scheme);
	}
}

/* ---- times ---- */

static int load(
	struct as_scheme *scheme, const char *text, const char *zone, struct as_error *error)
{
	if (as_scheme_parse(scheme, "s.yaml", text, strlen(text), error))
		return -1;
	if (as_scheme_set_zone(scheme, zone, error) == 0)
		return 0;
	as_scheme_clear(scheme);
	return -1;
}

/* A time of a zone: its meaning, or a part of the refusal. */
static const struct {
	const char *zone, *time, *meaning, *refusal;
} times[] = {
	{"Europe/Berlin", "2026-10-05 23:59", "2026-10-05T23:59:00+02:00", NULL},
	{"Europe/Berlin", "2026-12-05T23:59:30", "2026-12-05T23:59:30+01:00", NULL},
	{"Europe/Berlin", "2026-12-05T22:59:00Z", "2026-12-05T23:59:00+01:00", NULL},
	{"Asia/Kolkata", "2026-10-05 23:59", "2026-10-05T23:59:00+05:30", NULL},
	{"America/St_Johns", "2026-12-05 23:59", "2026-12-05T23:59:00-03:30", NULL},
	/* The hour that exists twice, and its neighbours. */
	{"Europe/Berlin", "2026-10-25 01:59:59", "2026-10-25T01:59:59+02:00", NULL},
	{"Europe/Berlin", "2026-10-25 02:00", NULL,
		"exists twice in Europe/Berlin, because clocks are set back; write "
		"2026-10-25T02:00:00+02:00 or 2026-10-25T02:00:00+01:00"},
	{"Europe/Berlin", "2026-10-25 02:59:59", NULL, "exists twice"},
	{"Europe/Berlin", "2026-10-25 02:30:00+02:00", "2026-10-25T02:30:00+02:00", NULL},
	{"Europe/Berlin", "2026-10-25 02:30:00+01:00", "2026-10-25T02:30:00+01:00", NULL},
	{"Europe/Berlin", "2026-10-25 03:00", "2026-10-25T03:00:00+01:00", NULL},
	/* The hour that does not exist, and its neighbours. */
	{"Europe/Berlin", "2026-03-29 01:59:59", "2026-03-29T01:59:59+01:00", NULL},
	{"Europe/Berlin", "2026-03-29 02:00", NULL,
		"does not exist in Europe/Berlin, because clocks are set forward; write "
		"2026-03-29T03:00:00+02:00"},
	{"Europe/Berlin", "2026-03-29 02:30:00+01:00", NULL, "write 2026-03-29T03:30:00+02:00"},
	{"Europe/Berlin", "2026-03-29 03:00", "2026-03-29T03:00:00+02:00", NULL},
	/* Half an hour, and a whole day. */
	{"Australia/Lord_Howe", "2026-04-05 01:45", NULL, "exists twice"},
	{"Australia/Lord_Howe", "2026-10-04 02:15", NULL, "does not exist"},
	{"Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-04T02:30:00+11:00", NULL},
	{"Pacific/Apia", "2011-12-30 12:00", NULL, "does not exist"},
	/* An offset that is not the zone's. */
	{"Europe/Berlin", "2026-10-26 23:59:00+02:00", NULL, "write 2026-10-26T23:59:00+01:00"},
	{"Asia/Kolkata", "2026-10-26 23:59:00+05:00", NULL, "write 2026-10-26T23:59:00+05:30"},
};

/* The value of a key is at `value`; extensions need a deadline before them. */
static void try_key(const char *before, const char *key, const char *after, size_t row,
	int64_t (*value_of)(const struct as_scheme *scheme))
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	AS_AUTO_FREE char *text = as_text_format(NULL, "zone: %s\n%s%s'%s'%s\n%s", times[row].zone,
		before, key, times[row].time, after, ITEMS);
	const int status = load(&scheme, text, NULL, &error);

	cr_expect_eq(status, times[row].refusal ? -1 : 0, "%s: %s", text, error.text);
	if (status == 0 && times[row].meaning)
		expect_time(value_of(&scheme), times[row].meaning);
	if (status && times[row].refusal) {
		cr_expect(strstr(error.text, times[row].refusal), "%s: %s", text, error.text);
		cr_expect_gt(error.line, 0);
	}
	as_scheme_clear(&scheme);
}

static int64_t due_of(const struct as_scheme *scheme)
{
	return scheme->due_s;
}

static int64_t opens_of(const struct as_scheme *scheme)
{
	return scheme->hand_in.opens_s;
}

static int64_t release_of(const struct as_scheme *scheme)
{
	return scheme->hand_in.release_s;
}

static int64_t extended_of(const struct as_scheme *scheme)
{
	return as_scheme_due_of(scheme, "s1");
}

Test(scheme_hand_in, every_time_without_an_offset_is_a_local_time_of_the_zone)
{
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		try_key("", "due: ", "", i, due_of);
		try_key("", "opens: ", "", i, opens_of);
		try_key("", "release: ", "", i, release_of);
		try_key("due: 2000-01-01T00:00:00Z\n", "extensions: {s1: ", "}", i, extended_of);
	}
}

Test(scheme_hand_in, another_zone_reads_local_times_again)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	static const char text[] = "zone: Europe/Berlin\nopens: 2026-10-01 08:00\n"
				   "due: 2026-10-25 01:30\nrelease: 2026-10-26T12:00:00Z\n"
				   "extensions: {s1: 2026-10-26 08:00, s2: 1d}\n" ITEMS;

	cr_assert_eq(load(&scheme, text, "America/New_York", &error), 0, "%s", error.text);
	expect_time(scheme.hand_in.opens_s, "2026-10-01T08:00:00-04:00");
	expect_time(scheme.due_s, "2026-10-25T01:30:00-04:00");
	cr_expect_eq(scheme.due_offset_s, -4 * 3600);
	expect_time(scheme.hand_in.release_s, "2026-10-26T12:00:00Z");
	expect_time(as_scheme_due_of(&scheme, "s1"), "2026-10-26T08:00:00-04:00");
	expect_time(as_scheme_due_of(&scheme, "s2"), "2026-10-26T01:30:00-04:00");
	as_scheme_clear(&scheme);
	/* In Los Angeles the deadline would be after the release. */
	cr_expect_eq(load(&scheme,
			     "zone: Europe/Berlin\ndue: 2026-10-25 01:30\n"
			     "release: 2026-10-25T00:00:00Z\n" ITEMS,
			     "America/Los_Angeles", &error),
		-1);
	cr_expect(strstr(error.text, "release is before due"), "%s", error.text);
	as_error_clear(&error);
	/* The same zone by an option, and the deadline of a platform, which stays. */
	cr_assert_eq(as_scheme_parse(&scheme, "s.yaml", text, strlen(text), &error), 0);
	as_scheme_set_due(&scheme, 1800000000, 0);
	cr_expect_eq(as_scheme_set_zone(&scheme, "Europe/Berlin", &error), 0, "%s", error.text);
	cr_expect_eq(scheme.due_s, 1800000000);
	as_scheme_clear(&scheme);
}

Test(scheme_hand_in, the_zone_of_an_option_reads_local_times_of_a_file_without_one)
{
	char path[] = "/tmp/assay-test-XXXXXX.yaml";
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	FILE *file = fdopen(mkstemps(path, strlen(".yaml")), "w");

	cr_assert_not_null(file);
	fputs("due: 2026-10-05 23:59\n" ITEMS, file);
	cr_assert_eq(fclose(file), 0);
	cr_expect_eq(as_scheme_load(&scheme, path, NULL, &error), -1);
	cr_expect(strstr(error.text, "has no time zone"), "%s", error.text);
	as_error_clear(&error);
	cr_assert_eq(as_scheme_load(&scheme, path, "Asia/Kolkata", &error), 0, "%s", error.text);
	expect_time(scheme.due_s, "2026-10-05T23:59:00+05:30");
	as_scheme_clear(&scheme);
	unlink(path);
}

/* ---- sections ---- */

Test(scheme_hand_in, the_latest_extension_of_a_person_and_its_sections_counts)
{
	static const struct {
		const char *id, *sections[3], *due;
		int status;
	} cases[] = {
		{"s1", {"A"}, "2026-10-07T23:59:00Z", 0},
		{"s1", {"B"}, "2026-10-07T23:59:00Z", 0},
		{"s1", {"B", "C"}, "2026-10-08T12:00:00Z", 1},
		{"s0", {"B"}, "2026-10-06T23:59:00Z", 1},
		{"s9", {"B", "nobody's"}, "2026-10-06T23:59:00Z", 1},
		{"s9", {NULL}, "2026-10-05T23:59:00Z", 0},
		{"s9", {"b"}, "2026-10-05T23:59:00Z", 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_scheme scheme = {0};
		struct as_error error = {0};
		read_scheme(&scheme, "due: 2026-10-05T23:59:00Z\n"
				     "extensions: {\"section B\": 1d, s1: 2d, "
				     "\"section C\": 2026-10-08T12:00:00Z}\n" ITEMS);
		cr_expect_eq(
			as_scheme_extend_sections(&scheme, cases[i].id, cases[i].sections, &error),
			cases[i].status);
		expect_time(as_scheme_due_of(&scheme, cases[i].id), cases[i].due);
		cr_expect_eq(as_scheme_due_of(&scheme, "s2"), scheme.due_s);
		as_scheme_clear(&scheme);
	}
}

Test(scheme_hand_in, many_students_of_a_section_have_its_extension)
{
	static const char *const sections[] = {"B", NULL};
	struct as_scheme scheme = {0};
	char id[16];

	read_scheme(&scheme, "due: 2026-10-05T23:59:00Z\nextensions: {\"section B\": 1d}\n" ITEMS);
	for (int i = 0; i < 5000; i++) {
		snprintf(id, sizeof(id), "s%d", i);
		cr_assert_eq(as_scheme_extend_sections(&scheme, id, sections, NULL), 1);
	}
	cr_expect_eq(scheme.extensions.count, 5001);
	for (int i = 0; i < 5000; i++) {
		snprintf(id, sizeof(id), "s%d", i);
		cr_assert_eq(as_scheme_due_of(&scheme, id), scheme.due_s + 86400);
	}
	for (size_t i = 0; i < scheme.extensions.count; i++)
		cr_expect_eq(as_extension_section(&scheme.extensions.items[i]) != NULL,
			strcmp(scheme.extensions.items[i].id, "section B") == 0);
	as_scheme_clear(&scheme);
}
