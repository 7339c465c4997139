/* SPDX-License-Identifier: MIT */
/*
 * The learners' own outputs on the pages. Results do not contain outputs. The submission is
 * therefore run again on the one test that a page shows, and the output is kept in the folder
 * outputs/, so that the next `assay grade` need not run it. An output is shown only if the test
 * ended with the same verdict again; otherwise the file is empty and its name ends in ".none".
 */
#include "book.h"

#include <assay/explain.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER "outputs"
#define MAX_BYTES (UINT64_C(16) << 20) /* maximum size of a kept output, an input and an answer */
#define MAX_FILES 1000000
#define NAME_SIZE (AS_DIGEST_HEX_SIZE + 8)

struct grade_outputs {
	const struct as_grade *grade;
	int fd;
	struct as_open_package **opened; /* one for each package; NULL: not open */
	/* The program of the previous call; NULL: none. */
	struct as_compiled *compiled;
	const struct as_class_entry *entry;
	char **used; /* names of the files that this call used */
};

struct grade_outputs *grade_outputs_open(const struct as_grade *grade, struct as_error *error)
{
	const int dir_fd = as_class_folder(grade->class);
	struct grade_outputs *outputs = calloc(1, sizeof(*outputs));

	if (!outputs) {
		as_error_no_memory(error);
		return NULL;
	}
	*outputs = (struct grade_outputs){.grade = grade, .fd = -1};
	outputs->opened = calloc(
		grade->assignment.scheme.package_count + 1, sizeof(struct as_open_package *));
	if (!outputs->opened)
		as_error_no_memory(error);
	else if (as_dir_make(dir_fd, FOLDER, 0700, error) >= 0)
		outputs->fd = as_dir_open(dir_fd, FOLDER, error);
	if (outputs->fd >= 0)
		return outputs;
	grade_outputs_close(outputs);
	return NULL;
}

void grade_outputs_close(struct grade_outputs *outputs)
{
	if (!outputs)
		return;
	as_compiled_free(outputs->compiled);
	for (size_t i = 0; outputs->opened && i < outputs->grade->assignment.scheme.package_count;
		i++)
		as_engine_package_close(outputs->opened[i]);
	free(outputs->opened);
	as_names_free(outputs->used);
	if (outputs->fd >= 0)
		close(outputs->fd);
	free(outputs);
}

/* ---- the files ---- */

/* In blind marking an output has pseudonyms instead of names. */
static void add_pseudonym(struct as_digest *state, const struct grade_outputs *outputs,
	const struct as_class_row *row)
{
	char label[AS_PSEUDONYM_SIZE];

	if (outputs->grade->config.blind)
		as_digest_add_text(state, as_class_label(outputs->grade->class, row->id, label));
}

/* Everything that the output depends on. */
static void name_file(const struct grade_outputs *outputs, const struct as_class_row *row,
	const struct as_class_work *work, const struct as_class_entry *entry,
	const struct as_result_test *test, char name[AS_DIGEST_HEX_SIZE])
{
	const char *entry_point = entry && entry->entry_point ? entry->entry_point : "";
	struct as_digest state;

	as_digest_init(&state);
	as_digest_add_text(&state, work->files);
	as_digest_add_text(&state, work->package_digest);
	as_digest_add_text(&state, work->compiler);
	as_digest_add_text(&state, entry_point);
	as_digest_add_text(&state, test->name);
	as_digest_add_text(&state, as_verdict_name(test->verdict));
	add_pseudonym(&state, outputs, row);
	as_digest_end(&state, name);
}

/* 1: read. 0: the file says that the output is unknown. -1: there is no file. */
static int read_file(const struct grade_outputs *outputs, const char *key, struct as_bytes *output)
{
	char name[NAME_SIZE];

	snprintf(name, sizeof(name), "%s.out", key);
	if (as_file_read(outputs->fd, name, MAX_BYTES, output, NULL) == 0)
		return 1;
	snprintf(name, sizeof(name), "%s.none", key);
	return faccessat(outputs->fd, name, F_OK, 0) == 0 ? 0 : -1;
}

static int write_file(const struct grade_outputs *outputs, const char *key,
	const struct as_bytes *output, struct as_error *error)
{
	char name[NAME_SIZE];

	snprintf(name, sizeof(name), "%s.%s", key, output ? "out" : "none");
	return as_file_write(outputs->fd, name, output && output->data ? output->data : "",
		output ? output->size : 0, 0600, error);
}

/* ---- running ---- */

static int compile(struct grade_outputs *outputs, size_t package,
	const struct as_class_entry *entry, struct as_error *error)
{
	const struct as_grade *grade = outputs->grade;
	const struct as_submission submission = {.path = entry->path,
		.submitted = &entry->submitted,
		.entry_point = entry->entry_point};

	if (outputs->compiled && outputs->entry == entry)
		return 0;
	as_compiled_free(outputs->compiled);
	outputs->compiled = NULL;
	if (!outputs->opened[package])
		outputs->opened[package] = as_engine_package_open(
			grade->engine, grade->assignment.packages[package], error);
	if (!outputs->opened[package])
		return -1;
	outputs->compiled = as_engine_compile(
		outputs->opened[package], &submission, outputs->grade->config.cancel, error);
	outputs->entry = entry;
	return outputs->compiled ? 0 : -1;
}

