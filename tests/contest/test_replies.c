/* SPDX-License-Identifier: MIT */
/* Documents of the API that readers share. */
#include "folder_case.h"
#include "replies.h"
#include "server.h"

#include <assay/program.h>

#define TEAMS 80

struct replies_case {
	struct package_folder folder;
	struct as_contest *contest;
	struct as_languages *languages;
	struct as_server server;
};

/* Documents of `organizations` with this size are kept. */
static struct replies_case open_case(void)
{
	struct replies_case made = {.folder = contest_folder_make("")};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs("--- file organizations.yaml\n", out);
	for (int i = 0; i < TEAMS; i++)
		fprintf(out, "- {id: o%d, name: 'University of the %d. City of the Coast'}\n", i,
			i);
	fclose(out);
	package_folder_apply(&made.folder, text);
	free(text);
	made.contest = open_good_contest(made.folder.path);
	made.languages = as_languages_open(NULL, NULL);
	cr_assert_not_null(made.languages);
	struct as_server *server = &made.server;
	server->config.contest = made.contest;
	server->api = as_contest_api_open(
		&(struct as_contest_api_config){
			.contest = made.contest, .languages = made.languages, .version = "1"},
		NULL);
	server->log = as_contest_log_open(
		&(struct as_contest_log_config){.contest = made.contest, .is_reader = true}, NULL);
	server->shared.replies = replies_open(NULL);
	cr_assert(server->api && server->log && server->shared.replies);
	return made;
}

static void close_case(struct replies_case *made)
{
	replies_close(made->server.shared.replies);
	as_contest_log_close(made->server.log);
	as_contest_api_close(made->server.api);
	as_languages_close(made->languages);
	as_contest_close(made->contest);
	package_folder_remove(&made->folder);
}
#define AUTO_CASE AS_AUTO(close_case) struct replies_case

static struct as_http_buffer *get_as(struct replies_case *made,
	const struct as_contest_api_reader *reader, const char *endpoint, const char *id)
{
	const struct reply_query query = {.reader = reader, .endpoint = endpoint, .id = id};
	struct as_http_buffer *json;

	cr_assert_eq(replies_get(&made->server, &query, &json), 200);
	return json;
}

static const char *text_of(const struct as_http_buffer *json)
{
	size_t size;

	return as_http_buffer_data(json, &size);
}

Test(replies, readers_of_one_document_share_its_bytes)
{
	AUTO_CASE made = open_case();
	const struct as_contest_api_reader anybody = AS_CONTEST_API_ANYBODY,
					   admin = as_contest_api_reader(made.server.log, 0);
	struct as_http_buffer *json[] = {get_as(&made, &anybody, "organizations", NULL),
		get_as(&made, &anybody, "organizations", NULL),
		get_as(&made, &admin, "organizations", NULL)};

	cr_expect_eq(json[0], json[1]);
	cr_expect_eq(json[0], json[2], "another audience sees the same bytes");
	cr_expect(strstr(text_of(json[0]), "University of the 79."));
	for (size_t i = 0; i < 3; i++)
		as_http_buffer_unref(json[i]);
}

Test(replies, a_document_that_depends_on_the_reader_is_not_shared)
{
	AUTO_CASE made = open_case();
	const struct as_contest_api_reader anybody = AS_CONTEST_API_ANYBODY,
					   admin = as_contest_api_reader(made.server.log, 0);
	struct as_http_buffer *all = get_as(&made, &admin, "accounts", NULL),
			      *one = get_as(&made, &admin, "organizations", "o7"),
			      *other = get_as(&made, &anybody, "organizations", "o8");
	const struct reply_query query = {.reader = &anybody, .endpoint = "accounts"};
	struct as_http_buffer *none;

	cr_expect_neq(replies_get(&made.server, &query, &none), 200, "strangers see accounts");
	as_http_buffer_unref(none);
	cr_expect(strstr(text_of(all), "root"));
	cr_expect(strstr(text_of(one), "the 7. City"));
	cr_expect(strstr(text_of(other), "the 8. City"));
	as_http_buffer_unref(all);
	as_http_buffer_unref(one);
	as_http_buffer_unref(other);
}

/* A document that somebody still reads outlives its place. */
Test(replies, many_documents_take_the_places_of_others)
{
	AUTO_CASE made = open_case();
	const struct as_contest_api_reader anybody = AS_CONTEST_API_ANYBODY;
	struct as_http_buffer *first = get_as(&made, &anybody, "organizations", NULL);

	for (int i = 0; i < 1000; i++) {
		char value[20];
		snprintf(value, sizeof(value), "%d", i);
		struct as_contest_api_filter items[] = {{.name = "nothing", .value = value}};
		const struct reply_query query = {.reader = &anybody,
			.endpoint = "organizations",
			.filters = {.items = items, .count = 1}};
		struct as_http_buffer *json;
		cr_assert_eq(replies_get(&made.server, &query, &json), 200);
		cr_expect_eq(json, first, "parameters that mean nothing make another document");
		as_http_buffer_unref(json);
	}
	cr_expect(strstr(text_of(first), "University of the 79."));
	as_http_buffer_unref(first);
}

Test(replies, boards_that_are_filtered_for_strangers_have_a_tenth_of_a_core)
{
	AUTO_CASE made = open_case();
	struct replies *replies = made.server.shared.replies;

	/* A second of waiting is given ahead, which is a tenth of a second of rendering. */
	for (int i = 0; i < 9; i++) {
		cr_expect(replies_may_render(replies));
		replies_rendered(replies, INT64_C(10000000));
	}
	cr_expect(replies_may_render(replies));
	replies_rendered(replies, INT64_C(1000000000));
	cr_expect_not(replies_may_render(replies));
}
