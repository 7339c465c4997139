/* SPDX-License-Identifier: MIT */
/*
 * Makes exports of platforms from a text, like zip_case.h makes archives: "--- file PATH", "---
 * folder PATH", "--- link PATH -> TARGET", and for folders also "--- pipe PATH". The result of
 * reading an export is again a text, which is compared as a whole.
 */
#ifndef ASSAY_TESTS_CLASS_CASE_H
#define ASSAY_TESTS_CLASS_CASE_H

#include "judge/zip_case.h"

#include <assay/grade/submissions.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of a test. */
struct class
{
	char path[64];
	int fd;
	struct as_submissions_order order;
	char export[80], roster[80], sheet[80], times[80];
};

static struct as_languages *languages;

static inline struct class class_begin(void)
{
	struct class class = {.path = "/tmp/assay-class-XXXXXX"};
	cr_assert_not_null(mkdtemp(class.path));
	class.fd = open(class.path, O_DIRECTORY | O_CLOEXEC);
	if (!languages)
		languages = as_languages_open(NULL, NULL);
	class.order.languages = languages;
	return class;
}

static inline void class_end(struct class *class)
{
	close(class->fd);
	cr_assert_eq(as_dir_remove(AT_FDCWD, class->path, NULL), 0);
	as_languages_close(languages);
	languages = NULL;
}
#define AUTO_CLASS AS_AUTO(class_end) struct class

static inline void class_step(int root, const char *line, const char *content, size_t size)
{
	char verb[16] = "", name[2048] = "", *target;
	cr_assert_eq(sscanf(line, "--- %15s %2047[^\n]", verb, name), 2, "%s", line);
	if ((target = strstr(name, " -> "))) {
		*target = '\0';
		target += 4;
	}
	zip_decode(name);
	char *slash = strrchr(name, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(root, name, 0755, NULL), 0, "%s", name);
		*slash = '/';
	}
	int failed = 1;
	if (strcmp(verb, "file") == 0)
		failed = as_file_write(root, name, content, size, 0644, NULL);
	else if (strcmp(verb, "folder") == 0)
		failed = as_dir_make(root, name, 0755, NULL);
	else if (strcmp(verb, "link") == 0)
		failed = symlinkat(target, root, name);
	else if (strcmp(verb, "pipe") == 0)
		failed = mkfifoat(root, name, 0644);
	cr_assert_eq(failed, 0, "%s", line);
}

static inline void class_fill(int root, const char *text)
{
	while (*text) {
		const char *content = strchrnul(text, '\n');
		content += *content == '\n';
		const char *end =
			strncmp(content, "--- ", 4) == 0 ? content : strstr(content, "\n--- ");
		end = !end ? content + strlen(content) : end == content ? end : end + 1;
		AS_AUTO_FREE char *line = strndup(text, (size_t)(content - text));
		class_step(root, line, content, (size_t)(end - content));
		text = end;
	}
}

static inline void class_folder(struct class *class, const char *text)
{
	cr_assert_eq(as_dir_make(class->fd, "export", 0755, NULL), 0);
	AS_AUTO_FD int root = as_dir_open(class->fd, "export", NULL);
	class_fill(root, text);
	snprintf(class->export, sizeof(class->export), "%s/export", class->path);
	class->order.path = class->export;
}

/* Blanks in names are written as %20. */
static inline void class_zip(struct class *class, const char *text)
{
	AS_AUTO_BYTES struct as_bytes bytes = zip_make(text);
	cr_assert_eq(as_file_write(class->fd, "export.zip", bytes.data, bytes.size, 0644, NULL), 0);
	snprintf(class->export, sizeof(class->export), "%s/export.zip", class->path);
	class->order.path = class->export;
}

static inline const char *class_list(
	const struct class *class, const char *name, const char *text, char path[80])
{
	cr_assert_eq(as_file_write(class->fd, name, text, strlen(text), 0644, NULL), 0);
	snprintf(path, 80, "%s/%s", class->path, name);
	return path;
}

static inline void class_roster(struct class *class, const char *text)
{
	class->order.roster = class_list(class, "roster.csv", text, class->roster);
}

static inline void class_sheet(struct class *class, const char *text)
{
	class->order.sheet = class_list(class, "sheet.csv", text, class->sheet);
}

static inline void class_times(struct class *class, const char *text)
{
	class->order.times = class_list(class, "times.csv", text, class->times);
}

/* ---- the result as a text ---- */

