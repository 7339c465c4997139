/* SPDX-License-Identifier: MIT */
/*
 * The working folder of an output validator (2025-09, "Working directory"): the submitted files
 * with the package's include code, and the compiled program. It is made once for each submission.
 * By the same specification, programs of a package are in C, C++ or Python or have scripts; a
 * validator in another language could load a submitted file in place of its own, so it gets no such
 * files. Submitted answers are left out: those of other tests are useless to it, and may be large.
 */
#include "judging.h"

#include <string.h>

#define MAX_MADE_BYTES (UINT64_C(64) << 20)

static bool is_wanted(const struct as_open_package *opened)
{
	static const char *const ids[] = {"c", "cpp", "python3", "script"};
	const struct as_package *package = opened->package;

	if (!opened->validators || package->format != AS_FORMAT_2025_09 || package->submit_answer)
		return false;
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		if (strcmp(opened->validators[0]->program->language->id, ids[i]) == 0)
			return true;
	return false;
}

/* If a program runs from its sources, there are no other files. Files with the name of a submitted
 * file, or that are too large, are left out: the submission caused that. */
static int copy_made(const struct as_judging *judging, int folder, struct as_error *error)
{
	struct as_error why = {0};
	uint64_t budget_bytes = MAX_MADE_BYTES;

	if (judging->program->language->needs.keep_sources)
		return 0;
	AS_AUTO_FD int made = as_dir_open(
		as_workshop_work_fd(judging->opened->workshop), judging->program->folder, error);
	if (made < 0)
		return -1;
	if (as_box_copy(made, folder, &budget_bytes, &why) == 0 || why.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = why;
	return -1;
}

int as_validator_folder_make(struct as_judging *judging, struct as_error *error)
{
	const struct as_open_package *opened = judging->opened;
	struct as_working *working = &judging->validator_folder;

	*working = (struct as_working){0};
	if (!is_wanted(opened))
		return 0;
	AS_AUTO_FD int folder = as_workshop_new_folder(opened->workshop, working->folder, error);
	if (folder >= 0 && as_sources_write(judging->sources, folder, error) == 0 &&
		copy_made(judging, folder, error) == 0 &&
		as_working_measure(folder, &working->bytes, error) == 0 &&
		as_dir_make(folder, AS_FEEDBACK_FOLDER, 0755, error) == 0)
		return 0;
	as_working_remove(working, opened);
	return -1;
}
