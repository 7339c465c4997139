/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <string.h>

const char *as_stress_runs_name(enum as_stress_runs runs)
{
	return runs == AS_STRESS_FORK_SERVER ? "fork-server" : "fresh";
}

void as_stress_report_clear(struct as_stress_report *report)
{
	as_failure_clear(&report->failure);
	as_bytes_clear(&report->before_shrinking);
	free(report->source);
	free(report->right);
	free(report->complaint);
	free(report->disagrees);
	free(report->ignores_seed);
	free(report->not_run);
	free(report->slowest.command);
	*report = (struct as_stress_report){0};
}

static bool is_text(const struct as_bytes *bytes)
{
	return as_text_is_utf8(bytes->data, bytes->size) && !memchr(bytes->data, '\0', bytes->size);
}

json_t *as_stress_text_json(const struct as_bytes *bytes)
{
	if (is_text(bytes))
		return json_stringn(bytes->data, bytes->size);
	AS_AUTO_FREE char *printable = malloc(4 * bytes->size + 1);
	return printable ? json_string(as_text_printable(
				   bytes->data, bytes->size, printable, 4 * bytes->size + 1))
			 : NULL;
}

/* JSON's escapes are a subset of YAML's. */
char *as_stress_quote(const struct as_bytes *input, struct as_error *error)
{
	if (!is_text(input)) {
		as_error_set(error, AS_ERROR_USAGE,
			"the input is not text, so it cannot be in a recipe; keep it as a file");
		return NULL;
	}
	AS_AUTO_JSON json_t *text = json_stringn(input->data, input->size);
	char *quoted = text ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
	if (!quoted)
		as_error_no_memory(error);
	return quoted;
}

char *as_stress_folder(const struct as_stress_failure *failure, struct as_error *error)
{
	const char *name = (failure->home_count ? failure->homes[0] : failure->like)->name;

	return as_text_format(error, "%.*s", (int)as_test_folder_length(name), name);
}
