/* SPDX-License-Identifier: MIT */
/*
 * The teams of bench_contest: each logs in and submits; in addition, a client looks at the board. A
 * request begins when it is due, even if earlier ones have not ended, and its time counts from
 * then.
 */
#include "bench_contest.h"

#include <assay/base.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define PAGES_A_SECOND 5
#define BURST 200
#define BURST_EVERY_S 60
#define TOKEN_SIZE 65

static struct team {
	char cookie[2 * TOKEN_SIZE]; /* "assay=..." */
	char token[TOKEN_SIZE];      /* of forms */
} teams[BENCH_TEAMS];

enum kind { LOGIN, FORM, SUBMIT, PAGE, KIND_COUNT };
struct asked {
	struct bench_link link;
	enum kind kind;
	int team, number;
	bool is_burst, is_redundant;
	int64_t due_ns;
	bool is_sent;
	char *text;
	size_t size, room;
	char request[3072];
	size_t request_size;
};

static int epoll;
static unsigned open_count, failed_count;
static unsigned done_count[KIND_COUNT];
static struct bench_times submit_times, burst_times, page_times;
static struct {
	int64_t begin_ns, end_ns;
} again; /* the log-ins beside the load */

/* ---- requests ---- */

static void write_get(struct asked *asked, const char *path, const char *cookie)
{
	asked->request_size = (size_t)snprintf(asked->request, sizeof(asked->request),
		"GET %s HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n%s%s%s\r\n", path,
		cookie ? "Cookie: " : "", cookie ? cookie : "", cookie ? "\r\n" : "");
}

static void write_post(struct asked *asked, const char *path, const char *cookie, const char *type,
	const char *body)
{
	asked->request_size = (size_t)snprintf(asked->request, sizeof(asked->request),
		"POST %s HTTP/1.1\r\nHost: bench\r\nConnection: close\r\nContent-Type: "
		"%s\r\nContent-Length: %zu\r\n%s%s%s\r\n%s",
		path, type, strlen(body), cookie ? "Cookie: " : "", cookie ? cookie : "",
		cookie ? "\r\n" : "", body);
}

static void write_submission(struct asked *asked)
{
	static const char part[] = "--x\r\nContent-Disposition: form-data; name=";
	const struct team *team = &teams[asked->team];
	char body[2560];

	snprintf(body, sizeof(body),
		"%s\"csrf\"\r\n\r\n%s\r\n%s\"problem\"\r\n\r\nproblem%d\r\n"
		"%s\"language\"\r\n\r\npython3\r\n%s\"entry_point\"\r\n\r\n%d\r\n"
		"%s\"file\"; filename=\"main.py\"\r\n\r\n# %d\n%01000d\r\n--x--\r\n",
		part, team->token, part, asked->number / bench->teams % BENCH_PROBLEMS + 1, part,
		part, asked->number % bench->teams, part, asked->number, 0);
	write_post(asked, "/submit", team->cookie, "multipart/form-data; boundary=x", body);
}

static void write_request(struct asked *asked)
{
	char body[256];

	switch (asked->kind) {
	case LOGIN:
		snprintf(body, sizeof(body), "username=team%d&password=" BENCH_PASSWORD,
			asked->team + 1);
		write_post(asked, "/login", NULL, "application/x-www-form-urlencoded", body);
		break;
	case FORM:
		write_get(asked, "/submit", teams[asked->team].cookie);
		break;
	case SUBMIT:
		write_submission(asked);
		break;
	case PAGE:
	case KIND_COUNT:
		write_get(asked, "/", NULL);
	}
}

static void send_request(struct asked *asked)
{
	if (asked->is_sent)
		return;
	const ssize_t sent = bench_link_write(&asked->link, asked->request, asked->request_size);
	if (sent < 0)
		bench_fail("a team", "cannot send");
	asked->is_sent = sent > 0;
}

static void ask(struct asked made)
{
	struct asked *asked = malloc(sizeof(*asked));

	*asked = made;
	write_request(asked);
	bench_link_open(&asked->link);
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = asked};
	epoll_ctl(epoll, EPOLL_CTL_ADD, asked->link.fd, &event);
	open_count++;
	send_request(asked);
}

/* ---- answers ---- */

static void copy_until(char *to, size_t size, const char *from, const char *ends)
{
	const size_t length = from ? strcspn(from, ends) : 0;

	snprintf(to, size, "%.*s", (int)(length < size ? length : size - 1), from ? from : "");
}

static const char *after(const char *text, const char *what)
{
	const char *found = strstr(text, what);

	return found ? found + strlen(what) : NULL;
}

static void take_answer(struct asked *asked)
{
	const int64_t ns = as_now_ns() - asked->due_ns;
	const int status = asked->size > 12 ? atoi(asked->text + 9) : 0;
	const int wanted = asked->kind == LOGIN || asked->kind == SUBMIT ? 303 : 200;

	done_count[asked->kind]++;
	if (status != wanted) {
		if (failed_count++ < 5)
			fprintf(stderr, "bench_contest: kind %d: %.*s\n", asked->kind,
				(int)(asked->size < 3000 ? asked->size : 3000), asked->text);
		return;
	}
	switch (asked->kind) {
	case LOGIN:
		if (asked->is_redundant) {
			again.end_ns = as_now_ns();
			break;
		}
		copy_until(teams[asked->team].cookie, sizeof(teams->cookie),
			after(asked->text, "Set-Cookie: "), ";");
		ask((struct asked){.kind = FORM, .team = asked->team, .due_ns = as_now_ns()});
		break;
	case FORM:
		copy_until(teams[asked->team].token, sizeof(teams->token),
			after(asked->text, "name=\"csrf\" value=\""), "\"");
		break;
	case SUBMIT:
		bench_times_add(asked->is_burst ? &burst_times : &submit_times, ns);
		break;
	case PAGE:
	case KIND_COUNT:
		bench_times_add(&page_times, ns);
	}
}

