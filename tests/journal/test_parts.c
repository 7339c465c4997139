/* SPDX-License-Identifier: MIT */
/* Parts of a journal that need no store: bodies, texts, credentials, tables of texts. */
#include <assay/journal.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

TestSuite(parts, .timeout = 600);

/* ---- bodies ---- */

static int take_list(void *context, const char *key, size_t length, struct as_journal_scan *scan,
	struct as_error *error)
{
	int64_t number;

	(void)error;
	if (length != 4 || memcmp(key, "list", length) != 0)
		return AS_JOURNAL_FIELD;
	if (!as_journal_scan_char(scan, '['))
		return 0;
	while (as_journal_scan_number(scan, &number)) {
		*(int64_t *)context += number;
		(void)as_journal_scan_char(scan, ',');
	}
	return as_journal_scan_char(scan, ']');
}

Test(parts, a_flat_body_is_parsed_in_place)
{
	char text[] = "{\"type\":\"more\",\"list\":[1,2,30],\"add\":-7}";
	const struct as_bytes bytes = {text, strlen(text)};
	struct as_journal_body body = {0};
	int64_t sum = 0, number;

	cr_assert_eq(as_journal_body_scan(&body, &bytes, take_list, &sum, NULL), 1);
	cr_expect_eq(sum, 33);
	cr_expect_str_eq(as_journal_body_text(&body, "type"), "more");
	cr_expect_null(as_journal_body_text(&body, "add"));
	cr_expect(as_journal_body_number(&body, "add", &number) && number == -7);
	cr_expect_not(as_journal_body_number(&body, "type", &number));
	as_journal_body_clear(&body);
}

Test(parts, another_format_is_left_to_a_tree)
{
	static const char *const texts[] = {"{\"a\":1.5}", "{\"a\":[]}", "{\"a\":\"\\n\"}", "[]",
		"{\"list\":[x]}", "{\"a\":1", "{\"a\":01}", ""};
	int64_t sum = 0;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		char text[64];
		strcpy(text, texts[i]);
		const struct as_bytes bytes = {text, strlen(text)};
		struct as_journal_body body = {0};
		cr_expect_eq(as_journal_body_scan(&body, &bytes, take_list, &sum, NULL), 0, "%s",
			texts[i]);
		cr_expect_str_eq(text, texts[i]);
		as_journal_body_clear(&body);
	}
}

/* Fields that do not count have keys without an end, and would hide the tree. */
Test(parts, a_body_that_is_not_flat_has_no_fields)
{
	char text[] = "{\"a\":1,\"b\":[2]}";
	const struct as_bytes bytes = {text, strlen(text)};
	struct as_journal_body body = {0};
	int64_t number;

	cr_assert_eq(as_journal_body_scan(&body, &bytes, NULL, NULL, NULL), 0);
	cr_expect_eq(body.field_count, 0);
	cr_assert_eq(as_journal_body_tree(&body, &bytes, NULL), 0);
	cr_expect(as_journal_body_number(&body, "a", &number) && number == 1);
	as_journal_body_clear(&body);
}

Test(parts, a_flat_body_has_at_most_the_stated_count_of_fields)
{
	for (size_t count = AS_JOURNAL_FIELDS; count <= AS_JOURNAL_FIELDS + 1; count++) {
		char text[256] = "{\"a\":0";
		for (size_t i = 1; i < count; i++)
			strcat(text, ",\"a\":1");
		strcat(text, "}");
		const struct as_bytes bytes = {text, strlen(text)};
		struct as_journal_body body = {0};
		cr_expect_eq(as_journal_body_scan(&body, &bytes, NULL, NULL, NULL),
			count == AS_JOURNAL_FIELDS, "%zu", count);
		as_journal_body_clear(&body);
	}
}

static size_t allocations_left;

static void *allocate_or_fail(size_t size)
{
	if (allocations_left > 0) {
		allocations_left--;
		return malloc(size);
	}
	errno = ENOMEM;
	return NULL;
}

