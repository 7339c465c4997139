/* SPDX-License-Identifier: MIT */
/* The viewers of bench_contest, and the connections of both kinds of clients. */
#include "bench_contest.h"

#include <arpa/inet.h>
#include <assay/base.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- times ---- */

void bench_times_add(struct bench_times *times, int64_t ns)
{
	int64_t step = ns / 100000;

	if (!times->counts)
		times->counts = calloc(BENCH_STEPS, sizeof(*times->counts));
	step = step < 0 ? 0 : step >= BENCH_STEPS ? BENCH_STEPS - 1 : step;
	times->counts[step]++;
	times->count++;
	if (ns > times->max_ns)
		times->max_ns = ns;
}

double bench_times_quantile(const struct bench_times *times, double part)
{
	const uint64_t place = (uint64_t)((double)times->count * part);
	uint64_t seen = 0;

	for (int step = 0; times->counts && step < BENCH_STEPS; step++) {
		seen += times->counts[step];
		if (seen > place)
			return (double)(step + 1) / 10;
	}
	return (double)times->max_ns / 1e6;
}

/* ---- connections ---- */

void bench_await_port(void)
{
	while (!atomic_load(&bench->port))
		usleep(10000);
}

static void begin_tls(struct bench_link *link)
{
	static gnutls_certificate_credentials_t credentials;
	gnutls_session_t session;

	if (!credentials)
		gnutls_certificate_allocate_credentials(&credentials);
	gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);
	gnutls_set_default_priority(session);
	gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
	fcntl(link->fd, F_SETFL, O_NONBLOCK);
	gnutls_transport_set_int(session, link->fd);
	link->session = session;
}

void bench_link_open(struct bench_link *link)
{
	struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((uint16_t)bench->port)};

	*link = (struct bench_link){socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), NULL, false};
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (link->fd < 0 || connect(link->fd, (struct sockaddr *)&name, sizeof(name)))
		bench_fail("cannot connect", strerror(errno));
	if (bench->is_tls)
		begin_tls(link);
}

/* True once TLS is open. */
static bool shake_hands(struct bench_link *link)
{
	if (link->is_open)
		return true;
	const int result = gnutls_handshake(link->session);
	if (result < 0 && gnutls_error_is_fatal(result))
		bench_fail("TLS", gnutls_strerror(result));
	link->is_open = result == 0;
	return link->is_open;
}

ssize_t bench_link_read(struct bench_link *link, char *bytes, size_t size)
{
	if (link->session) {
		if (!shake_hands(link))
			return 0;
		const ssize_t got = gnutls_record_recv(link->session, bytes, size);
		return got > 0                                                ? got
		       : got == GNUTLS_E_AGAIN || got == GNUTLS_E_INTERRUPTED ? 0
									      : -1;
	}
	const ssize_t got = recv(link->fd, bytes, size, MSG_DONTWAIT);
	return got > 0 ? got : got < 0 && errno == EAGAIN ? 0 : -1;
}

