/* SPDX-License-Identifier: MIT */
/* A table of any bytes: it is written and read again as the same table, or refused with a
 * reason. */
#include <assay/csv.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void compare_rows(const struct as_csv_row *a, const struct as_csv_row *b)
{
	if (a->count != b->count)
		abort();
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->cells[i], b->cells[i]) != 0)
			abort();
}

/* Any text is preserved. */
static void check_cell(struct as_csv *csv)
{
	AS_AUTO_FREE char *text = strdup(csv->header.cells[0]);

	if (!text || as_csv_add_row(csv, NULL) ||
		as_csv_set_text(csv, csv->count - 1, 0, text, NULL))
		abort();
	if (strcmp(as_csv_cell(csv, csv->count - 1, 0), text) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_csv csv = {0}, again = {0};
	struct as_bytes bytes = {0};
	struct as_error error = {0};
	int failed = as_csv_parse(&csv, "fuzz", (const char *)data, size, &error);

	if (failed != (error.kind != AS_ERROR_NONE ? -1 : 0) || strchr(error.text, '\n'))
		abort();
	if (failed)
		return 0;
	check_cell(&csv);
	if (as_csv_format(&csv, &bytes, NULL) ||
		as_csv_parse(&again, "again", bytes.data, bytes.size, &error))
		abort();
	compare_rows(&csv.header, &again.header);
	if (csv.count != again.count)
		abort();
	for (size_t i = 0; i < csv.count; i++)
		compare_rows(&csv.rows[i], &again.rows[i]);
	as_bytes_clear(&bytes);
	as_csv_clear(&csv);
	as_csv_clear(&again);
	return 0;
}
