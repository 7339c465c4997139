/* SPDX-License-Identifier: MIT */
/* The code on pages of similar code. In blind marking, it is a copy without the names of all people
 * of the page: who copies code often copies its author's name. */
#include "book.h"

#include <string.h>

void grade_shown_clear(struct grade_shown *shown)
{
	for (size_t i = 0; shown->texts && i < shown->count; i++)
		as_bytes_clear(&shown->texts[i]);
	free(shown->texts);
	free(shown->sources);
	*shown = (struct grade_shown){0};
}

static int copy_text(
	const struct as_page_source *source, struct as_bytes *text, struct as_error *error)
{
	text->data = calloc(source->size + 1, 1);
	if (!text->data)
		return as_error_no_memory(error);
	memcpy(text->data, source->text, source->size);
	text->size = source->size;
	return 0;
}

static int hide_text(const struct as_class *class, const struct as_page_sharer *people,
	size_t count, struct as_bytes *text, struct as_error *error)
{
	for (size_t i = 0; i < count; i++)
		if (as_class_hide_bytes(
			    class, as_class_row(class, people[i].person)->id, text, error))
			return -1;
	return 0;
}

int grade_show_code(const struct as_grade *grade, const struct as_page_code *code,
	const struct as_page_sharer *people, size_t count, struct grade_shown *shown,
	struct as_error *error)
{
	shown->sources = calloc(code->file_count + 1, sizeof(*shown->sources));
	shown->texts = calloc(code->file_count + 1, sizeof(*shown->texts));
	if (!shown->sources || !shown->texts)
		return as_error_no_memory(error);
	while (shown->count < code->file_count) {
		struct as_page_source *source = &shown->sources[shown->count];
		struct as_bytes *text = &shown->texts[shown->count];
		*source = code->files[shown->count++];
		if (!grade->config.blind)
			continue;
		if (copy_text(source, text, error) ||
			hide_text(grade->class, people, count, text, error))
			return -1;
		source->text = text->data;
		source->size = text->size;
	}
	return 0;
}
