/* SPDX-License-Identifier: MIT */
/* JSON values of the Contest API: TIME, RELTIME, FILE, numbers. */
#include "view.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

struct as_api_object as_api_begin(void)
{
	return (struct as_api_object){.json = json_object()};
}

json_t *as_api_end(struct as_api_object *object)
{
	if (object->failed) {
		json_decref(object->json);
		object->json = NULL;
	}
	return as_steal(object->json);
}

void as_api_put(struct as_api_object *object, const char *key, json_t *value)
{
	if (json_object_set_new(object->json, key, value))
		object->failed = true;
}

/* Texts are UTF-8, except possibly the name of a file that a team submitted. */
void as_api_put_text(struct as_api_object *object, const char *key, const char *text)
{
	char printable[1024];

	if (!text)
		return;
	if (!as_text_is_utf8(text, strlen(text)))
		text = as_text_printable(text, strlen(text), printable, sizeof(printable));
	as_api_put(object, key, json_string(text));
}

void as_api_put_time(struct as_api_object *object, const char *key, int64_t wall_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	as_api_put(object, key,
		wall_ms == AS_NEVER_MS ? json_null()
				       : json_string(as_contest_time_format(wall_ms, text)));
}

void as_api_put_span(struct as_api_object *object, const char *key, int64_t span_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	as_api_put(object, key, json_string(as_contest_reltime_format(span_ms, text)));
}

void as_api_put_contest_time(struct as_api_object *object, const char *key,
	const struct as_contest_clock *clock, int64_t wall_ms)
{
	const int64_t time_ms = as_contest_time_ms(clock, wall_ms);

	as_api_put_span(object, key, time_ms == AS_NEVER_MS ? 0 : time_ms);
}

void as_api_put_team_time(struct as_api_object *object, const char *key,
	const struct as_api_view *view, size_t team, int64_t wall_ms)
{
	const struct as_contest_clock clock =
		as_contest_log_clock_by(view->log, team, view->clock, wall_ms);

	as_api_put_contest_time(object, key, &clock, wall_ms);
}

void as_api_put_more(struct as_api_object *object, json_t *more)
{
	if (more && json_object_update_missing(object->json, more))
		object->failed = true;
}

/* ---- numbers ---- */

json_t *as_api_seconds(int64_t time_ns)
{
	const int64_t time_ms = time_ns / 1000000;

	return time_ms % 1000 == 0 ? json_integer(time_ms / 1000)
				   : json_real((double)time_ms / 1000);
}

json_t *as_api_score(int64_t score_e6)
{
	return score_e6 % 1000000 == 0 ? json_integer(score_e6 / 1000000)
				       : json_real((double)score_e6 / 1000000);
}

json_t *as_api_points(double points)
{
	return fabs(points) < 1e15 && points == trunc(points) ? json_integer((json_int_t)points)
							      : json_real(points);
}

/* ---- files ---- */

static json_t *file_tags(const struct as_contest_file *file)
{
	json_t *tags = json_array();

	for (char **tag = file->tags; tag && *tag; tag++)
		json_array_append_new(tags, json_string(*tag));
	return tags;
}

/* RFC 3986, section 2.3: all but unreserved characters become %XX. */
static char *escape_name(const char *name)
{
	char *text = malloc(3 * strlen(name) + 1), *to = text;

	for (; text && *name; name++)
		if (isalnum((unsigned char)*name) || strchr("-._~", *name))
			*to++ = *name;
		else
			to += sprintf(to, "%%%02X", (unsigned char)*name);
	if (text)
		*to = '\0';
	return text;
}

json_t *as_api_href(const struct as_api_view *view, const char *endpoint, const char *id,
	const char *property, const char *filename)
{
	const char *contest = view->contest->settings.id;
	AS_AUTO_FREE char *name = escape_name(filename), *href = NULL;

	if (!name)
		return NULL;
	href = endpoint ? as_text_format(NULL, "contests/%s/%s/%s/%s/%s", contest, endpoint, id,
				  property, name)
			: as_text_format(NULL, "contests/%s/%s/%s", contest, property, name);
	return href ? json_string(href) : NULL;
}

static json_t *file_json(const struct as_api_view *view, const char *endpoint, const char *id,
	const struct as_contest_file *file)
{
	struct as_api_object object = as_api_begin();

	as_api_put(
		&object, "href", as_api_href(view, endpoint, id, file->property, file->filename));
	as_api_put_text(&object, "filename", file->filename);
	as_api_put_text(&object, "hash", file->hash);
	as_api_put_text(&object, "mime", file->mime);
	if (file->width && file->height) {
		as_api_put(&object, "width", json_integer((json_int_t)file->width));
		as_api_put(&object, "height", json_integer((json_int_t)file->height));
	}
	if (file->tags && *file->tags)
		as_api_put(&object, "tag", file_tags(file));
	return as_api_end(&object);
}

json_t *as_api_file_list(struct as_api_object *object, const char *property)
{
	if (!json_object_get(object->json, property))
		as_api_put(object, property, json_array());
	return json_object_get(object->json, property);
}

void as_api_put_files(struct as_api_object *object, const struct as_api_view *view,
	const char *endpoint, const char *id, const struct as_contest_files *files,
	bool (*hides)(const struct as_api_view *view, const char *property))
{
	for (size_t i = 0; i < files->count; i++) {
		const struct as_contest_file *file = &files->items[i];

		if (hides && hides(view, file->property))
			continue;
		if (json_array_append_new(as_api_file_list(object, file->property),
			    file_json(view, endpoint, id, file)))
			object->failed = true;
	}
}