/* The verdict; NONE: the submission could not be run, for example because the machine cannot judge,
 * or the test has changed. */
static enum as_verdict run_again(struct grade_outputs *outputs, size_t package,
	const struct as_class_entry *entry, const struct as_test *test, bool lenient,
	struct as_bytes *output)
{
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};
	struct as_case_result result = {0};

	if (as_package_read_test(outputs->grade->assignment.packages[package], test, MAX_BYTES,
		    &input, &answer, NULL) ||
		compile(outputs, package, entry, NULL))
		return AS_VERDICT_NONE;
	const struct as_case order = {.input = input.data,
		.input_size = input.size,
		.answer = answer.data,
		.answer_size = answer.size,
		.like = test,
		.reruns = AS_RERUNS_NONE,
		.lenient = lenient,
		.want_output = true,
		.cancel = outputs->grade->config.cancel};
	if (as_engine_run_case(outputs->opened[package], outputs->compiled, &order, &result, NULL))
		return AS_VERDICT_NONE;
	const enum as_verdict verdict = result.test.verdict;
	*output = result.output;
	result.output = (struct as_bytes){0};
	as_case_result_clear(&result);
	return verdict;
}

/* ---- for the pages ---- */

static int find_output(struct grade_outputs *outputs, size_t package,
	const struct as_class_row *row, const struct as_class_entry *entry,
	const struct as_result_test *test, bool may_be_lenient, const char *key,
	struct as_bytes *output, struct as_error *error)
{
	const struct as_grade *grade = outputs->grade;
	const struct as_test *test_model =
		as_package_find_test(grade->assignment.packages[package], test->name);
	AS_AUTO_BYTES struct as_bytes found = {0};

	if (!entry || !test_model || grade->config.engine.workers == 0)
		return 0;
	enum as_verdict verdict = run_again(outputs, package, entry, test_model, false, &found);
	/* The page may show the test as it was judged leniently. */
	if (verdict != test->verdict && may_be_lenient && !as_is_cancelled(grade->config.cancel)) {
		as_bytes_clear(&found);
		found = (struct as_bytes){0};
		verdict = run_again(outputs, package, entry, test_model, true, &found);
	}
	if (as_cancel_check(grade->config.cancel, error))
		return -1;
	if (verdict == AS_VERDICT_NONE)
		return 0;
	const bool is_same = verdict == test->verdict && found.size <= MAX_BYTES;
	if (as_class_hide_bytes(grade->class, row->id, &found, error) ||
		write_file(outputs, key, is_same ? &found : NULL, error))
		return -1;
	if (!is_same)
		return 0;
	*output = found;
	found = (struct as_bytes){0};
	return 1;
}

int grade_output(void *context, size_t person, size_t package, const struct as_result_test *test,
	struct as_bytes *output, struct as_error *error)
{
	struct grade_outputs *outputs = context;
	const struct as_grade *grade = outputs->grade;
	const struct as_package *model = grade->assignment.packages[package];
	const struct as_class_row *row = as_class_row(grade->class, person);
	const struct as_class_work *work = as_class_find_work(row, model->short_name);
	char key[AS_DIGEST_HEX_SIZE];

	/* A program that exceeded the time limit may write another output the next time. */
	if (!work || row->is_forgotten || model->submit_answer || test->verdict == AS_VERDICT_TLE ||
		strcmp(work->package_digest, model->digest) != 0)
		return 0;
	const struct as_class_entry *entry =
		person < grade->people.count
			? grade_find_entry(&grade->people.people[person], package, work)
			: NULL;
	name_file(outputs, row, work, entry, test, key);
	if (grade_notes_add(&outputs->used, error, "%s", key))
		return -1;
	const int known = read_file(outputs, key, output);
	if (known >= 0)
		return known;
	return find_output(
		outputs, package, row, entry, test, work->lenient_job != 0, key, output, error);
}

/* ---- counterexamples ---- */

/* 1: found, 0: not found, -1: error. */
static int search(struct grade_outputs *outputs, size_t package, const struct as_class_entry *entry,
	struct as_explanation *explanation, struct as_error *error)
{
	const struct as_grade *grade = outputs->grade;

	if (compile(outputs, package, entry, error) ||
		as_engine_package_prepare(outputs->opened[package], error))
		return -1;
	const struct as_explain_order what = {.package = grade->assignment.packages[package],
		.engine = grade->engine,
		.opened = outputs->opened[package],
		.submission = outputs->compiled,
		.submission_path = entry->path,
		.hides_secret = true,
		.cancel = outputs->grade->config.cancel};
	return as_explain(&what, explanation, error) ? -1 : explanation->is_found;
}

