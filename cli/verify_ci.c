/* SPDX-License-Identifier: MIT */
/* What `assay verify` tells a CI: workflow commands for annotations, and JUnit XML.
 *
 * Commands: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
#include "verify.h"

#include <assay/base/junit.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* ---- annotations ---- */

/* Until fence_open, no printed line is a command: nobody who wrote a package can know the token. */
static void fence_close(const struct verify_annotations *annotations)
{
	printf("::stop-commands::%s\n", annotations->token);
}

static void fence_open(const struct verify_annotations *annotations)
{
	printf("::%s::\n", annotations->token);
}

void verify_annotate_begin(struct verify_annotations *annotations)
{
	unsigned char bytes[sizeof(annotations->token) / 2];

	if (!annotations->wanted)
		return;
	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		abort(); /* never for so few bytes */
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(annotations->token + 2 * i, 3, "%02x", bytes[i]);
	fence_close(annotations);
}

void verify_annotate_end(const struct verify_annotations *annotations)
{
	if (annotations->wanted)
		fence_open(annotations);
}

/* A property ends at a comma or a colon. */
static void put_escaped(const char *text, size_t size, bool is_property)
{
	for (size_t i = 0; i < size; i++)
		if (strchr(is_property ? "%\r\n:," : "%\r\n", text[i]))
			printf("%%%02X", (unsigned char)text[i]);
		else
			putchar(text[i]);
}

/* ":3:5" after the name of a file; returns the length of the name. */
static size_t read_place(const char *where, unsigned *line, unsigned *column)
{
	const size_t length = strcspn(where, ":");

	*line = *column = 0;
	if (where[length])
		sscanf(where + length, ":%u:%u", line, column);
	return length;
}

/* A test may be no file, so that its finding is shown at the package's problem.yaml. */
static void put_annotation(
	const char *level, const char *package, const char *where, const char *text)
{
	unsigned line, column;
	const size_t length = read_place(where, &line, &column);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%.*s", package, (int)length, where);
	const bool is_file = length && path && access(path, F_OK) == 0 && !cli_is_folder(path);

	printf("::%s file=", level);
	put_escaped(package, strlen(package), true);
	putchar('/');
	put_escaped(
		is_file ? where : "problem.yaml", is_file ? length : strlen("problem.yaml"), true);
	if (is_file && line)
		printf(",line=%u", line);
	if (is_file && line && column)
		printf(",col=%u", column);
	printf("::");
	if (!is_file && *where) {
		put_escaped(where, strlen(where), false);
		printf(": ");
	}
	put_escaped(text, strlen(text), false);
	putchar('\n');
}

void verify_annotate(
	const struct verify_annotations *annotations, const struct as_verification *verification)
{
	if (!annotations->wanted)
		return;
	fence_open(annotations);
	for (size_t i = 0; i < verification->findings.count; i++) {
		const struct as_finding *finding = &verification->findings.items[i];
		if (finding->level != AS_FINDING_INFO)
			put_annotation(finding->level == AS_FINDING_ERROR ? "error" : "warning",
				verification->package.path, finding->where, finding->text);
	}
	fence_close(annotations);
}

void verify_annotate_error(
	const struct verify_annotations *annotations, const char *package, const char *why)
{
	const size_t length = strlen(package);
	const char *end;

	if (!annotations->wanted)
		return;
	fence_open(annotations);
	/* "PACKAGE/problem.yaml:3:5: ..." */
	if (strncmp(why, package, length) == 0 && why[length] == '/' &&
		(end = strstr(why + length, ": "))) {
		AS_AUTO_FREE char *where =
			strndup(why + length + 1, (size_t)(end - why) - length - 1);
		put_annotation("error", package, where ? where : "", end + 2);
	} else {
		put_annotation("error", package, "", why);
	}
	fence_close(annotations);
}

/* ---- JUnit XML ---- */

/* The first error about a submission; "": there is none. */
static const char *find_error(const struct as_findings *findings, const char *path)
{
	static const char folder[] = "submissions/";

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].level == AS_FINDING_ERROR &&
			strncmp(findings->items[i].where, folder, strlen(folder)) == 0 &&
			strcmp(findings->items[i].where + strlen(folder), path) == 0)
			return findings->items[i].text;
	return "";
}

static int64_t time_of(const struct as_result *result)
{
	int64_t time_ns = 0;

	for (size_t i = 0; i < result->test_count; i++)
		time_ns += result->tests[i].usage.wall_time_ns;
	return time_ns;
}

static void put_submissions(struct as_junit *junit, const struct as_verification *verification)
{
	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_verified *submission = &verification->submissions[i];
		const char *why = find_error(&verification->findings, submission->path);
		as_junit_case(junit,
			&(struct as_junit_case){.class_name = "submissions",
				.name = submission->path,
				.time_ns = time_of(&submission->result),
				.outcome = submission->ok ? AS_JUNIT_PASSED : AS_JUNIT_FAILED,
				.type = submission->judged
						? as_verdict_name(submission->result.verdict)
						: "not judged",
				.message = why});
	}
}

static bool is_about_submission(
	const struct as_verification *verification, const struct as_finding *finding)
{
	for (size_t i = 0; i < verification->submission_count; i++)
		if (!verification->submissions[i].ok &&
			find_error(&verification->findings, verification->submissions[i].path) ==
				finding->text)
			return true;
	return false;
}

static int put_errors(
	struct as_junit *junit, const struct as_verification *verification, struct as_error *error)
{
	size_t count = 0;

	for (size_t i = 0; i < verification->findings.count; i++) {
		const struct as_finding *finding = &verification->findings.items[i];
		if (finding->level != AS_FINDING_ERROR ||
			is_about_submission(verification, finding))
			continue;
		AS_AUTO_FREE char *name = as_text_format(error, "%s%s%s", finding->where,
			*finding->where ? ": " : "", finding->text);
		if (!name)
			return -1;
		as_junit_case(junit, &(struct as_junit_case){.class_name = "package",
					     .name = name,
					     .outcome = AS_JUNIT_FAILED,
					     .type = "error",
					     .message = name});
		count++;
	}
	if (!count)
		as_junit_case(junit, &(struct as_junit_case){
					     .class_name = "package", .name = "no other errors"});
	return 0;
}

static void put_unread(struct as_junit *junit, const struct verify_unread *unread)
{
	as_junit_begin(junit, unread->package, unread->package);
	as_junit_case(junit, &(struct as_junit_case){.class_name = "package",
				     .name = "it can be verified",
				     .outcome = AS_JUNIT_ERROR,
				     .type = "error",
				     .message = unread->why ? unread->why : ""});
	as_junit_end(junit);
}

char *verify_junit(const struct as_verification *verifications, size_t count,
	const struct verify_unread *unread, size_t unread_count, struct as_error *error)
{
	struct as_junit *junit = as_junit_open(error);
	int failed = 0;

	if (!junit)
		return NULL;
	for (size_t i = 0; i < count && !failed; i++) {
		const struct as_verification *verification = &verifications[i];
		as_junit_begin(junit, verification->package.path, verification->package.path);
		put_submissions(junit, verification);
		failed = put_errors(junit, verification, error);
		as_junit_end(junit);
	}
	for (size_t i = 0; i < unread_count; i++)
		put_unread(junit, &unread[i]);
	char *text = as_junit_close(junit, "assay verify", failed ? NULL : error);
	if (failed)
		free(as_steal(text));
	return text;
}
