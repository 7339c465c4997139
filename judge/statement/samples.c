/* SPDX-License-Identifier: MIT */
/* The samples of a problem. */
#include "statement.h"

#define FOLDER "data/sample"
/* Longer texts are cut. */
#define SHOWN_MAX_BYTES 20000

static struct as_statement_sample *add_sample(
	struct as_statement *statement, const char *name, size_t size, struct as_error *error)
{
	if (!as_array_reserve(statement->samples, statement->sample_count, error))
		return NULL;
	struct as_statement_sample *sample = &statement->samples[statement->sample_count++];
	*sample = (struct as_statement_sample){.name = strndup(name, size)};
	if (!sample->name) {
		as_error_no_memory(error);
		return NULL;
	}
	return sample;
}

/* Reads NAMEending, or NAMEending.statement if it exists; cuts long texts. */
static int read_part(const struct as_package *package, struct as_statement_sample *sample,
	const char *ending, struct as_bytes *bytes, struct as_error *error)
{
	AS_AUTO_FREE char *shown = as_text_format(error, "%s%s.statement", sample->name, ending);
	AS_AUTO_FREE char *plain = as_text_format(error, "%s%s", sample->name, ending);
	AS_AUTO_FREE char *real = NULL;

	if (!shown || !plain || statement_find(package, FOLDER, shown, &real, error) < 0 ||
		(!real && statement_find(package, FOLDER, plain, &real, error) < 0))
		return -1;
	if (!real)
		return 0;
	/* Samples are small; a larger file would not be readable on a page. */
	if (as_file_read(package->tree.fd, real, UINT64_C(64) << 20, bytes, error) < 0)
		return -1;
	if (bytes->size > SHOWN_MAX_BYTES) {
		bytes->size = SHOWN_MAX_BYTES;
		bytes->data[bytes->size] = 0;
		sample->is_cut = true;
	}
	return 0;
}

int statement_samples_read(struct as_statement *statement, struct as_error *error)
{
	const struct as_package *package = statement->package;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, FOLDER, &real, &names, error) < 0)
		return -1;
	for (size_t i = 0; names && names[i]; i++) {
		const bool talks = as_text_ends(names[i], ".interaction");
		const size_t size = as_text_stem(names[i], talks ? ".interaction" : ".in");
		if (size == 0)
			continue;
		AS_AUTO_FREE char *other =
			as_text_format(error, "%.*s.interaction", (int)size, names[i]);
		AS_AUTO_FREE char *has_other = NULL;
		if (!other ||
			(!talks && statement_find(package, FOLDER, other, &has_other, error) < 0))
			return -1;
		if (has_other)
			continue;
		struct as_statement_sample *sample = add_sample(statement, names[i], size, error);
		if (!sample)
			return -1;
		if (talks ? read_part(package, sample, ".interaction", &sample->interaction,
				    error) < 0
			  : read_part(package, sample, ".in", &sample->input, error) < 0 ||
					read_part(package, sample, ".ans", &sample->answer, error) <
						0)
			return -1;
	}
	return 0;
}
