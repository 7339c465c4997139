/* SPDX-License-Identifier: MIT */
/* Separate from text.c, so that error.c and text.c do not call each other. */
#include <assay/base.h>

#include <string.h>

char *as_text_format(struct as_error *error, const char *format, ...)
{
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length >= 0)
		return text;
	as_error_no_memory(error);
	return NULL;
}

void as_note(void (*note)(void *context, const char *text), void *context, const char *format,
	va_list arguments)
{
	AS_AUTO_FREE char *text = NULL;

	if (!note)
		return;
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	if (text)
		note(context, text);
}

int as_text_copy(char **to, const char *from, struct as_error *error)
{
	char *copy = from ? strdup(from) : NULL;

	if (from && !copy)
		return as_error_no_memory(error);
	free(*to);
	*to = copy;
	return 0;
}

char *as_text_close(FILE *stream, char **text, struct as_error *error)
{
	const bool failed = !stream || ferror(stream);

	if ((stream && fclose(stream)) || failed) {
		free(as_steal(*text));
		as_error_no_memory(error);
	}
	return *text;
}

bool as_text_is_beneath(const char *path, const char *folder)
{
	const size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && path[length] == '/';
}
