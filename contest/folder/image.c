/* SPDX-License-Identifier: MIT */
/* The size of an image. The Contest API requires it; other files and broken images have none. */
#include "reading.h"

#include <string.h>
#include <strings.h>

#define SVG_HEAD_BYTES 65536
#define MAX_SIDE 1e6

struct size {
	uint64_t width, height;
};

static uint32_t big_endian(const unsigned char *bytes, size_t count)
{
	uint32_t value = 0;

	for (size_t i = 0; i < count; i++)
		value = value << 8 | bytes[i];
	return value;
}

static bool image_read_png(int fd, struct size *size)
{
	static const unsigned char begin[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
	unsigned char bytes[sizeof(begin) - 1 + 8];

	if (pread(fd, bytes, sizeof(bytes), 0) != sizeof(bytes) ||
		memcmp(bytes, begin, sizeof(begin) - 1) != 0)
		return false;
	size->width = big_endian(bytes + sizeof(begin) - 1, 4);
	size->height = big_endian(bytes + sizeof(begin) + 3, 4);
	return true;
}

/* ---- JPEG: ITU-T T.81, B.1.1 and B.2.2 ---- */

#define JPEG_START "\xff\xd8"
#define MARKER_BYTES 9

/* A frame header: SOF0 to SOF15, except DHT, JPG and DAC, which are between them. */
static bool is_frame(unsigned char marker)
{
	return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
	       marker != 0xCC;
}

/* Each segment before the image data has a marker and a length. */
static bool image_read_jpeg(int fd, struct size *size)
{
	unsigned char bytes[MARKER_BYTES];
	off_t at = 2;

	if (pread(fd, bytes, 2, 0) != 2 || memcmp(bytes, JPEG_START, 2) != 0)
		return false;
	while (pread(fd, bytes, MARKER_BYTES, at) == MARKER_BYTES && bytes[0] == 0xFF) {
		if (is_frame(bytes[1])) {
			size->height = big_endian(bytes + 5, 2);
			size->width = big_endian(bytes + 7, 2);
			return true;
		}
		/* A marker may follow fill bytes. */
		at += bytes[1] == 0xFF ? 1 : 2 + (off_t)big_endian(bytes + 2, 2);
	}
	return false;
}

/* ---- SVG ---- */

/* The value of an attribute of the tag, which begins at `tag` and ends at its '>'. NULL: none. */
static const char *attribute_of(const char *tag, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = tag; (at = strstr(at, name)); at += length) {
		const char *value = at + length + strspn(at + length, " \t\r\n");
		if (!strchr(" \t\r\n", at[-1]) || *value != '=')
			continue;
		value += 1 + strspn(value + 1, " \t\r\n");
		return *value == '"' || *value == '\'' ? value + 1 : NULL;
	}
	return NULL;
}

/* A length in pixels, of which an inch has 96 (CSS Values 4, section 6.2). 0: relative, or none. */
static uint64_t pixels(const char *text)
{
	static const struct {
		const char *name;
		double pixels;
	} units[] = {{"\"", 1}, {"'", 1}, {"px", 1}, {"in", 96}, {"cm", 96 / 2.54},
		{"mm", 96 / 25.4}, {"pt", 96.0 / 72}, {"pc", 16}, {"Q", 96 / 101.6}};
	char *end;
	const double length = text ? strtod(text, &end) : 0;

	for (size_t i = 0; length > 0 && i < sizeof(units) / sizeof(*units); i++) {
		const double count = length * units[i].pixels;
		if (strncasecmp(end, units[i].name, strlen(units[i].name)) == 0)
			return count >= 1 && count <= MAX_SIDE ? (uint64_t)(count + 0.5) : 0;
	}
	return 0;
}

static bool read_box(const char *box, struct size *size)
{
	double left, top, width, height;

	if (!box ||
		(sscanf(box, "%lf%*[ ,]%lf%*[ ,]%lf%*[ ,]%lf", &left, &top, &width, &height) !=
			4) ||
		!(width >= 1 && width <= MAX_SIDE && height >= 1 && height <= MAX_SIDE))
		return false;
	size->width = (uint64_t)(width + 0.5);
	size->height = (uint64_t)(height + 0.5);
	return true;
}

/* The first element; a comment before it may contain another one. */
static char *find_svg(char *text)
{
	for (char *comment; text && (comment = strstr(text, "<!--"));) {
		char *tag = strstr(text, "<svg");
		if (!tag || tag < comment)
			return tag;
		text = strstr(comment + 4, "-->");
	}
	return text ? strstr(text, "<svg") : NULL;
}

/* width and height of the first element, or else its viewBox. */
static bool image_read_svg(int fd, struct size *size)
{
	AS_AUTO_FREE char *text = calloc(SVG_HEAD_BYTES + 1, 1);
	const ssize_t length = text ? pread(fd, text, SVG_HEAD_BYTES, 0) : -1;
	char *tag = length > 0 ? find_svg(text) : NULL;
	char *end = tag ? strchr(tag, '>') : NULL;

	if (!end)
		return false;
	*end = '\0';
	size->width = pixels(attribute_of(tag, "width"));
	size->height = pixels(attribute_of(tag, "height"));
	return (size->width && size->height) || read_box(attribute_of(tag, "viewBox"), size);
}

/* Photos often have the ending of another format, so the content decides. */
static bool measure(int fd, const char *mime, struct size *size)
{
	if (strncmp(mime, "image/", 6) != 0)
		return false;
	return image_read_png(fd, size) || image_read_jpeg(fd, size) ||
	       (strcmp(mime, "image/svg+xml") == 0 && image_read_svg(fd, size));
}

bool folder_is_picture(int fd, const char *mime)
{
	struct size size;

	return measure(fd, mime, &size);
}

void folder_file_measure(const struct folder *folder, struct as_contest_file *file)
{
	AS_AUTO_FD int fd = file->width && file->height
				    ? -1
				    : as_file_open(folder->contest->tree.fd, file->path, NULL);
	struct size size;

	if (fd < 0 || !measure(fd, file->mime, &size))
		return;
	file->width = file->width ? file->width : size.width;
	file->height = file->height ? file->height : size.height;
}
