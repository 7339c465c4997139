/* SPDX-License-Identifier: MIT */
/* Event bodies: parsing in place must give the same result as a JSON tree. */
#include "body.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(body, .timeout = 600);

/* The text is kept, because fields point into it. */
struct reading {
	char text[2048];
	struct log_body body;
};

static void read_text(struct reading *reading, const char *before, const char *text)
{
	struct as_error error = {0};

	snprintf(reading->text, sizeof(reading->text), "%s%s", before, text);
	const struct as_store_record record = {.body = {reading->text, strlen(reading->text)}};
	cr_assert_eq(log_body_read(&record, &reading->body, &error), 0, "%s", error.text);
}

static void expect_same_rows(
	const struct log_rows *one, const struct log_rows *other, const char *text)
{
	cr_assert_eq(
		one->count, other->count, "%zu and %zu rows: %s", one->count, other->count, text);
	for (size_t i = 0; i < one->count; i++) {
		const struct log_row *a = &one->items[i], *b = &other->items[i];
		cr_assert(a->job == b->job && a->run.test == b->run.test &&
				  a->run.verdict == b->run.verdict &&
				  a->run.time_ns == b->run.time_ns &&
				  a->run.wall_ms == b->run.wall_ms,
			"row %zu: %s", i, text);
	}
}

static void expect_same_field(
	const struct log_body *body, const char *key, const json_t *value, const char *text)
{
	const char *own = as_journal_body_text(&body->of, key);
	int64_t number;

	if (json_is_string(value))
		cr_assert_str_eq(
			own ? own : "(none)", json_string_value(value), "%s: %s", key, text);
	else
		cr_assert_null(own, "%s: %s", key, text);
	const bool has_number = as_journal_body_number(&body->of, key, &number);
	cr_assert_eq(has_number, json_is_integer(value), "%s: %s", key, text);
	if (has_number)
		cr_assert_eq(number, json_integer_value(value), "%s: %s", key, text);
}

/* Compares with the same text after a blank, which forces the tree. True: the text was parsed in
 * place. */
static bool expect_as_by_tree(const char *text)
{
	struct reading one, other;
	const char *key;
	json_t *value;

	read_text(&one, "", text);
	read_text(&other, *text == '{' ? "{ " : "", *text == '{' ? text + 1 : text);
	const bool is_in_place = one.body.of.field_count > 0;
	cr_assert(is_in_place || json_equal(one.body.of.json, other.body.of.json) ||
			  (!one.body.of.json && !other.body.of.json),
		"%s", text);
	cr_assert(!is_in_place || json_is_object(other.body.of.json), "%s", text);
	json_object_foreach(other.body.of.json, key,
		value) if (strcmp(key, "runs") != 0 && strcmp(key, "begun") != 0)
		expect_same_field(&one.body, key, value, text);
	for (size_t i = 0; i < one.body.of.field_count; i++)
		cr_assert(
			json_object_get(other.body.of.json, one.body.of.fields[i].key), "%s", text);
	expect_same_rows(&one.body.runs, &other.body.runs, text);
	expect_same_rows(&one.body.begun, &other.body.begun, text);
	log_body_clear(&one.body);
	log_body_clear(&other.body);
	return is_in_place;
}

#define JUDGEMENT "{\"type\":\"judgement\",\"job\":7,"

Test(body, judgements_are_read_in_place)
{
	struct reading made;

	read_text(&made, JUDGEMENT,
		"\"verdict\":\"TLE\",\"runs\":[[0,\"AC\",12],[2,\"TLE\",-1]],\"max_run_ns\":12}");
	const struct log_body *body = &made.body;
	cr_assert_null(body->of.json);
	cr_assert_str_eq(as_journal_body_text(&body->of, "verdict"), "TLE");
	cr_assert_eq(body->runs.count, 2);
	cr_assert_eq(body->runs.items[1].run.test, 2);
	cr_assert_eq(body->runs.items[1].run.verdict, AS_VERDICT_TLE);
	cr_assert_eq(body->runs.items[1].run.time_ns, -1);
	cr_assert_eq(body->runs.items[1].job, 0);
	log_body_clear(&made.body);
}

