/* SPDX-License-Identifier: MIT */
/*
 * Malformed data: files that cannot be an input of any package, and outputs that are almost never
 * right. An input validator that accepts one may miss mistakes of the authors. An output validator
 * that crashes on one can be crashed by any submission.
 */
#include "validate.h"

#include <assay/package/file_bytes.h>
#include <string.h>
#include <sys/mman.h>

#define MAX_BASE_BYTES (UINT64_C(1) << 20)
#define LONG_BYTES 200000

struct junk {
	const char *name; /* as a part of a sentence */
	struct as_bytes data;
};

/* A memory file with the bytes, which no other process can change. */
static int make_file(const struct as_bytes *data, struct as_error *error)
{
	AS_AUTO_FD int fd = memfd_create("junk", MFD_CLOEXEC);

	if (fd < 0)
		return as_error_set(error, AS_ERROR_INTERNAL, "cannot make a memory file");
	if (as_fd_write(fd, data->data, data->size, error))
		return -1;
	return as_steal_fd(fd);
}

/* `before`, then `count` times `piece`, then `after`. */
static int build(struct as_bytes *out, const struct as_bytes *before, const char *piece,
	size_t piece_size, size_t count, struct as_error *error)
{
	size_t head = before ? before->size : 0;

	out->size = head + piece_size * count;
	out->data = malloc(out->size + 1);
	if (!out->data)
		return as_error_no_memory(error);
	if (head)
		memcpy(out->data, before->data, head);
	for (size_t i = 0; i < count; i++)
		memcpy(out->data + head + i * piece_size, piece, piece_size);
	out->data[out->size] = '\0';
	return 0;
}

/* Reads the file from which malformed data are derived. 0: the file cannot be read; a file that is
 * too large is reported. */
static int read_base(struct as_data_check *check, const char *path, const char *what,
	struct as_bytes *base, struct as_error *error)
{
	const struct as_tree *tree = &check->verify->package->tree;

	if (as_file_read(tree->fd, path, MAX_BASE_BYTES, base, NULL) == 0)
		return 1;
	const uint64_t size = as_package_file_bytes(tree, path);
	if (size <= MAX_BASE_BYTES || size == UINT64_MAX)
		return 0;
	return as_findings_add(&check->findings, AS_FINDING_INFO, path, error,
		"no malformed %s are derived from this smallest file, because it has more than "
		"1 MiB; add a small test",
		what);
}

/* ---- inputs ---- */

#define INPUT_JUNK_COUNT 5

static int make_inputs(
	struct junk junk[INPUT_JUNK_COUNT], const struct as_bytes *base, struct as_error *error)
{
	static const char binary[] = "\0\1\2\xff\xfe\x80 \n";
	struct as_bytes none = {0};

	junk[0].name = "an empty file";
	junk[1].name = "bytes that are not text";
	junk[2].name = "a word of 200,000 letters";
	junk[3].name = "an input with an extra word at its end";
	junk[4].name = "an input whose second half is missing";
	if (build(&junk[0].data, &none, "", 0, 0, error) ||
		build(&junk[1].data, NULL, binary, sizeof(binary) - 1, 16, error) ||
		build(&junk[2].data, NULL, "x", 1, LONG_BYTES, error) ||
		build(&junk[3].data, base, "junk\n", 5, 1, error))
		return -1;
	struct as_bytes half = {.data = base->data, .size = base->size / 2};
	return build(&junk[4].data, &half, "", 0, 0, error);
}

static bool is_a_test(const struct as_package *package, const struct as_bytes *data)
{
	for (size_t t = 0; t < package->test_count; t++) {
		AS_AUTO_BYTES struct as_bytes input = {0};
		if (as_file_read(package->tree.fd, package->tests[t].input_path,
			    data->size ? data->size : 1, &input, NULL) == 0 &&
			input.size == data->size &&
			(data->size == 0 || memcmp(input.data, data->data, data->size) == 0))
			return true;
	}
	return false;
}

/* True if every working input validator accepts it. */
static int is_accepted(struct as_data_check *check, const struct as_test *test,
	const struct junk *junk, bool *accepted, struct as_error *error)
{
	AS_AUTO_FD int fd = make_file(&junk->data, error);
	const struct as_input_case input = {
		.input_fd = fd, .validator_args = test->input_validator_args, .args = test->args};
	size_t asked = 0;

	*accepted = true;
	if (fd < 0)
		return -1;
	for (size_t i = 0;
		*accepted && i < as_names_count(check->verify->package->input_validators); i++) {
		struct as_validation validation;
		if (check->reported[i])
			continue;
		if (as_run_input_validator(check, i, &input, junk->name, &validation, error))
			return -1;
		asked += validation.kind == AS_VALIDATION_ACCEPTED;
		*accepted = validation.kind != AS_VALIDATION_REJECTED;
	}
	*accepted &= asked > 0;
	return 0;
}

/* The test with the smallest input, or answer; of several the last. A large file would show no more
 * than a small one. */
