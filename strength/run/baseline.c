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

/* What an entry of the program has in the document. Lines may have moved: their numbers do not
 * count. */
static json_t *baseline_key(
	const struct as_strength_report *report, const struct as_strength_program *program)
{
	if (program->path)
		return json_pack("{s:o}", "submission", report_text(program->path));
	return json_pack("{s:o, s:s, s:o, s:o}", "submission",
		report_text(report->sources[program->source].path), "operator", program->kind->name,
		"before", report_text(program->change.before), "after",
		report_text(program->change.after));
}

static bool baseline_has_key(json_t *entry, json_t *key)
{
	const char *name;
	json_t *value;

	json_object_foreach(key, name,
		value) if (!json_equal(value, json_object_get(entry, name))) return false;
	return key != NULL;
}

static bool baseline_has_passed(const json_t *entry)
{
	const char *state = json_string_value(json_object_get(entry, "state"));

	return state && (strcmp(state, as_mutant_state_name(AS_MUTANT_GAP)) == 0 ||
				strcmp(state, as_mutant_state_name(AS_MUTANT_SURVIVED)) == 0);
}

/* An entry knows one program: of mutants of equal lines, that of the nearest line. Keys of known
 * programs are NULL. */
static void baseline_use_entry(
	json_t *entry, struct as_strength_program *programs, json_t **keys, size_t count)
{
	const json_int_t line = json_integer_value(json_object_get(entry, "line"));
	size_t best = count;

	for (size_t i = 0; i < count; i++)
		if (baseline_has_key(entry, keys[i]) &&
			(best == count ||
				llabs(programs[i].line - line) < llabs(programs[best].line - line)))
			best = i;
	if (best == count)
		return;
	programs[best].is_known = true;
	json_decref(keys[best]);
	keys[best] = NULL;
}

static void baseline_mark(
	const struct as_strength_report *report, size_t first, size_t count, const json_t *list)
{
	struct as_strength_program *programs = &report->programs[first];
	AS_AUTO_FREE json_t **keys = calloc(count + 1, sizeof(json_t *));

	for (size_t i = 0; keys && i < count; i++)
		if (as_strength_has_passed(&programs[i]))
			keys[i] = baseline_key(report, &programs[i]);
	for (size_t i = 0; keys && i < json_array_size(list); i++)
		if (baseline_has_passed(json_array_get(list, i)))
			baseline_use_entry(json_array_get(list, i), programs, keys, count);
	for (size_t i = 0; keys && i < count; i++)
		json_decref(keys[i]);
}

void measure_mark_known(struct measuring *measuring)
{
	const struct as_strength_report *report = measuring->report;
	const json_t *baseline = measuring->order->baseline;

	if (!baseline)
		return;
	baseline_mark(report, 0, report->own_count, json_object_get(baseline, "wrong"));
	baseline_mark(report, report->own_count, report->mutant_count,
		json_object_get(baseline, "mutants"));
}