Test(body, reports_of_judging_are_read_in_place)
{
	struct reading made;

	read_text(&made, "",
		"{\"type\":\"judging\",\"begun\":[[31,17]],\"runs\":[[31,4,\"WA\",500,"
		"1790000000000]]}");
	const struct log_body *body = &made.body;
	cr_assert_null(body->of.json);
	cr_assert_eq(body->begun.count, 1);
	cr_assert_eq(body->begun.items[0].run.wall_ms, 17);
	cr_assert_eq(body->runs.count, 1);
	cr_assert_eq(body->runs.items[0].job, 31);
	cr_assert_eq(body->runs.items[0].run.test, 4);
	cr_assert_eq(body->runs.items[0].run.wall_ms, INT64_C(1790000000000));
	log_body_clear(&made.body);
}

Test(body, unusual_texts_are_read_as_in_a_tree)
{
	static const char *const texts[] = {
		"\"runs\":[]}",
		"\"runs\":[[0,\"AC\",1]],\"runs\":[[1,\"WA\",2],[2,\"WA\",3]]}",
		"\"runs\":[],\"runs\":[[1,\"WA\",2]]}",
		"\"runs\":[[1,\"WA\",2]],\"runs\":[]}",
		"\"runs\":[[0,\"AC\",1]],\"runs\":5}",
		"\"job\":8}",
		"\"a\":{\"runs\":[[0,\"AC\",1]]}}",
		"\"text\":\"a\\\"b\"}",
		"\"text\":\"\\u0041\"}",
		"\"text\":\"\xc3\xa9\"}",
		"\"text\":\"\xff\"}",
		"\"text\":\"a\tb\"}",
		"\"text\":\"\"}",
		"\"\":\"\"}",
		"\"x\":true,\"y\":null}",
		"\"x\":1.5}",
		"\"x\":01}",
		"\"x\":-0}",
		"\"x\":-}",
		"\"x\":999999999999999999}",
		"\"x\":-9223372036854775808}",
		"\"x\":99999999999999999999}",
		"\"groups_e6\":[1,2]}",
		"\"runs\":[[0,\"XX\",1]]}",
		"\"runs\":[[0,\"\",1]]}",
		"\"runs\":[[0,\"ABCDEFGHIJ\",1]]}",
		"\"runs\":[[0,null,1]]}",
		"\"runs\":[[0,\"AC\"]]}",
		"\"runs\":[0,null,[]]}",
		"\"runs\":[[4294967297,\"AC\",1]]}",
		"\"runs\":[[0,\"AC\",1],]}",
		"\"runs\":[[0,\"AC\",1]",
		"\"runs\":[[0,\"AC\",1",
		"\"runs\":[",
		"\"runs\":[[1,2,\"AC\",3,4,5]]}",
		"\"runs\":[[1,2,\"AC\",3]]}",
		"\"begun\":[[1]]}",
		"\"begun\":[[1,2,3]]}",
		"\"x\":1,}",
		"\"x\":1}}",
		"\"x\":1} ",
		"\"x\"",
		"}",
		"",
		"\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,"
		"\"k\":1,\"l\":1,\"m\":1,\"n\":1,\"o\":1,\"p\":1}",
	};
	char text[1024];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(text, sizeof(text), "%s%s", JUDGEMENT, texts[i]);
		expect_as_by_tree(text);
		snprintf(text, sizeof(text), "{\"type\":\"award\",%s", texts[i]);
		cr_assert_not(expect_as_by_tree(text));
	}
	cr_assert_not(expect_as_by_tree("null"));
	cr_assert_not(expect_as_by_tree("[]"));
	cr_assert_not(expect_as_by_tree(""));
}

Test(body, changed_texts_are_read_as_in_a_tree)
{
	static const char text[] = JUDGEMENT "\"runs\":[[0,\"AC\",12],[10,\"TLE\",-1],"
					     "[7,3,\"WA\",5,6]],\"begun\":[[3,4]],\"name\":\"a b\","
					     "\"max\":12}";
	static const char bytes[] = "[]{},:\"\\0123456789-.ACWTLEn xe";
	const size_t fixed = strlen("{\"type\":\"judgement\",");
	uint64_t seed = 1;
	size_t in_place = 0;

	for (int round = 0; round < 10000; round++) {
		char changed[sizeof(text)];
		memcpy(changed, text, sizeof(text));
		for (int i = 0; i < 1 + round % 3; i++) {
			seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
			changed[fixed + (seed >> 33) % (sizeof(text) - 1 - fixed)] =
				bytes[(seed >> 20) % (sizeof(bytes) - 1)];
		}
		in_place += expect_as_by_tree(changed);
	}
	cr_assert_gt(in_place, 500, "only %zu of the texts were read in place", in_place);
}
