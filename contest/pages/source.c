/* SPDX-License-Identifier: MIT */
/* The files of a submission. */
#include "result.h"

static struct as_site_source source_at(const void *context, size_t index)
{
	const struct as_source *source = &((const struct as_sources *)context)->files[index];

	return (struct as_site_source){source->name, source->data.data, source->data.size};
}

void page_source(FILE *out, const struct as_submitted *submitted)
{
	fputs("<h2>Source</h2>", out);
	page_sources(out, submitted);
}

void page_sources(FILE *out, const struct as_submitted *submitted)
{
	if (submitted)
		as_site_write_sources(
			out, source_at, &submitted->sources, submitted->sources.count);
	else
		fputs("<p class=\"empty\">The files cannot be read from the store.</p>", out);
}
