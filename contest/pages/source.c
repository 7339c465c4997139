/* SPDX-License-Identifier: MIT */
/* The files of a submission. */
#include "result.h"

void page_source(FILE *out, const struct as_submitted *submitted)
{
	fputs("<h2>Source</h2>", out);
	page_sources(out, submitted);
}

void page_sources(FILE *out, const struct as_submitted *submitted)
{
	const size_t count = submitted ? submitted->sources.count : 0;
	AS_AUTO_FREE struct as_site_source *files = calloc(count + 1, sizeof(*files));

	if (!submitted || !files) {
		fputs("<p class=\"empty\">The files cannot be read from the store.</p>", out);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const struct as_source *source = &submitted->sources.files[i];
		files[i] =
			(struct as_site_source){source->name, source->data.data, source->data.size};
	}
	as_site_write_sources(out, files, count);
}
