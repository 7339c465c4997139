/* SPDX-License-Identifier: MIT */
/* assay contest simulate: plays a contest against a running server, as a rehearsal. */
#include "simulate.h"

#include <assay/contest/folder/make.h>
#include <string.h>

#define MAX_SPEED 10000
#define EXIT_FOUND 1

struct options {
	const char *path;
	const char *url, *copy;
	unsigned teams; /* 0: all */
	unsigned speed, seed;
	bool is_sure, is_dry;
};

static void check(struct argp_state *state, void *input)
{
	struct options *options = input;

	if (options->copy && options->url)
		argp_error(state, "--copy and --url are mutually exclusive");
	if (!options->speed)
		options->speed = 1;
	if (!options->url)
		options->url = "http://127.0.0.1:8080";
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_simulate[] = {
	{"copy", 0, "FOLDER",
		"make a rehearsal of the contest in a new folder, shorter by --speed, with at "
		"least "
		"--teams teams and new passwords; then serve it and simulate it",
		cli_text, AT(copy)},
	{"url", 0, "URL", "the server (default: http://127.0.0.1:8080)", cli_text, AT(url)},
	{"teams", 0, "N", "teams that take part (default: all that have a password)", cli_number,
		AT(teams), 1, AS_CONTEST_NEW_TEAMS_MAX},
	{"speed", 0, "N", "play N times as fast as the contest (default: 1)", cli_number, AT(speed),
		1, MAX_SPEED},
	{"seed", 0, "N",
		"number that decides what the teams do; equal seeds make equal contests (default: "
		"0)",
		cli_number, AT(seed), 0, UINT32_MAX},
	{"dry-run", 0, NULL, "only print what the teams would do", cli_flag, AT(is_dry)},
	{"yes", 0, NULL, "play the contest even if it is running or has submissions", cli_flag,
		AT(is_sure)},
	{0},
};

static const struct cli_verb simulate_verb = {.options = options_of_simulate,
	.arguments = "DIR",
	.about = "Plays the contest DIR against the server that serves it, as a rehearsal: teams "
		 "log in, look at pages, ask, and send the submissions of the packages. Reports "
		 "the time until verdicts, errors, and accepted submissions of the packages that "
		 "the server did not accept.",
	.words = {{"DIR", AT(path)}},
	.check = check};

/* ---- the server ---- */

static const struct as_contest_account *find_admin(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		if (account->role == AS_CONTEST_ADMIN && account->password &&
			!account->password_is_hash && !account->ip)
			return account;
	}
	return NULL;
}

/* A document of the Contest API. NULL: there is none. */
static json_t *get_document(const struct simulate_server *server,
	const struct as_contest_account *admin, const char *path, struct as_error *error)
{
	struct simulate_reply reply;

	if (simulate_get(server, admin, path, &reply, error))
		return NULL;
	json_t *document = reply.status == 200 ? json_loads(reply.text, 0, NULL) : NULL;
	free(reply.text);
	if (!document)
		as_error_set(error, AS_ERROR_USAGE,
			"the server answers with status %d: it does not serve this contest, or %s "
			"has another password",
			reply.status, admin->username);
	return document;
}

/* Without --yes, a contest in which teams may take part is not disturbed. */
static int check_server(const struct options *options, const struct simulate_server *server,
	const struct as_contest_account *admin, bool *has_started, struct as_error *error)
{
	AS_AUTO_JSON json_t *state = get_document(server, admin, "/state", error);
	AS_AUTO_JSON json_t *submissions =
		state ? get_document(server, admin, "/submissions", error) : NULL;

	if (!submissions)
		return -1;
	*has_started = as_json_has(state, "started");
	if (as_json_has(state, "ended"))
		return as_error_set(error, AS_ERROR_USAGE,
			"the server's contest is over; make a new rehearsal with --copy");
	if (options->is_sure)
		return 0;
	if (json_array_size(submissions))
		return as_error_set(error, AS_ERROR_USAGE,
			"the server's contest has %zu submissions and may be real: make "
			"a rehearsal with --copy, or use --yes",
			json_array_size(submissions));
	return *has_started ? as_error_set(error, AS_ERROR_USAGE,
				      "the server's contest is running and may be real: "
				      "make a rehearsal with --copy, or use --yes")
			    : 0;
}

static int start_contest(const struct simulate_server *server,
	const struct as_contest_account *admin, struct as_error *error)
{
	AS_AUTO_FREE char *cookie = NULL;
	struct simulate_reply login = {0}, form = {0};
	int failed = simulate_log_in(server, admin, &cookie, &login, error);

	if (!failed && !cookie)
		failed = as_error_set(error, AS_ERROR_USAGE,
			"the log-in of %s is refused: status %d", admin->username, login.status);
	if (!failed)
		failed = simulate_form(
			server, cookie, "/jury/clock", "action=start&sure=1", &form, error);
	if (!failed && form.status != 303)
		failed = as_error_set(error, AS_ERROR_USAGE,
			"the contest cannot be started: status %d", form.status);
	free(login.text);
	free(form.text);
	return failed ? -1 : 0;
}

