/* SPDX-License-Identifier: MIT */
/* A search may find an input on which accepted submissions disagree: then one of them is wrong, or
 * an input validator accepts too much. */
#include "gaps.h"

#include <string.h>

int measure_take_dispute(
	struct measuring *measuring, struct as_stress_report *found, struct as_error *error)
{
	struct as_strength_dispute *dispute = &measuring->report->dispute;

	if (dispute->right && dispute->input.size <= found->failure.input.size)
		return 0;
	dispute_clear(dispute);
	dispute->right = measure_shorten(measuring, found->right, error);
	dispute->other = measure_shorten(measuring, found->disagrees, error);
	dispute->folder = as_stress_folder(&found->failure, error);
	dispute->input = found->failure.input;
	found->failure.input = (struct as_bytes){0};
	return dispute->right && dispute->other && dispute->folder ? 0 : -1;
}

json_t *report_dispute(const struct as_strength_dispute *dispute)
{
	if (!dispute->right)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}", "right", report_text(dispute->right), "other",
		report_text(dispute->other), "input", as_stress_text_json(&dispute->input), "group",
		report_text(dispute->folder));
}

void measure_note_search(struct measuring *measuring, struct as_stress_report *found)
{
	struct as_strength_report *report = measuring->report;

	report->is_validated |= found->is_validated;
	report->accepts_anything |= found->is_validated && found->accepts_anything;
	if (!report->ignores_seed)
		report->ignores_seed = as_steal(found->ignores_seed);
}
