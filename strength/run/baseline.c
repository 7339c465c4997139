/* SPDX-License-Identifier: MIT */
/* An earlier document of the same package, whose findings are known. */
#include "measure.h"

#include <fcntl.h>
#include <string.h>

#define MAX_BYTES (UINT64_C(256) << 20)

json_t *as_strength_baseline_load(
	const char *path, const struct as_package *package, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_file_read(AT_FDCWD, path, MAX_BYTES, &bytes, error))
		return NULL;
	AS_AUTO_JSON json_t *document = json_loadb(bytes.data, bytes.size, JSON_ALLOW_NUL, NULL);
	const char *schema = json_string_value(json_object_get(document, "schema"));
	const char *name = json_string_value(json_object_get(document, "package"));
	if (!schema || strcmp(schema, AS_STRENGTH_SCHEMA) != 0 || !name)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"not a document of `assay strength --json` in this version; make a new "
			"one");
	else if (strcmp(name, package->short_name) != 0)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"is about the package '%s', not '%s'", name, package->short_name);
	else
		return as_steal(document);
	return NULL;
}

/* ---- what is known ---- */

static bool is_equal(const json_t *object, const char *key, const char *text)
{
	AS_AUTO_JSON json_t *shown = report_text(text);

	return shown && json_equal(shown, json_object_get(object, key));
}

static bool has_passed(const json_t *object)
{
	const char *state = json_string_value(json_object_get(object, "state"));

	return state && (strcmp(state, as_mutant_state_name(AS_MUTANT_GAP)) == 0 ||
				strcmp(state, as_mutant_state_name(AS_MUTANT_SURVIVED)) == 0);
}

/* Lines may have moved: their numbers do not count. */
static bool is_same(const struct as_strength_report *report,
	const struct as_strength_program *program, const json_t *object)
{
	if (!has_passed(object))
		return false;
	if (program->path)
		return is_equal(object, "submission", program->path);
	return is_equal(object, "submission", report->sources[program->source].path) &&
	       is_equal(object, "operator", program->kind->name) &&
	       is_equal(object, "before", program->change.before) &&
	       is_equal(object, "after", program->change.after);
}

void measure_mark_known(struct measuring *measuring)
{
	struct as_strength_report *report = measuring->report;

	for (size_t i = 0; measuring->order->baseline && i < measure_count(report); i++) {
		struct as_strength_program *program = &report->programs[i];
		const json_t *list = json_object_get(
			measuring->order->baseline, program->path ? "wrong" : "mutants");
		if (!as_strength_has_passed(program))
			continue;
		for (size_t k = 0; k < json_array_size(list) && !program->is_known; k++)
			program->is_known = is_same(report, program, json_array_get(list, k));
	}
}