ssize_t bench_link_write(struct bench_link *link, const char *bytes, size_t size)
{
	if (link->session) {
		if (!shake_hands(link))
			return 0;
		return gnutls_record_send(link->session, bytes, size) == (ssize_t)size ? 1 : -1;
	}
	return send(link->fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size ? 1 : -1;
}

void bench_link_close(struct bench_link *link)
{
	if (link->session)
		gnutls_deinit(link->session);
	close(link->fd);
}

/* ---- versions ---- */

#define MAX_VERSIONS 100000
#define MAX_NOTES (1 << 22)
#define LATE_NS INT64_C(3000000000)
#define READER_COUNT 8

/* The verdicts that appear in a version for the first time. */
struct verdict {
	int team;
	unsigned place; /* the team's first, second ... */
};
static struct version {
	struct verdict *verdicts;
	size_t count;
} versions[MAX_VERSIONS];
static unsigned shown[BENCH_TEAMS]; /* number of a team's verdicts that have appeared */
static uint64_t newest;             /* version that was read */

/* A viewer received a version. */
static struct note {
	uint64_t before, version;
	int64_t ns;
} * notes;
static uint64_t note_first, note_end;
static struct bench_times board_times;
static uint64_t board_bytes, message_count, whole_count, unknown_count;

static void settle(const struct note *note)
{
	for (uint64_t at = note->before + 1; at <= note->version && at < MAX_VERSIONS; at++)
		for (size_t i = 0; i < versions[at].count; i++) {
			const struct verdict *verdict = &versions[at].verdicts[i];
			bench_times_add(&board_times,
				note->ns - bench->judged[verdict->team].when_ns[verdict->place]);
		}
}

static void settle_old(int64_t before_ns)
{
	while (note_first < note_end && notes[note_first % MAX_NOTES].ns < before_ns) {
		const struct note *note = &notes[note_first++ % MAX_NOTES];
		unknown_count += note->version > newest;
		settle(note);
	}
}

static void add_shown(uint64_t version, int team, unsigned count)
{
	struct version *found = &versions[version];

	for (; shown[team] < count && shown[team] < BENCH_PROBLEMS; shown[team]++) {
		found->verdicts =
			realloc(found->verdicts, (found->count + 1) * sizeof(*found->verdicts));
		found->verdicts[found->count++] = (struct verdict){team, shown[team]};
	}
}

/* Rows contain `id="team-teamN">`, and then `class="n">SOLVED<`; in JSON with backslashes. */
static void read_rows(uint64_t version, char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (*from != '\\')
			*to++ = *from;
	*to = '\0';
	if (version >= MAX_VERSIONS)
		return;
	for (const char *at = text; (at = strstr(at, "id=\"team-team"));) {
		at += strlen("id=\"team-team");
		const int team = atoi(at) - 1;
		at = strstr(at, "class=\"n\">");
		if (!at)
			break;
		at += strlen("class=\"n\">");
		if (team >= 0 && team < BENCH_TEAMS)
			add_shown(version, team, (unsigned)atoi(at));
	}
	if (version > newest)
		newest = version;
}

/* ---- viewers ---- */

struct viewer {
	struct bench_link link;
	bool has_asked, has_head, is_reader;
	size_t left; /* of the chunk, with its line end */
	size_t got;  /* bytes received of the chunk's beginning, or of the line with its size */
	char begin[64];
	uint64_t version;
	char *text; /* of a reader */
	size_t text_size, text_room;
};

static void take_event(struct viewer *viewer)
{
	const char *id = strstr(viewer->begin, "id: ");

	if (!id)
		return; /* a heartbeat */
	const uint64_t version = strtoull(id + 4, NULL, 10);
	message_count++;
	whole_count += strncmp(viewer->begin, "event: board", 12) == 0;
	if (viewer->is_reader) {
		viewer->text[viewer->text_size] = '\0';
		read_rows(version, viewer->text);
	}
	if (viewer->version) {
		if (note_end - note_first == MAX_NOTES)
			settle_old(INT64_MAX);
		notes[note_end++ % MAX_NOTES] =
			(struct note){viewer->version, version, as_now_ns()};
	}
	viewer->version = version;
}

static void keep(struct viewer *viewer, const char *bytes, size_t size)
{
	const size_t room = sizeof(viewer->begin) - 1;

	if (viewer->got < room) {
		const size_t part = size < room - viewer->got ? size : room - viewer->got;
		memcpy(viewer->begin + viewer->got, bytes, part);
		viewer->got += part;
		viewer->begin[viewer->got] = '\0';
	}
	if (!viewer->is_reader)
		return;
	if (viewer->text_size + size + 1 > viewer->text_room) {
		viewer->text_room = 2 * (viewer->text_size + size + 1);
		viewer->text = realloc(viewer->text, viewer->text_room);
	}
	memcpy(viewer->text + viewer->text_size, bytes, size);
	viewer->text_size += size;
}

/* Splits bytes into chunks, each of which is one event. */
static void take(struct viewer *viewer, const char *bytes, size_t size)
{
	while (size > 0) {
		if (viewer->left > 0) {
			const size_t part = size < viewer->left ? size : viewer->left;
			keep(viewer, bytes, part);
			viewer->left -= part;
			bytes += part;
			size -= part;
			if (viewer->left == 0) {
				take_event(viewer);
				viewer->got = viewer->text_size = 0;
			}
			continue;
		}
		viewer->begin[viewer->got++] = *bytes;
		size--;
		if (*bytes++ != '\n')
			continue;
		viewer->begin[viewer->got] = '\0';
		if (!viewer->has_head) {
			/* The head ends with an empty line. */
			viewer->has_head = viewer->got == 2;
			viewer->got = 0;
			continue;
		}
		viewer->left = strtoull(viewer->begin, NULL, 16) + 2;
		viewer->got = 0;
	}
}

/* A line of the head may be longer than the buffer: only its end counts. */
static void shorten(struct viewer *viewer)
{
	if (viewer->left == 0 && viewer->got > 32)
		viewer->got = 32;
}

static void read_viewer(struct viewer *viewer)
{
	static const char request[] = "GET /board/events HTTP/1.1\r\nHost: bench\r\n\r\n";
	static char bytes[262144];

	if (!viewer->has_asked) {
		const ssize_t sent = bench_link_write(&viewer->link, request, sizeof(request) - 1);
		if (sent < 0)
			bench_fail("a viewer", "cannot ask");
		viewer->has_asked = sent > 0;
		return;
	}
	for (;;) {
		const ssize_t size = bench_link_read(&viewer->link, bytes, sizeof(bytes));
		if (size == 0)
			return;
		if (size < 0)
			bench_fail("a viewer", "its stream ended");
		board_bytes += (uint64_t)size;
		if (!viewer->has_head)
			for (ssize_t i = 0; i < size; i++) {
				take(viewer, bytes + i, 1);
				shorten(viewer);
			}
		else
			take(viewer, bytes, (size_t)size);
		if (!viewer->link.session)
			return;
	}
}

static int64_t load_ns; /* when the load began */

/* Log-ins are not counted. */
static void begin_counting(void)
{
	if (load_ns || !atomic_load(&bench->is_begun))
		return;
	load_ns = as_now_ns();
	message_count = whole_count = board_bytes = 0;
}

static void watch(int epoll, int64_t until_ns, const int *ready_count)
{
	struct epoll_event events[64];

	while (as_now_ns() < until_ns && !atomic_load(&bench->is_loaded)) {
		begin_counting();
		const int count = epoll_wait(epoll, events, 64, 100);
		for (int i = 0; i < count; i++)
			read_viewer(events[i].data.ptr);
		settle_old(as_now_ns() - LATE_NS);
		if (ready_count)
			return;
	}
}

static int count_ready(const struct viewer *all)
{
	int count = 0;

	for (int i = 0; i < bench->viewers; i++)
		count += all[i].version > 0;
	return count;
}

void bench_viewers(void)
{
	struct viewer *all = calloc((size_t)bench->viewers + 1, sizeof(*all));
	const int epoll = epoll_create1(EPOLL_CLOEXEC);
	const int always = 1;

	notes = calloc(MAX_NOTES, sizeof(*notes));
	bench_await_port();
	const int64_t begin_ns = as_now_ns();
	for (int i = 0; i < bench->viewers; i++) {
		all[i].is_reader = i < READER_COUNT;
		bench_link_open(&all[i].link);
		struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
		epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].link.fd, &event);
		for (read_viewer(&all[i]); !all[i].has_asked; read_viewer(&all[i]))
			usleep(300);
		watch(epoll, INT64_MAX, &always);
	}
	while (count_ready(all) < bench->viewers)
		watch(epoll, INT64_MAX, &always);
	printf("viewers_open_s=%.1f board_kib=%.0f\n", (double)(as_now_ns() - begin_ns) / 1e9,
		bench->viewers ? (double)board_bytes / bench->viewers / 1024 : 0.0);
	atomic_store(&bench->is_ready, true);
	watch(epoll, INT64_MAX, NULL);
	const double load_s = (double)(as_now_ns() - load_ns) / 1e9;
	settle_old(INT64_MAX);
	if (bench->viewers)
		printf("board_p50_ms=%.0f board_p99_ms=%.0f board_most_ms=%.0f board_verdicts=%.0f "
		       "board_a_second=%.2f board_whole=%.4f board_kib_message=%.1f "
		       "board_unknown=%.0f\n",
			bench_times_quantile(&board_times, 0.5),
			bench_times_quantile(&board_times, 0.99), (double)board_times.max_ns / 1e6,
			(double)board_times.count / bench->viewers,
			(double)message_count / bench->viewers / load_s,
			(double)whole_count / ((double)message_count + 1e-9),
			(double)board_bytes / ((double)message_count + 1e-9) / 1024,
			(double)unknown_count);
}
