/* SPDX-License-Identifier: MIT */
/* Copies of submissions, for callers that judge them later. */
#include <assay/program/intake.h>
#include <string.h>

static int copy_text(const char **to, const char *from, struct as_error *error)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? as_error_no_memory(error) : 0;
}

static int copy_file(
	struct as_memory_file *to, const struct as_memory_file *from, struct as_error *error)
{
	void *data = malloc(from->size + 1);

	if (data && from->size)
		memcpy(data, from->data, from->size);
	*to = (struct as_memory_file){.data = data, .size = from->size};
	return data ? copy_text(&to->name, from->name, error) : as_error_no_memory(error);
}

static int copy_files(
	struct as_submission *to, const struct as_submission *from, struct as_error *error)
{
	struct as_memory_file *files;

	if (!from->files)
		return 0;
	files = calloc(from->file_count + 1, sizeof(*files));
	if (!files)
		return as_error_no_memory(error);
	to->files = files;
	while (to->file_count < from->file_count) {
		const size_t index = to->file_count++;
		if (copy_file(&files[index], &from->files[index], error))
			return -1;
	}
	return 0;
}

static int copy_submitted(
	struct as_submission *to, const struct as_submission *from, struct as_error *error)
{
	struct as_submitted *submitted;

	if (!from->submitted)
		return 0;
	submitted = calloc(1, sizeof(*submitted));
	if (!submitted)
		return as_error_no_memory(error);
	to->submitted = submitted;
	return as_submitted_copy(submitted, from->submitted, error);
}

int as_submission_copy(
	struct as_submission *copy, const struct as_submission *submission, struct as_error *error)
{
	*copy = (struct as_submission){
		.is_folder = submission->is_folder, .is_uncached = submission->is_uncached};
	return copy_text(&copy->path, submission->path, error) ||
			       copy_text(&copy->language, submission->language, error) ||
			       copy_text(&copy->entry_point, submission->entry_point, error) ||
			       copy_files(copy, submission, error) ||
			       copy_submitted(copy, submission, error)
		       ? -1
		       : 0;
}

void as_submission_clear(struct as_submission *copy)
{
	for (size_t i = 0; i < copy->file_count; i++) {
		free((void *)copy->files[i].name);
		free((void *)copy->files[i].data);
	}
	free((void *)copy->files);
	if (copy->submitted)
		as_submitted_clear((struct as_submitted *)copy->submitted);
	free((void *)copy->submitted);
	free((void *)copy->path);
	free((void *)copy->language);
	free((void *)copy->entry_point);
	*copy = (struct as_submission){0};
}