/* ---- the report ---- */

/* Of `permille` of the verdicts. */
static double seconds_at(const struct simulate_result *result, size_t permille)
{
	const size_t index = result->verdicts * permille / 1000;

	return (double)result->verdict_ms[index < result->verdicts ? index : result->verdicts - 1] /
	       1000;
}

static void print_counts(const char *title, json_t *counts)
{
	const char *text;
	json_t *count;

	if (json_object_size(counts) == 0)
		return;
	puts(title);
	json_object_foreach(counts, text, count)
	{
		printf("  %" JSON_INTEGER_FORMAT " x ", json_integer_value(count));
		cli_print_text(text, strlen(text));
		putchar('\n');
	}
}

static int print_report(const struct options *options, const struct simulate_plan *plan,
	const struct simulate_result *result)
{
	const size_t *counts = result->counts;
	const size_t missing = counts[SIMULATE_SUBMIT] - result->verdicts;

	printf("%zu teams: %zu submissions, %zu verdicts, %zu log-ins, %zu pages, %zu questions, "
	       "%zu prints\n",
		plan->player_count, counts[SIMULATE_SUBMIT], result->verdicts,
		counts[SIMULATE_LOGIN], counts[SIMULATE_LOOK], counts[SIMULATE_ASK],
		counts[SIMULATE_PRINT]);
	if (result->verdicts)
		printf("time until a verdict: half within %.2f s, 99 %% within %.2f s, all within "
		       "%.2f s\n",
			seconds_at(result, 500), seconds_at(result, 990), seconds_at(result, 1000));
	if (missing)
		printf("submissions without a verdict: %zu\n", missing);
	print_counts(
		"accepted submissions of the packages with another verdict:", result->unexpected);
	print_counts("errors:", result->errors);
	printf("to clear the rehearsal, end the server and remove %s, or its contest.db\n",
		options->path);
	return missing || json_object_size(result->unexpected) || json_object_size(result->errors)
		       ? EXIT_FOUND
		       : 0;
}

/* ---- the action ---- */

static int copy_contest(
	const struct options *options, const struct as_contest *contest, struct as_error *error)
{
	if (simulate_copy(contest, options->copy, options->teams, options->speed, error))
		return -1;
	printf("created %s; serve it: assay serve %s; then, in another terminal: assay contest "
	       "simulate %s\n",
		options->copy, options->copy, options->copy);
	return 0;
}

static int play(const struct options *options, struct simulate_server *server,
	struct simulate_plan *plan, int *status, struct as_error *error)
{
	const struct as_contest_account *admin = find_admin(server->contest);
	struct simulate_result result = {0};
	bool has_started = false;

	if (!admin)
		return as_error_at(error, AS_ERROR_INPUT, options->path, 0, 0,
			"no account of the type admin has a password in accounts.yaml");
	server->origin = as_http_origin(options->url, error);
	if (!server->origin || check_server(options, server, admin, &has_started, error) ||
		(!has_started && start_contest(server, admin, error)))
		return -1;
	const int64_t seconds =
		server->contest->settings.duration_ms / 1000 / (int64_t)options->speed;
	printf("%zu teams play for %jd:%02d:%02d\n", plan->player_count, (intmax_t)(seconds / 3600),
		(int)(seconds / 60 % 60), (int)(seconds % 60));
	fflush(stdout);
	const int failed = simulate_run(server, plan, options->speed, admin, &result, error);
	if (!failed)
		*status = print_report(options, plan, &result);
	simulate_result_clear(&result);
	return failed;
}

static int simulate(const struct options *options, const struct as_contest *contest, int *status,
	struct as_error *error)
{
	AS_AUTO(contest_languages_close) struct contest_languages languages = {0};
	AS_AUTO(simulate_plan_clear) struct simulate_plan plan = {0};
	struct simulate_server server = {.contest = contest};
	int failed;

	if (contest->settings.participation.time_per_team_ms > 0)
		return as_error_at(error, AS_ERROR_USAGE, options->path, 0, 0,
			"time_per_team: a rehearsal cannot play a contest in which each team "
			"starts by itself; remove the key in a copy of the folder");
	if (options->copy)
		return copy_contest(options, contest, error);
	if (contest_languages_open(&languages, error) ||
		simulate_plan_make(&plan, contest, options->teams, options->seed, error))
		return -1;
	server.languages = languages.languages;
	if (options->is_dry) {
		simulate_plan_print(&plan);
		return 0;
	}
	failed = play(options, &server, &plan, status, error);
	free(server.origin);
	return failed;
}

int contest_simulate(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	int status = 0;
	const int refused = cli_parse(&simulate_verb, argc, argv, &options);

	if (refused)
		return refused;
	cli_catch_signals();
	AS_AUTO_CONTEST struct as_contest *contest = contest_open(options.path, false, &error);
	if (!contest || as_contest_require(contest, &error) ||
		simulate(&options, contest, &status, &error))
		return contest_fail(&error);
	return cli_finish(status);
}