static bool read_answer(struct asked *asked)
{
	for (;;) {
		if (asked->room - asked->size < 65536) {
			asked->room = 2 * asked->room + 131072;
			asked->text = realloc(asked->text, asked->room);
		}
		const ssize_t got = bench_link_read(
			&asked->link, asked->text + asked->size, asked->room - asked->size - 1);
		if (got == 0)
			return false;
		if (got < 0)
			return true;
		asked->size += (size_t)got;
		asked->text[asked->size] = '\0';
	}
}

static void look(int64_t until_ns)
{
	struct epoll_event events[64];
	int64_t left_ns;

	while ((left_ns = until_ns - as_now_ns()) > 0) {
		const int count = epoll_wait(epoll, events, 64, (int)(left_ns / 1000000) + 1);
		for (int i = 0; i < count; i++) {
			struct asked *asked = events[i].data.ptr;
			send_request(asked);
			if (!asked->is_sent || !read_answer(asked))
				continue;
			bench_link_close(&asked->link);
			take_answer(asked);
			free(asked->text);
			free(asked);
			open_count--;
		}
	}
}

static void look_until_done(int64_t max_s)
{
	const int64_t until_ns = as_now_ns() + max_s * 1000000000;

	while (open_count > 0 && as_now_ns() < until_ns)
		look(as_now_ns() + 10000000);
	if (open_count > 0)
		bench_fail("teams", "answers are missing");
}

/* ---- the load ---- */

static void log_in_all(void)
{
	for (int i = 0; i < bench->teams; i++) {
		ask((struct asked){.kind = LOGIN, .team = i, .due_ns = as_now_ns()});
		look(as_now_ns() + 1000000);
	}
}

static int submit(int number, bool is_burst, int64_t due_ns)
{
	if (number < bench->teams * BENCH_PROBLEMS)
		ask((struct asked){.kind = SUBMIT,
			.team = number % bench->teams,
			.number = number,
			.is_burst = is_burst,
			.due_ns = due_ns});
	return number + 1;
}

static void run_load(void)
{
	const int64_t begin_ns = as_now_ns();
	const int64_t end_ns = begin_ns + bench->seconds * INT64_C(1000000000);
	const double step_ns = 1e9 / bench->rate;
	/* The first burst comes early, so that a short run contains one. */
	int64_t burst_ns = begin_ns + bench->seconds * INT64_C(100000000);
	int number = 0;
	int64_t steps = 0, pages = 0;
	int late = 0; /* people who log in again after a third of the run */

	while (as_now_ns() < end_ns) {
		const int64_t step_due_ns = begin_ns + (int64_t)((double)steps * step_ns);
		const int64_t page_due_ns = begin_ns + pages * 1000000000 / PAGES_A_SECOND;
		look(step_due_ns < page_due_ns ? step_due_ns : page_due_ns);
		if (as_now_ns() >= page_due_ns) {
			ask((struct asked){.kind = PAGE, .due_ns = page_due_ns});
			pages++;
		}
		if (as_now_ns() >= step_due_ns) {
			number = submit(number, false, step_due_ns);
			steps++;
		}
		if (late < bench->teams && as_now_ns() >= begin_ns + (end_ns - begin_ns) / 3) {
			again.begin_ns = again.begin_ns ? again.begin_ns : as_now_ns();
			for (int i = 0; i < 10 && late < bench->teams; i++, late++)
				ask((struct asked){.kind = LOGIN,
					.team = late,
					.is_redundant = true,
					.due_ns = as_now_ns()});
		}
		if (as_now_ns() >= burst_ns) {
			for (int i = 0; i < BURST; i++)
				number = submit(number, true, burst_ns);
			burst_ns += BURST_EVERY_S * INT64_C(1000000000);
		}
	}
}

static void print_login(const char *name, int64_t begin_ns, int64_t end_ns)
{
	printf("%s_s=%.1f ", name, (double)(end_ns - begin_ns) / 1e9);
}

void bench_teams(void)
{
	epoll = epoll_create1(EPOLL_CLOEXEC);
	bench_await_port();
	const int64_t login_ns = as_now_ns();
	log_in_all();
	look_until_done(600);
	print_login("login", login_ns, as_now_ns());
	while (!atomic_load(&bench->is_ready))
		usleep(10000);
	sleep(2);
	atomic_store(&bench->is_begun, true);
	run_load();
	look_until_done(120);
	while (atomic_load(&bench->judged_count) < submit_times.count + burst_times.count)
		usleep(10000);
	sleep(2);
	print_login("login_beside", again.begin_ns, again.end_ns);
	printf("submissions=%u submit_p50_ms=%.1f submit_p99_ms=%.1f submit_most_ms=%.0f "
	       "burst_p50_ms=%.1f burst_p99_ms=%.1f page_p50_ms=%.1f page_p99_ms=%.1f "
	       "page_most_ms=%.0f failed=%u\n",
		done_count[SUBMIT], bench_times_quantile(&submit_times, 0.5),
		bench_times_quantile(&submit_times, 0.99), (double)submit_times.max_ns / 1e6,
		bench_times_quantile(&burst_times, 0.5), bench_times_quantile(&burst_times, 0.99),
		bench_times_quantile(&page_times, 0.5), bench_times_quantile(&page_times, 0.99),
		(double)page_times.max_ns / 1e6, failed_count);
	atomic_store(&bench->is_loaded, true);
}
