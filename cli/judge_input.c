/* SPDX-License-Identifier: MIT */
/* --input of `assay judge`: one input of the user in place of the package's tests. */
#include "judge.h"

#include "cli.h"

#include <assay/base/digest.h>
#include <errno.h>
#include <string.h>

/* Refuses an input that is larger than the memory limit: no submission could keep it in memory. */
static int read_input(const struct as_package *package, const char *path, struct judge_input *input,
	struct as_error *error)
{
	const uint64_t max_bytes = package->limits.memory_bytes;
	struct as_error why = {0};
	AS_AUTO_FD int fd = cli_input_open("--input", path, max_bytes, &why);

	if (fd >= 0 && as_fd_read(fd, max_bytes, &input->bytes, &why) == 0)
		return 0;
	if (why.sys_errno == EFBIG)
		return as_error_set(error, AS_ERROR_USAGE,
			"--input: %s is larger than the memory limit of the package, %s MiB",
			input->name, AS_NUMBER((double)max_bytes / 1048576));
	return fd < 0 ? as_error_pass(error, &why, why.where, "%s", why.text)
		      : as_error_pass(error, &why, NULL, "--input: cannot read %s: %s", input->name,
				why.text);
}

static const struct as_test *find_like(const struct judge_scope *scope)
{
	const struct as_package *package = scope->package;
	const struct as_group *group =
		scope->group ? as_package_find_group(package, scope->group) : NULL;

	if (group && group->test_count)
		return &package->tests[group->first_test];
	return scope->test ? as_package_find_test(package, scope->test) : NULL;
}

static int make_answer(const struct judge_explaining *explaining, const struct judge_scope *scope,
	struct judge_input *input, struct as_error *error)
{
	struct as_stress_programs programs;
	const struct as_stress_order order = {.package = explaining->package,
		.opened = explaining->opened,
		.programs = &programs.config,
		.class = explaining->options->order.class,
		.cancel = &cli_cancelled};
	struct as_error why = {0};

	if (as_engine_package_prepare(explaining->opened, error) ||
		as_stress_programs_init(&programs, explaining->engine, &cli_cancelled, error))
		return -1;
	if (as_stress_answer_make(&order, &input->bytes, find_like(scope), &input->answer, &why) ==
		0)
		return 0;
	if (!why.where[0])
		return as_error_pass(error, &why, input->name, "%s", why.text);
	*error = why;
	return -1;
}

int judge_input_open(const struct judge_explaining *explaining, const struct judge_scope *scope,
	struct judge_input *input, struct as_error *error)
{
	const struct as_package *package = explaining->package;
	const char *path = explaining->options->input;

	if (package->submit_answer)
		return as_error_at(error, AS_ERROR_USAGE, package->path, 0, 0,
			"--input: submissions to a submit-answer package are answers to its tests, "
			"and cannot read another input");
	input->name = strcmp(path, "-") == 0 ? "standard input" : path;
	if (read_input(package, path, input, error) || make_answer(explaining, scope, input, error))
		return -1;
	judge_show_path(package, &input->answer.right);
	input->data = (struct as_case){.input = input->bytes.data ? input->bytes.data : "",
		.input_size = input->bytes.size,
		.answer = input->answer.answer.data ? input->answer.answer.data : "",
		.answer_size = input->answer.answer.size};
	return 0;
}

void judge_input_clear(struct judge_input *input)
{
	as_bytes_clear(&input->bytes);
	as_stress_answer_clear(&input->answer);
	*input = (struct judge_input){0};
}

void judge_input_print(const struct judge_input *input)
{
	const struct as_stress_answer *answer = &input->answer;

	cli_print_text(input->name, strlen(input->name));
	printf(": %zu byte%s, %s; settings of %s; ", input->bytes.size,
		input->bytes.size == 1 ? "" : "s",
		answer->is_validated ? "valid" : "not validated: no input validator was run",
		answer->like->name);
	fputs(answer->right ? "answer by " : "no answer: the output validator decides", stdout);
	if (answer->right)
		cli_print_text(answer->right, strlen(answer->right));
	if (answer->not_run) {
		fputs("; ", stdout);
		cli_print_text(answer->not_run, strlen(answer->not_run));
	}
	puts("");
}

json_t *judge_input_json(const struct judge_input *input)
{
	const struct as_stress_answer *answer = &input->answer;
	char name[4096], right[4096] = "", reason[4096] = "", digest[AS_DIGEST_HEX_SIZE];

	if (!input->name)
		return NULL;
	as_text_printable(input->name, strlen(input->name), name, sizeof(name));
	if (answer->right)
		as_text_printable(answer->right, strlen(answer->right), right, sizeof(right));
	if (answer->not_run)
		as_text_printable(answer->not_run, strlen(answer->not_run), reason, sizeof(reason));
	as_digest_bytes(input->data.input, input->data.input_size, digest);
	return json_pack("{s:s, s:I, s:s, s:b, s:s, s:s?, s:s*}", "name", name, "bytes",
		(json_int_t)input->bytes.size, "digest", digest, "validated", answer->is_validated,
		"settings_of", answer->like->name, "answer_by", answer->right ? right : NULL,
		"not_run", answer->not_run ? reason : NULL);
}

void judge_input_name(const struct judge_input *input, struct as_result *result)
{
	for (size_t i = 0; input->name && i < result->test_count; i++) {
		struct as_result_test *test = &result->tests[i];
		char *name = strdup("input");
		if (name) {
			free(test->name);
			test->name = name;
		}
		free(as_steal(test->hint));
		test->sight.is_sample = true;
	}
}