static const struct as_test *smallest_test(const struct as_package *package, bool by_answer)
{
	const struct as_test *best = NULL;
	uint64_t best_bytes = UINT64_MAX;

	for (size_t t = 0; t < package->test_count; t++) {
		const struct as_test *test = &package->tests[t];
		const uint64_t bytes = as_package_file_bytes(
			&package->tree, by_answer ? test->answer_path : test->input_path);
		/* Nothing can be derived from an empty file. */
		const bool is_first_text = best_bytes == 0 && bytes > 0 && bytes != UINT64_MAX;
		if (best && !is_first_text &&
			(bytes > best_bytes || (bytes == 0 && best_bytes > 0)))
			continue;
		best = test;
		best_bytes = bytes;
	}
	return best;
}

static int try_inputs(struct as_data_check *check, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	const struct as_test *test = smallest_test(package, false);
	AS_AUTO_BYTES struct as_bytes base = {0};
	struct junk junk[INPUT_JUNK_COUNT] = {0};
	int failed = 0;

	if (as_names_count(package->input_validators) == 0)
		return 0;
	/* Without a base, the last two inputs, which are derived from it, are left out. */
	const int has_base = read_base(check, test->input_path, "inputs", &base, error);
	if (has_base < 0)
		return -1;
	failed = make_inputs(junk, &base, error);
	for (size_t i = 0; !failed && i < INPUT_JUNK_COUNT; i++) {
		bool accepted = false;
		if ((i >= 3 && !has_base) || is_a_test(package, &junk[i].data))
			continue;
		failed = is_accepted(check, test, &junk[i], &accepted, error);
		/* Half of a text may be a valid input, so acceptance is only an information. */
		enum as_finding_level level = i == 4 ? AS_FINDING_INFO : AS_FINDING_WARNING;
		if (!failed && accepted)
			failed = as_findings_add(&check->findings, level, "input_validators", error,
				"no input validator rejects %s (derived from %s)%s", junk[i].name,
				test->name,
				level == AS_FINDING_WARNING
					? "; one should read the whole input, to its end"
					: "");
	}
	for (size_t i = 0; i < INPUT_JUNK_COUNT; i++)
		as_bytes_clear(&junk[i].data);
	return failed;
}

/* ---- outputs ---- */

#define OUTPUT_JUNK_COUNT 6

static int make_outputs(
	struct junk junk[OUTPUT_JUNK_COUNT], const struct as_bytes *answer, struct as_error *error)
{
	static const char binary[] = "\0\1\2\xff\xfe\x80 \n";
	struct as_bytes none = {0};

	junk[0].name = "an empty output";
	junk[1].name = "bytes that are not text";
	junk[2].name = "a word of 200,000 letters";
	junk[3].name = "100,000 negative numbers";
	junk[4].name = "\"nan inf 1e999 -0\"";
	junk[5].name = "the answer with an extra word at its end";
	return build(&junk[0].data, &none, "", 0, 0, error) ||
	       build(&junk[1].data, NULL, binary, sizeof(binary) - 1, 16, error) ||
	       build(&junk[2].data, NULL, "x", 1, LONG_BYTES, error) ||
	       build(&junk[3].data, NULL, "-1\n", 3, 100000, error) ||
	       build(&junk[4].data, NULL, "nan inf 1e999 -0\n", 17, 1, error) ||
	       build(&junk[5].data, answer, "junk\n", 5, 1, error);
}

static int try_output(struct as_data_check *check, const struct as_test *test,
	const struct junk *junk, struct as_error *error)
{
	AS_AUTO_FD int fd = make_file(&junk->data, error);
	const struct as_output_case output = as_output_case_of(test, fd);
	char **programs = check->verify->package->output_validators;
	const char *where = programs[1] ? "output_validators" : programs[0];
	struct as_validation validation;

	if (fd < 0 || as_run_output_validator(check, &output, &validation, error))
		return -1;
	if (validation.kind == AS_VALIDATION_BROKEN)
		return as_findings_add(&check->findings, AS_FINDING_ERROR, where, error,
			"it fails on %s (derived from %s), so a submission can cause a judging "
			"error: %s",
			junk->name, test->name, as_validation_of_output(&validation));
	if (validation.kind == AS_VALIDATION_ACCEPTED)
		return as_findings_add(&check->findings, AS_FINDING_WARNING, where, error,
			"it accepts %s (derived from %s); make sure that this is correct",
			junk->name, test->name);
	return 0;
}

/* The default check needs no test, and an interactive validator cannot be tested in this way. */
static int try_outputs(
	struct as_data_check *check, const struct as_test *test, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	AS_AUTO_BYTES struct as_bytes answer = {0};
	struct junk junk[OUTPUT_JUNK_COUNT] = {0};
	int failed = 0;

	if (!package->output_validators || package->interactive || check->answers_broken)
		return 0;
	const int has_base = read_base(check, test->answer_path, "outputs", &answer, error);
	if (has_base < 0)
		return -1;
	failed = make_outputs(junk, &answer, error);
	for (size_t i = 0; !failed && i < OUTPUT_JUNK_COUNT; i++)
		if (i == 0 ? answer.size > 0 || !has_base : i < 5 || has_base)
			failed = try_output(check, test, &junk[i], error);
	for (size_t i = 0; i < OUTPUT_JUNK_COUNT; i++)
		as_bytes_clear(&junk[i].data);
	return failed;
}

int as_malformed_check(struct as_data_check *check, struct as_error *error)
{
	const struct as_package *package = check->verify->package;

	if (package->test_count == 0)
		return 0;
	return try_inputs(check, error) || try_outputs(check, smallest_test(package, true), error)
		       ? -1
		       : 0;
}
