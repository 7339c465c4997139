/* SPDX-License-Identifier: MIT */
/* Export and import of a store. */
#include "cases_upkeep.h"

#include <fcntl.h>

/* ---- export and import ---- */

static void export(const struct fixture *fixture, const char *file)
{
	struct as_error error = {0};

	cr_assert_eq(as_store_export(fixture->store, file, NULL, &error), 0, "%s: %s", error.where,
		error.text);
}

/* Appends a body with a blob that it refers to, and judges a submission again. */
static void append_all(const struct fixture *fixture)
{
	struct as_store_order order = {.space = fixture->space, .class = AS_STORE_REJUDGING};
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store_entry entries[2] = {
		{.body = {(char *)"{\"odd\": \xff\n}", 12}, .blob = digest},
		{.order = &order, .again = 1}};
	struct as_store_appended appended[2];
	struct as_error error = {0};

	cr_assert_eq(as_store_blob_put(fixture->store, "a photo", 7, digest, NULL), 0);
	cr_assert_eq(as_store_append(fixture->store, fixture->space, entries, 2, appended, &error),
		0, "%s", error.text);
}

/* Everything in which stores can differ: finished, failed, cancelled, held, claimed and queued
 * jobs, a blob of several chunks, an unreferenced blob, names that are not UTF-8, settings. */
static void fill_all(struct fixture *fixture)
{
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "why"};
	char digest[AS_DIGEST_HEX_SIZE];

	fill_store(fixture);
	put_other_package(fixture);
	cr_assert_eq(as_store_blob_put(fixture->store, "", 0, digest, NULL), 0);
	write_setting(fixture, AS_STORE_WHOLE, AS_STORE_SETTING_ATTEMPTS, "7");
	for (int i = 0; i < 3; i++) {
		submit_to(fixture, OTHER_PACKAGE);
		claim_and_fault(fixture, "status 9");
	}
	submit_to(fixture, OTHER_PACKAGE);
	submit_path(fixture, "fails.c");
	AUTO_CLAIM failed = claim_next(fixture);
	cr_assert_eq(as_store_fail(fixture->store, &failed, &cause, NULL), 1);
	cr_assert_eq(as_store_cancel(fixture->store, submit_path(fixture, "x.c"), NULL), 1);
	submit_path(fixture, "claimed.c");
	AUTO_CLAIM claimed = claim_next(fixture);
	cr_assert_neq(claimed.job, 0);
	struct as_store_order order = order_of(fixture, "odd \xff name\n.c");
	order.owner = "team \xc3\xa9 \xfe";
	order.language = "c";
	order.once = true;
	submit_order(fixture, &order);
	append_all(fixture);
}

static void read_file(const char *name, struct as_bytes *bytes)
{
	cr_assert_eq(as_file_read(AT_FDCWD, name, 64 << 20, bytes, NULL), 0);
}

void an_export_is_imported_with_nothing_lost(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes first = {0}, second = {0};
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, maker);
	fill_all(&fixture);
	export(&fixture, "first.tar");
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	copy.space = fixture.space;
	cr_assert_eq(as_store_import(copy.store, "first.tar", NULL, &error), 0, "%s: %s",
		error.where, error.text);
	export(&copy, "second.tar");
	read_file("first.tar", &first);
	read_file("second.tar", &second);
	cr_assert_eq(second.size, first.size);
	cr_expect_eq(memcmp(second.data, first.data, first.size), 0);
	check_sound(&copy);
	/* It continues from the state of the other one. */
	fixture_reopen(&copy);
	cr_expect_eq(read_verdict(&copy, 1), AS_VERDICT_AC);
	cr_expect_eq(read_job(&copy, 5).state, AS_STORE_HELD);
	struct as_store_order order = order_of(&copy, "odd \xff name\n.c");
	order.language = "c";
	order.once = true;
	const struct as_store_ticket known = submit_order(&copy, &order);
	cr_expect_eq(known.state, AS_STORE_QUEUED);
	AUTO_CLAIM claimed = claim_next(&copy);
	cr_expect_str_eq(claimed.path, "claimed.c");
	AUTO_CLAIM odd = claim_next(&copy);
	cr_expect_eq(odd.job, known.job);
	cr_expect_str_eq(odd.path, "odd \xff name\n.c");
	cr_expect_eq(complete(&copy, &odd, AS_VERDICT_WA), 1);
	cr_expect_gt(submit_path(&copy, "new.c"), known.job);
}

/* Replaces every occurrence of a text by another of the same length. */
static void replace_all(struct as_bytes *bytes, const char *from, const char *to)
{
	char *at = bytes->data;

	cr_assert_eq(strlen(from), strlen(to));
	while ((at = memmem(at, (size_t)(bytes->data + bytes->size - at), from, strlen(from))))
		memcpy(at, to, strlen(to));
}

/* Writes it as version 3 of a store in a file did: without the columns of outcomes. */
static void export_old(const struct store_maker *maker, struct as_bytes *bytes)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	export(&fixture, "new.tar");
	read_file("new.tar", bytes);
	replace_all(bytes, "assay-store/4", "assay-store/2");
	replace_all(bytes, "\"group_scores\":", "\"unknown_list\":");
}

