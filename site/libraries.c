/* SPDX-License-Identifier: MIT */
/* The files of KaTeX and CodeMirror. No file other than these is ever read. */
#include <assay/site/libraries.h>

#include <fcntl.h>
#include <string.h>

#define FILE_MAX_BYTES (UINT64_C(4) << 20)
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define FONT "font/woff2"

enum need { MATH, EDITOR, OPTIONAL };
#define FONT_FILE(name)                                                                            \
	{                                                                                          \
		"/assets/fonts/KaTeX_" name ".woff2", "katex/fonts/KaTeX_" name ".woff2", FONT,    \
			MATH                                                                       \
	}
#define MODE_FILE(name)                                                                            \
	{                                                                                          \
		"/assets/mode-" name ".js", "codemirror/mode/" name "/" name ".js", SCRIPT,        \
			OPTIONAL                                                                   \
	}
static const struct {
	const char *path, *file, *type;
	enum need need;
} files[] = {
	{"/assets/katex.css", "katex/katex.min.css", CSS, MATH},
	{"/assets/katex.js", "katex/katex.min.js", SCRIPT, MATH},
	FONT_FILE("AMS-Regular"),
	FONT_FILE("Caligraphic-Bold"),
	FONT_FILE("Caligraphic-Regular"),
	FONT_FILE("Fraktur-Bold"),
	FONT_FILE("Fraktur-Regular"),
	FONT_FILE("Main-Bold"),
	FONT_FILE("Main-BoldItalic"),
	FONT_FILE("Main-Italic"),
	FONT_FILE("Main-Regular"),
	FONT_FILE("Math-BoldItalic"),
	FONT_FILE("Math-Italic"),
	FONT_FILE("SansSerif-Bold"),
	FONT_FILE("SansSerif-Italic"),
	FONT_FILE("SansSerif-Regular"),
	FONT_FILE("Script-Regular"),
	FONT_FILE("Size1-Regular"),
	FONT_FILE("Size2-Regular"),
	FONT_FILE("Size3-Regular"),
	FONT_FILE("Size4-Regular"),
	FONT_FILE("Typewriter-Regular"),
	{"/assets/codemirror.css", "codemirror/lib/codemirror.css", CSS, EDITOR},
	{"/assets/codemirror.js", "codemirror/lib/codemirror.js", SCRIPT, EDITOR},
	{"/assets/mode-simple.js", "codemirror/addon/mode/simple.js", SCRIPT, OPTIONAL},
	MODE_FILE("clike"),
	MODE_FILE("commonlisp"),
	MODE_FILE("fortran"),
	MODE_FILE("go"),
	MODE_FILE("haskell"),
	MODE_FILE("javascript"),
	MODE_FILE("lua"),
	MODE_FILE("mllike"),
	MODE_FILE("pascal"),
	MODE_FILE("perl"),
	MODE_FILE("python"),
	MODE_FILE("r"),
	MODE_FILE("ruby"),
	MODE_FILE("rust"),
	MODE_FILE("shell"),
};
#define FILE_COUNT (sizeof files / sizeof *files)
#define ETAG_SIZE (AS_DIGEST_HEX_SIZE + 2)

struct as_site_libraries {
	struct as_site_asset items[FILE_COUNT]; /* those that exist */
	struct as_site_assets assets;
	struct as_bytes bytes[FILE_COUNT];
	char etags[FILE_COUNT][ETAG_SIZE];
	bool lacks[OPTIONAL + 1];
};

/* ---- reading ---- */

static void add_library_file(
	struct as_site_libraries *libraries, size_t file, const struct as_bytes *bytes)
{
	const size_t place = libraries->assets.count++;
	char digest[AS_DIGEST_HEX_SIZE];

	as_digest_bytes(bytes->data, bytes->size, digest);
	snprintf(libraries->etags[place], ETAG_SIZE, "\"%.32s\"", digest);
	libraries->bytes[place] = *bytes;
	libraries->items[place] = (struct as_site_asset){.path = files[file].path,
		.type = files[file].type,
		.bytes = bytes->data,
		.size = bytes->size,
		.etag = libraries->etags[place]};
}

/* Links are followed, because Debian's fonts are links out of the folder. That is safe: the paths
 * are from the list above, in a system folder. */
static void read_one(struct as_site_libraries *libraries, const char *folder, size_t file)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, files[file].file);
	AS_AUTO_FREE char *real = path ? realpath(path, NULL) : NULL;
	struct as_bytes bytes = {0};

	if (real && as_file_read(AT_FDCWD, real, FILE_MAX_BYTES, &bytes, NULL) == 0 &&
		bytes.size > 0) {
		add_library_file(libraries, file, &bytes);
		return;
	}
	as_bytes_clear(&bytes);
	libraries->lacks[files[file].need] = true;
}

struct as_site_libraries *as_site_libraries_open(const char *folder, struct as_error *error)
{
	struct as_site_libraries *libraries = calloc(1, sizeof *libraries);

	if (!libraries) {
		as_error_no_memory(error);
		return NULL;
	}
	libraries->assets.items = libraries->items;
	for (size_t i = 0; i < FILE_COUNT; i++)
		read_one(libraries, folder, i);
	return libraries;
}

void as_site_libraries_close(struct as_site_libraries *libraries)
{
	if (!libraries)
		return;
	for (size_t i = 0; i < libraries->assets.count; i++)
		as_bytes_clear(&libraries->bytes[i]);
	free(libraries);
}

/* ---- the list ---- */

bool as_site_libraries_have_math(const struct as_site_libraries *libraries)
{
	return !libraries->lacks[MATH];
}

bool as_site_libraries_have_editor(const struct as_site_libraries *libraries)
{
	return !libraries->lacks[EDITOR];
}

const struct as_site_assets *as_site_libraries_assets(const struct as_site_libraries *libraries)
{
	static const struct as_site_assets none;

	return libraries ? &libraries->assets : &none;
}