static int keep(const struct grade_outputs *outputs, const char *key,
	const struct as_explanation *explanation, struct as_error *error)
{
	AS_AUTO_JSON json_t *document = as_explanation_json(explanation);
	AS_AUTO_FREE char *text = document ? json_dumps(document, JSON_COMPACT) : NULL;
	const struct as_bytes bytes = {.data = text, .size = text ? strlen(text) : 0};

	return write_file(outputs, key, text ? &bytes : NULL, error);
}

/* A package without generators or an accepted solution has no counterexamples, which is not an
 * error. */
static int find_counterexample(struct grade_outputs *outputs, size_t package,
	const struct as_class_row *row, const struct as_class_entry *entry, const char *key,
	struct as_explanation *explanation, struct as_error *error)
{
	struct as_error why = {0};

	if (!entry || outputs->grade->config.engine.workers == 0)
		return 0;
	const int found = search(outputs, package, entry, explanation, &why);
	if (as_cancel_check(outputs->grade->config.cancel, error))
		return -1;
	if (found < 0 && (why.kind != AS_ERROR_INPUT || why.sys_errno == ESTALE))
		return 0;
	return as_class_hide_bytes(outputs->grade->class, row->id, &explanation->output, error) ||
			       keep(outputs, key, explanation, error)
		       ? -1
		       : found > 0;
}

static void name_counterexample(const struct grade_outputs *outputs, const struct as_class_row *row,
	const struct as_class_work *work, const struct as_class_entry *entry,
	char name[AS_DIGEST_HEX_SIZE])
{
	const char *entry_point = entry && entry->entry_point ? entry->entry_point : "";
	struct as_digest state;

	as_digest_init(&state);
	as_digest_add_text(&state, "counterexample/4 " ASSAY_VERSION);
	as_digest_add_text(&state, work->files);
	as_digest_add_text(&state, work->package_digest);
	as_digest_add_text(&state, work->compiler);
	as_digest_add_text(&state, entry_point);
	add_pseudonym(&state, outputs, row);
	as_digest_end(&state, name);
}

static int read_counterexample(
	const struct grade_outputs *outputs, const char *key, struct as_explanation *explanation)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const int known = read_file(outputs, key, &bytes);
	AS_AUTO_JSON json_t *document =
		known > 0 ? json_loadb(bytes.data, bytes.size, JSON_ALLOW_NUL, NULL) : NULL;

	if (known <= 0)
		return known;
	return document && as_explanation_read(document, explanation) == 0 ? 1 : -1;
}

static void show(struct as_explanation *explanation, struct as_page_counterexample *shown)
{
	*shown = (struct as_page_counterexample){.input = explanation->input,
		.answer = explanation->answer,
		.output = explanation->output,
		.verdict = explanation->verdict,
		.solved = as_steal(explanation->solved),
		.replayed = as_steal(explanation->replayed)};
	explanation->input = explanation->answer = explanation->output = (struct as_bytes){0};
}

int grade_explain(void *context, size_t person, size_t package,
	struct as_page_counterexample *counterexample, struct as_error *error)
{
	struct grade_outputs *outputs = context;
	const struct as_grade *grade = outputs->grade;
	const struct as_package *model = grade->assignment.packages[package];
	const struct as_class_row *row = as_class_row(grade->class, person);
	const struct as_class_work *work = as_class_find_work(row, model->short_name);
	AS_AUTO(as_explanation_clear) struct as_explanation explanation = {0};
	char key[AS_DIGEST_HEX_SIZE];

	if (!work || row->is_forgotten || model->submit_answer ||
		strcmp(work->package_digest, model->digest) != 0)
		return 0;
	const struct as_class_entry *entry =
		person < grade->people.count
			? grade_find_entry(&grade->people.people[person], package, work)
			: NULL;
	name_counterexample(outputs, row, work, entry, key);
	if (grade_notes_add(&outputs->used, error, "%s", key))
		return -1;
	int known = read_counterexample(outputs, key, &explanation);
	if (known < 0)
		known = find_counterexample(outputs, package, row, entry, key, &explanation, error);
	if (known > 0)
		show(&explanation, counterexample);
	return known;
}

/* ---- what is left over ---- */

static bool is_used(const struct grade_outputs *outputs, const char *name)
{
	for (char **used = outputs->used; used && *used; used++)
		if (strncmp(*used, name, strlen(*used)) == 0)
			return true;
	return false;
}

static bool is_ours(const char *name)
{
	const size_t digits = strspn(name, "0123456789abcdef");

	return digits == AS_DIGEST_HEX_SIZE - 1 &&
	       (strcmp(name + digits, ".out") == 0 || strcmp(name + digits, ".none") == 0);
}

int grade_outputs_sweep(const struct grade_outputs *outputs, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(outputs->fd, MAX_FILES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if (is_ours(*name) && !is_used(outputs, *name) && unlinkat(outputs->fd, *name, 0) &&
			errno != ENOENT)
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, FOLDER,
				"the old output %s cannot be removed", *name);
	return 0;
}