void an_export_of_the_previous_format_is_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	AUTO_FIXTURE copy = {0};

	export_old(maker, &bytes);
	cr_assert_eq(as_file_write(AT_FDCWD, "old.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "old.tar", NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&copy);
	cr_expect_gt(read_job(&copy, 1).began_ms, 0);
}

/* As version 2 of a store in a file wrote it. */
void an_export_of_the_old_format_is_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	AUTO_FIXTURE copy = {0};

	export_old(maker, &bytes);
	replace_all(&bytes, "assay-store/2", "assay-store/1");
	replace_all(&bytes, "\"claimed\":", "\"unknown\":");
	replace_all(&bytes, "\"body\":null,\"blob\":null", "\"some\":null,\"more\":null");
	cr_assert_eq(as_file_write(AT_FDCWD, "old.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "old.tar", NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&copy);
	cr_expect_eq(read_verdict(&copy, 1), AS_VERDICT_AC);
	cr_expect_eq(read_job(&copy, 1).began_ms, 0);
	cr_expect_gt(read_job(&copy, 1).ended_ms, 0);
}

/* Imports a file into a new store, and exports that into another file. */
static void pass_through(const struct store_maker *maker, const char *from, const char *to)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_assert_eq(as_store_import(fixture.store, from, NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&fixture);
	export(&fixture, to);
}

void a_store_moves_there_and_back(const struct store_maker *here, const struct store_maker *there)
{
	static const char *const names[] = {"first.tar", "second.tar", "third.tar"};
	AS_AUTO_BYTES struct as_bytes first = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, here);
	fill_all(&fixture);
	export(&fixture, names[0]);
	pass_through(there, names[0], names[1]);
	pass_through(here, names[1], names[2]);
	read_file(names[0], &first);
	for (int i = 1; i < 3; i++) {
		AS_AUTO_BYTES struct as_bytes other = {0};
		read_file(names[i], &other);
		cr_assert_eq(other.size, first.size, "%s", names[i]);
		cr_expect_eq(memcmp(other.data, first.data, first.size), 0, "%s", names[i]);
	}
}

/* Removes a digit of the time of an event, and adds an empty line after it. Returns the number of
 * such lines. */
static int empty_lines(struct as_bytes *bytes)
{
	const char key[] = "\"time\":";
	char *at = bytes->data;
	int count = 0;

	while ((at = memmem(at, bytes->size - (size_t)(at - bytes->data), key, sizeof(key) - 1))) {
		at += sizeof(key) - 1;
		char *end = memchr(at, '\n', bytes->size - (size_t)(at - bytes->data));
		cr_assert_not_null(end);
		if (end[1] != '{')
			continue;
		memmove(at, at + 1, (size_t)(end - at));
		count++;
	}
	return count;
}

void rows_after_an_empty_line_are_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct events before, after;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, maker);
	fill_all(&fixture);
	export(&fixture, "good.tar");
	read_file("good.tar", &bytes);
	cr_assert_gt(empty_lines(&bytes), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, "empty.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "empty.tar", NULL, &error), 0, "%s: %s",
		error.where, error.text);
	read_events(&fixture, AS_STORE_WHOLE, &before);
	read_events(&copy, AS_STORE_WHOLE, &after);
	cr_expect_gt(before.count, 2);
	cr_expect_eq(after.count, before.count);
}

static void expect_no_import(const struct store_maker *maker, const char *file, const char *text)
{
	struct as_error error = {0};
	char whole[2048];
	AUTO_FIXTURE fixture = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_import(fixture.store, file, NULL, &error), -1, "%s", file);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", error.text);
	as_error_format(&error, whole, sizeof(whole));
	cr_expect_not_null(strstr(whole, text), "%s: %s", file, whole);
}

/* Writes the export with one text replaced by another of the same length. */
static void put_changed(const struct as_bytes *bytes, const char *from, const char *to)
{
	AS_AUTO_FREE char *copy = malloc(bytes->size);

	memcpy(copy, bytes->data, bytes->size);
	char *at = memmem(copy, bytes->size, from, strlen(from));
	cr_assert_not_null(at, "%s", from);
	memcpy(at, to, strlen(from));
	cr_assert_eq(as_file_write(AT_FDCWD, "bad.tar", copy, bytes->size, 0600, NULL), 0);
}

void only_a_whole_export_is_imported_and_only_into_an_empty_store(const struct store_maker *maker)
{
	static const char *const changes[][3] = {
		{"assay-store/4", "assay-store/7", "an export in the format 'assay-store/7'"},
		{"\"name\":\"sum\"", "\"nome\":\"sum\"", "cannot import package: "},
		{"\"space\":1", "\"space\":{", "has a line that is not a row"},
		{"\"id\":1,\"space\":1", "\"id\":1,\"space\":8", "cannot import submission: "}};
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	export(&fixture, "good.tar");
	cr_expect_eq(as_store_export(fixture.store, "good.tar", NULL, &error), -1);
	cr_expect_not_null(strstr(error.text, "the file exists"), "%s", error.text);
	as_error_clear(&error);
	cr_expect_eq(as_store_import(fixture.store, "good.tar", NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "the store is not empty"), "%s", error.text);
	read_file("good.tar", &bytes);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		put_changed(&bytes, changes[i][0], changes[i][1]);
		expect_no_import(maker, "bad.tar", changes[i][2]);
	}
	/* A changed byte of a blob, a file that ends early, and other files. */
	put_changed(&bytes, "files", "faces");
	expect_no_import(maker, "bad.tar", "does not have the digest of its name");
	char *end = memmem(bytes.data, bytes.size, "end.json", 8);
	cr_assert_not_null(end);
	const size_t whole = (size_t)(end - bytes.data);
	const size_t sizes[] = {whole, whole - 512, whole / 2, 512, 0};
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		cr_assert_eq(
			as_file_write(AT_FDCWD, "bad.tar", bytes.data, sizes[i], 0600, NULL), 0);
		expect_no_import(maker, "bad.tar", "export the store again");
	}
}
