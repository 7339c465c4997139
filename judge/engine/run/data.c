/* SPDX-License-Identifier: MIT */
#include "data.h"
#include "rerun.h"

#include <unistd.h>

int as_data_open_input(
	const struct as_judging *judging, const struct as_test *test, struct as_error *error)
{
	if (judging->data)
		return as_input_from_bytes(
			judging->data->bytes->input, judging->data->bytes->input_size, error);
	AS_AUTO_FD int file =
		as_file_open(judging->opened->package->tree.fd, test->input_path, error);
	return file < 0 ? -1 : as_input_from_fd(file, error);
}

int as_data_open_answer(
	const struct as_judging *judging, const struct as_test *test, struct as_error *error)
{
	if (!judging->data)
		return as_file_open(judging->opened->package->tree.fd, test->answer_path, error);
	int answer = as_input_from_bytes(
		judging->data->bytes->answer, judging->data->bytes->answer_size, error);
	/* After writing, its offset is at the end. */
	if (answer >= 0)
		lseek(answer, 0, SEEK_SET);
	return answer;
}

struct as_stage_files as_data_files(const struct as_judging *judging, const struct as_test *test)
{
	const struct as_case *bytes = judging->data ? judging->data->bytes : NULL;

	if (!bytes)
		return (struct as_stage_files){.name = test->name,
			.input_path = test->input_path,
			.answer_path = test->answer_path};
	return (struct as_stage_files){.name = test->name,
		.input = bytes->input,
		.input_size = bytes->input_size,
		.answer = bytes->answer,
		.answer_size = bytes->answer_size};
}

static const struct as_stage *require_stage(struct as_stage *stage,
	const struct as_judging *judging, const struct as_test *test, struct as_error *error)
{
	struct as_open_package *opened = judging->opened;
	const struct as_stage_files files = as_data_files(judging, test);

	if (stage->folder[0])
		return stage;
	if (as_stage_make(stage, opened->workshop, opened->package->tree.fd, &files, error) == 0)
		return stage;
	as_stage_remove(stage, opened->workshop);
	return NULL;
}

const struct as_stage *as_data_stage(
	const struct as_judging *judging, const struct as_test *test, struct as_error *error)
{
	struct as_open_package *opened = judging->opened;

	if (judging->data)
		return require_stage(&judging->data->stage, judging, test, error);
	pthread_mutex_lock(&opened->stage_lock);
	const struct as_stage *stage =
		require_stage(&opened->stages[test - opened->package->tests], judging, test, error);
	pthread_mutex_unlock(&opened->stage_lock);
	return stage;
}

int as_data_check(
	const struct as_judging *judging, const struct as_test *test, struct as_error *error)
{
	const struct as_package *package = judging->opened->package;

	if (!judging->data)
		return as_package_check_test(package, test, error);
	return test->files_path ? as_package_check_unchanged(package, test->files_path, error) : 0;
}

int as_data_take_output(
	const struct as_judging *judging, const struct as_attempt *counted, struct as_error *error)
{
	const bool is_wanted = judging->data && judging->data->output && !counted->transcript;

	return is_wanted ? as_fd_read(
				   counted->run.stdout_fd, UINT64_MAX, judging->data->output, error)
			 : 0;
}
