/* SPDX-License-Identifier: MIT */
/* The files of a new course, and passwords for people without one. */
#include "reading.h"

#include <assay/course/folder/make.h>
#include <assay/csv.h>
#include <errno.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define FILE_MODE 0644
#define SECRET_MODE 0600
#define MAX_ACCOUNTS_BYTES (UINT64_C(16) << 20)

#define TEXT(name, file) AS_EMBED(course_new_##name, ASSAY_TEXTS_PATH "/" file)
TEXT(head, "course.yaml");
TEXT(hand_in, "hand_in.yaml");
TEXT(people, "people.csv");

/* Writes JSON, which is also valid YAML, and releases it. */
static void put_json(FILE *out, json_t *value)
{
	(void)json_dumpf(value, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(value);
}

/* Quotes an untrusted text. */
static void put_text(FILE *out, const char *text)
{
	put_json(out, json_string(text));
}

/* ---- course.yaml ---- */

static void write_course(const struct as_course_new_config *config, FILE *out)
{
	const bool is_id = as_course_is_id(config->name);

	fputs(course_new_head, out);
	fputs("\n# The id is a part of addresses; do not change it while the course runs.\nid: ",
		out);
	put_text(out, is_id ? config->name : "course");
	fputs("\ntitle: ", out);
	put_text(out, as_text_is_utf8(config->name, strlen(config->name)) &&
				      !as_text_has_control(config->name)
			      ? config->name
			      : "Course");
	fputs("\n# All times of the course are those of this zone.\nzone: ", out);
	put_text(out, config->zone);
	fputs("\n\n"
	      "# People who are not in people.csv can become students if they know the code, and "
	      "if their\n"
	      "# email address matches one of the patterns.\n"
	      "#register: {code: a-long-code, mails: [\"*@example.org\"]}\n"
	      "\n"
	      "# The sections that people.csv may name; without the key, it may name any.\n"
	      "#sections: [A, B]\n",
		out);
}

/* ---- accounts.yaml ---- */

static void write_account(FILE *out, const char *id, const char *password)
{
	fputs("- ", out);
	put_json(out, json_pack("{s:s, s:s}", "id", id, "password", password));
	fputc('\n', out);
}

static const char accounts_head[] =
	"# The passwords of the people in people.csv: keep this file private (mode 600). assay "
	"course\n"
	"# passwords adds missing ones and prints all of them as cards. A password may also be its "
	"hash\n"
	"# ($argon2id$...).\n";

static int write_accounts(const struct as_course_new_config *config, const char *people, FILE *out,
	struct as_error *error)
{
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO(as_roster_clear) struct as_roster roster = {0};
	char password[AS_PASSWORD_SIZE];

	if (as_csv_parse(&csv, config->roster ? config->roster_name : "people.csv", people,
		    config->roster ? config->roster_bytes : strlen(people), error) ||
		as_roster_read(&roster, &csv, error))
		return -1;
	fputs(accounts_head, out);
	for (size_t i = 0; i < roster.count; i++)
		write_account(out, roster.persons[i].id, as_password_make(password));
	return 0;
}

/* ---- assignments/week1.yaml ---- */

static const char manual_scheme[] =
	"title: Week 1\n"
	"items:\n"
	"  # An item that people mark. With `package: PATH` and without `manual`, programs are "
	"judged.\n"
	"  - id: exercise1\n"
	"    name: Exercise 1\n"
	"    manual: true\n"
	"    points: 10\n";

/* The line of a course in place of a line that as_scheme_write writes; NULL: the line stays. */
static char *replace_line(
	const struct as_course_new_config *config, const char *line, struct as_error *error)
{
	if (strncmp(line, "#due: ", 6) == 0)
		return as_text_format(error, "due: %s\n", config->due);
	if (strncmp(line, "#zone: ", 7) == 0)
		return as_text_format(error, "zone: %s\n", config->zone);
	if (strncmp(line, "#roster: ", 9) == 0)
		return as_text_format(error, "roster: ../people.csv\n");
	if (strncmp(line, "attempt: ", 9) == 0)
		return as_text_format(error,
			"# After the free attempts, students wait for the cool-down.\n"
			"attempts: {count: last, free: 5, cool_down: 10 min}\n");
	if (strncmp(line, "feedback: ", 10) == 0)
		return as_text_format(error,
			"# In a course, by time: none, verdict, groups, first_failure, "
			"counterexample or all.\n"
			"feedback: {at_once: verdict, after_due: first_failure}\n");
	return as_text_format(error, "%.*s\n", (int)strcspn(line, "\n"), line);
}

static int write_scheme(const struct as_course_new_config *config, const char *scheme, FILE *out,
	struct as_error *error)
{
	for (const char *line = scheme; *line; line += strcspn(line, "\n") + 1) {
		AS_AUTO_FREE char *text = replace_line(config, line, error);
		if (!text)
			return -1;
		fputs(text, out);
		if (!line[strcspn(line, "\n")])
			break;
	}
	return 0;
}

static int write_assignment(
	const struct as_course_new_config *config, FILE *out, struct as_error *error)
{
	AS_AUTO_FREE char *scheme = config->package_count
					    ? as_scheme_write(config->packages, config->paths,
						      config->package_count, error)
					    : NULL;

	if (config->package_count && !scheme)
		return -1;
	fputs(course_new_hand_in, out);
	fprintf(out, "opens: %s\n", config->opens);
	fputs("# When students see their marks: a time, or when a teacher releases them.\n"
	      "release: by hand\n"
	      "# What students hand in: patterns of files, the size, and alone (none) or in groups "
	      "(roster,\n"
	      "# formed).\n"
	      "#hand_in: {files: [\"*.py\"], size: 2MiB, groups: none}\n\n",
		out);
	if (scheme)
		return write_scheme(config, scheme, out, error);
	fprintf(out, "due: %s\nzone: %s\nroster: ../people.csv\n", config->due, config->zone);
	fputs(manual_scheme, out);
	return 0;
}

/* ---- the files ---- */

enum file { FILE_COURSE, FILE_PEOPLE, FILE_ACCOUNTS, FILE_ASSIGNMENT, FILE_COUNT };

static int write_text(const struct as_course_new_config *config, enum file file, FILE *out,
	struct as_error *error)
{
	const char *people = config->roster ? config->roster : course_new_people;
	const size_t bytes = config->roster ? config->roster_bytes : strlen(people);

	switch (file) {
	case FILE_COURSE:
		write_course(config, out);
		return 0;
	case FILE_PEOPLE:
		fwrite(people, 1, bytes, out);
		return 0;
	case FILE_ACCOUNTS:
		return write_accounts(config, people, out, error);
	case FILE_ASSIGNMENT:
	case FILE_COUNT:
	default:
		return write_assignment(config, out, error);
	}
}

static int write_file(int dir_fd, const char *name, mode_t mode,
	const struct as_course_new_config *config, enum file file, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return as_error_no_memory(error);
	const int status = write_text(config, file, out, error);
	const bool failed = ferror(out);
	if (fclose(out) || failed)
		return as_error_no_memory(error);
	return status ? -1 : as_file_write(dir_fd, name, text, size, mode, error);
}

int as_course_new(int dir_fd, const struct as_course_new_config *config, struct as_error *error)
{
	static const char *const names[] = {
		"course.yaml", "people.csv", "accounts.yaml", "week1.yaml"};

	if (as_dir_make(dir_fd, "assignments", 0755, error))
		return -1;
	AS_AUTO_FD int assignments = as_dir_open(dir_fd, "assignments", error);
	if (assignments < 0)
		return -1;
	for (int file = 0; file < FILE_COUNT; file++)
		if (write_file(file == FILE_ASSIGNMENT ? assignments : dir_fd, names[file],
			    file == FILE_ACCOUNTS || file == FILE_PEOPLE ? SECRET_MODE : FILE_MODE,
			    config, (enum file)file, error))
			return -1;
	return 0;
}

/* ---- passwords ---- */

static int read_accounts(int dir_fd, struct as_bytes *text, struct as_error *error)
{
	struct as_error why = {0};

	if (as_file_read(dir_fd, "accounts.yaml", MAX_ACCOUNTS_BYTES, text, &why) == 0)
		return 0;
	return why.sys_errno == ENOENT ? 0 : as_error_pass(error, &why, why.where, "%s", why.text);
}

static int write_passwords(struct as_course *course, const struct as_bytes *old, FILE *out,
	size_t *made_count, struct as_error *error)
{
	char password[AS_PASSWORD_SIZE];

	if (old->size)
		fwrite(old->data, 1, old->size, out);
	else
		fputs(accounts_head, out);
	if (old->size && old->data[old->size - 1] != '\n')
		fputc('\n', out);
	for (size_t i = 0; i < course->person_count; i++) {
		struct as_course_person *person = &course->people[i];
		if (person->password)
			continue;
		if (as_text_copy(&person->password, as_password_make(password), error))
			return -1;
		write_account(out, person->of.id, person->password);
		++*made_count;
	}
	return 0;
}

/* The list may be written as [...], after which no entry can be added. */
static int check_text(const char *text, size_t size, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (as_document_parse_yaml(&document, "accounts.yaml", text, size, NULL))
		return as_error_at(error, AS_ERROR_INPUT, "accounts.yaml", 0, 0,
			"the accounts cannot be added; write the file as a list, with a line - id: "
			"ID for each account");
	return 0;
}

int as_course_make_passwords(struct as_course *course, size_t *made_count, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes old = {0};
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;

	*made_count = 0;
	if (read_accounts(course->tree.fd, &old, error))
		return -1;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	const int status = write_passwords(course, &old, out, made_count, error);
	const bool failed = ferror(out);
	if (fclose(out) || failed)
		return as_error_no_memory(error);
	if (status || check_text(text, size, error))
		return -1;
	return *made_count ? as_file_write(course->tree.fd, "accounts.yaml", text, size,
				     SECRET_MODE, error)
			   : 0;
}