static inline void write_person(const struct as_person *person, FILE *file)
{
	fprintf(file, "person %s", person->id);
	if (person->name)
		fprintf(file, " '%s'", person->name);
	if (person->mail)
		fprintf(file, " %s", person->mail);
	if (person->group)
		fprintf(file, " group=%s", person->group);
	if (person->number)
		fprintf(file, " #%s", person->number);
	if (person->login)
		fprintf(file, " @%s", person->login);
	if (person->line)
		fprintf(file, " line=%u", person->line);
	fprintf(file, "%s\n", person->doubt ? " doubted" : "");
}

static inline void write_received(
	const struct as_submissions *submissions, const struct as_received *received, FILE *file)
{
	static const char *const sources[] = {
		[AS_TIME_EXPORT] = "export", [AS_TIME_SHEET] = "sheet", [AS_TIME_LIST] = "times"};

	fprintf(file, "received %s of '%s' for", received->path, received->owner);
	for (size_t i = 0; i < received->member_count; i++)
		fprintf(file, " %s", submissions->persons[received->members[i]].id);
	fprintf(file, ":");
	for (size_t i = 0; i < received->file_count; i++)
		fprintf(file, " %s%s", received->files[i].name,
			received->files[i].is_notebook ? "(notebook)" : "");
	if (received->attempt)
		fprintf(file, " attempt=%ju", (uintmax_t)received->attempt);
	if (received->time_source != AS_TIME_UNKNOWN)
		fprintf(file, " %s=%jd", sources[received->time_source],
			(intmax_t)received->time_s);
	fprintf(file, "%s%s%s\n", received->is_marked_late ? " late" : "",
		received->is_ambiguous ? " ambiguous" : "",
		received->is_one_of_several ? " several" : "");
}

/* The text of an archive says why it was refused. */
static inline void write_left(const struct as_left_file *left, FILE *file)
{
	const bool is_archive = left->reason == AS_LEFT_ARCHIVE;
	fprintf(file, "left %s: %s%s%s\n", left->path, as_left_reason_name(left->reason),
		is_archive ? ": " : "", is_archive ? left->text : "");
}

/* Without findings about unknown times, because most classes here have none. Free it. */
static inline char *describe(const struct class *class, const struct as_submissions *submissions)
{
	char *text = NULL;
	size_t size, prefix = strlen(class->path) + 1;
	FILE *file = open_memstream(&text, &size);
	fprintf(file, "%s\n", as_layout_name(submissions->layout));
	for (size_t i = 0; i < submissions->person_count; i++)
		write_person(&submissions->persons[i], file);
	for (size_t i = 0; i < submissions->received_count; i++)
		write_received(submissions, &submissions->received[i], file);
	for (size_t i = 0; i < submissions->left_count; i++)
		write_left(&submissions->left[i], file);
	for (size_t i = 0; i < submissions->findings.count; i++) {
		const struct as_finding *finding = &submissions->findings.items[i];
		const char *where = finding->where;
		if (strcmp(finding->text, "the time of the submission is unknown") == 0)
			continue;
		where += strncmp(where, class->path, prefix - 1) == 0 ? prefix : 0;
		fprintf(file, "%s %s: %s\n", as_finding_level_name(finding->level), where,
			finding->text);
	}
	fclose(file);
	return text;
}

static inline void expect_class(const struct class *class, const char *expected)
{
	struct as_error error = {0};
	struct as_submissions *submissions = as_submissions_open(&class->order, &error);
	cr_assert_not_null(submissions, "%s: %s", error.where, error.text);
	AS_AUTO_FREE char *text = describe(class, submissions);
	cr_expect_str_eq(text, expected, "found:\n%s\nexpected:\n%s", text, expected);
	as_submissions_close(submissions);
}

/* `where` is beneath the test's folder. */
static inline void expect_class_error(const struct class *class, enum as_error_kind kind,
	const char *where, unsigned line, const char *text)
{
	struct as_error error = {0};
	struct as_submissions *submissions = as_submissions_open(&class->order, &error);
	cr_assert_null(submissions);
	const size_t prefix = strlen(class->path) + 1;
	const bool is_beneath = strncmp(error.where, class->path, prefix - 1) == 0;
	cr_expect_eq(error.kind, kind);
	cr_expect_str_eq(
		is_beneath ? error.where + prefix : error.where, where, "at %s", error.where);
	cr_expect_eq(error.line, line, "line %u", error.line);
	cr_expect_str_eq(error.text, text, "%s", error.text);
}

#endif