/* An event that one server skips for lack of memory would make the servers disagree. */
Test(parts, a_lack_of_memory_is_not_a_text_that_is_not_json)
{
	char text[] = "{\"type\":\"a text of some length, in a tree\",\"list\":[1,{\"b\":1.5}]}";
	const struct as_bytes bytes = {text, strlen(text)};
	const struct as_bytes other = {text, strlen(text) - 1};
	struct as_journal_body body = {0};
	struct as_error error = {0};
	size_t failed_count = 0;

	json_set_alloc_funcs(allocate_or_fail, free);
	allocations_left = 0;
	while (as_journal_body_tree(&body, &bytes, &error))
		allocations_left = ++failed_count;
	cr_assert_not_null(body.json, "allocation %zu failed without an error", failed_count);
	cr_expect_gt(failed_count, 5);
	as_journal_body_clear(&body);
	allocations_left = SIZE_MAX;
	cr_expect_eq(as_journal_body_tree(&body, &other, &error), 0);
	cr_expect_null(body.json);
}

/* ---- texts ---- */

Test(parts, texts_are_checked_and_have_one_line_end)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *text = as_journal_text("a\r\nb\rc\n", 10, &error);

	cr_assert_not_null(text, "%s", error.text);
	cr_expect_str_eq(text, "a\nb\nc\n");
	static const char *const refused[] = {"", " \n", "12345678901", "\xff", "a\x1b[1m", "\x7f"};
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		cr_expect_null(as_journal_text(refused[i], 10, &error), "%zu", i);
}

/* ---- credentials ---- */

static struct as_journal_credential *credential(char digit, size_t account, int64_t event)
{
	char hash[AS_DIGEST_HEX_SIZE];

	memset(hash, digit, sizeof(hash) - 1);
	hash[sizeof(hash) - 1] = '\0';
	struct as_journal_credential *made = as_journal_credential_make(hash, NULL, NULL);
	cr_assert_not_null(made);
	made->account = account;
	made->event = event;
	made->wall_ms = event;
	made->number = (uint64_t)event;
	return made;
}

Test(parts, the_oldest_credential_of_an_account_ends)
{
	struct as_journal_credentials all = {0};
	uint32_t counts[2] = {0};

	cr_assert_eq(as_journal_credentials_add(&all, credential('A', 1, 1), NULL), 0);
	for (int i = 0; i <= AS_JOURNAL_CREDENTIALS_MAX; i++)
		cr_assert_eq(as_journal_credentials_add(
				     &all, credential((char)('a' + i), 0, 2 + i), NULL),
			0);
	as_journal_credentials_count(&all, 0, counts);
	cr_expect_eq(counts[0], AS_JOURNAL_CREDENTIALS_MAX);
	cr_expect_eq(counts[1], 1);
	cr_expect_null(as_journal_credentials_find_number(&all, 2));
	const struct as_journal_credential *second = as_journal_credentials_find_number(&all, 3);
	cr_assert_not_null(second);
	cr_expect_eq(as_journal_credentials_find(&all, second->hash, 0), second);
	as_journal_credentials_end_account(&all, 0);
	cr_expect_not(as_journal_credentials_have(&all, 0));
	cr_expect(as_journal_credentials_have(&all, 1));
	as_journal_credentials_clear(&all);
}

Test(parts, a_credential_expires)
{
	struct as_journal_credentials all = {0};
	struct as_journal_credential *made = credential('a', 0, 1);
	char hash[AS_DIGEST_HEX_SIZE];

	strcpy(hash, made->hash);
	made->expires_wall_ms = 100;
	cr_assert_eq(as_journal_credentials_add(&all, made, NULL), 0);
	cr_expect_eq(as_journal_credentials_find(&all, hash, 99), made);
	cr_expect_null(as_journal_credentials_find(&all, hash, 100));
	cr_assert_eq(as_journal_credentials_add(&all, credential('b', 1, 100), NULL), 0);
	cr_expect_eq(all.count, 1);
	as_journal_credentials_clear(&all);
}

/* ---- tables of texts ---- */

Test(parts, names_are_found_after_others_were_removed)
{
	static char texts[1000][8];
	struct as_journal_names names = {0};

	for (size_t i = 0; i < 1000; i++) {
		snprintf(texts[i], sizeof(texts[i]), "n%zu", i);
		cr_assert_eq(as_journal_names_put(&names, texts[i], i, NULL), 0);
	}
	for (size_t i = 0; i < 1000; i += 3)
		as_journal_names_remove(&names, texts[i]);
	for (size_t i = 0; i < 1000; i++)
		cr_assert_eq(as_journal_names_find(&names, texts[i]), i % 3 ? i : AS_JOURNAL_NONE,
			"%zu", i);
	as_journal_names_clear(&names);
}
