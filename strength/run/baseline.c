/* SPDX-License-Identifier: MIT */
/* An earlier document of the same package, whose findings are known. */
#include "measure.h"

#include <assay/base/node.h>
#include <fcntl.h>
#include <string.h>

#define MAX_BYTES (UINT64_C(64) << 20)
/* A document has a value for each program and test. */
#define MAX_VALUES 4000000

/* The next document of the file; NULL: it is the end, or no document. */
static json_t *baseline_next(struct as_bytes *rest)
{
	size_t used = rest->size;
	json_t *document = as_json_load(
		rest->data, rest->size, JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK, MAX_VALUES, &used);

	rest->data += used;
	rest->size -= used;
	return document;
}

json_t *as_strength_baseline_load(
	const char *path, const struct as_package *package, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char names[512] = "";

	if (as_file_read(AT_FDCWD, path, MAX_BYTES, &bytes, error))
		return NULL;
	struct as_bytes rest = bytes;
	while (rest.size > 0 && rest.data[strspn(rest.data, " \t\r\n")]) {
		AS_AUTO_JSON json_t *document = baseline_next(&rest);
		const char *schema = json_string_value(json_object_get(document, "schema"));
		const char *name = json_string_value(json_object_get(document, "package"));
		const bool is_own = name && strcmp(name, package->short_name) == 0;
		if (!schema || strcmp(schema, AS_STRENGTH_SCHEMA) != 0 || !name ||
			(is_own && !json_object_get(document, "wrong"))) {
			*names = '\0';
			break;
		}
		if (is_own)
			return as_steal(document);
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s'%s'",
			*names ? ", " : "", name);
	}
	if (*names)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0, "is about the package %s, not '%s'",
			names, package->short_name);
	else
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"not a document of `assay strength --json` in this version; make the "
			"document again");
	return NULL;
}

/* ---- what is known ---- */

json_t *baseline_key(
	const struct as_strength_report *report, const struct as_strength_program *program)
{
	if (program->path)
		return json_pack("{s:o}", "submission", report_text(program->path));
	return json_pack("{s:o, s:s, s:o, s:o}", "submission",
		report_text(report->sources[program->source].path), "operator", program->kind->name,
		"before", report_text(program->change.before), "after",
		report_text(program->change.after));
}

bool baseline_has_key(const json_t *entry, json_t *key)
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

/* An entry stands for one program: among mutants of equal lines, the mutant of the nearest line.
 * Its key becomes NULL. Returns its index, or `count`. */
static size_t baseline_take(
	json_t *entry, const struct as_strength_program *programs, json_t **keys, size_t count)
{
	const json_int_t given = json_integer_value(json_object_get(entry, "line"));
	const json_int_t line = given > 0 && given <= UINT32_MAX ? given : 0;
	size_t best = count;

	for (size_t i = 0; i < count; i++)
		if (baseline_has_key(entry, keys[i]) &&
			(best == count ||
				llabs(programs[i].line - line) < llabs(programs[best].line - line)))
			best = i;
	if (best < count) {
		json_decref(keys[best]);
		keys[best] = NULL;
	}
	return best;
}

static void baseline_mark(
	const struct as_strength_report *report, size_t first, size_t count, const json_t *list)
{
	struct as_strength_program *programs = &report->programs[first];
	AS_AUTO_FREE json_t **keys = calloc(count + 1, sizeof(json_t *));

	for (size_t i = 0; keys && i < count; i++)
		keys[i] = baseline_key(report, &programs[i]);
	for (size_t i = 0; keys && i < json_array_size(list); i++) {
		json_t *entry = json_array_get(list, i);
		/* Each entry takes its own program, so that a killed one leaves no passing one. */
		const size_t found = baseline_take(entry, programs, keys, count);
		if (found < count && baseline_has_passed(entry) &&
			as_strength_has_passed(&programs[found]))
			programs[found].is_known = true;
	}
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
	measure_mark_known_validators(measuring);
}
