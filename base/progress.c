/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>

#define REDRAW_NS 100000000
#define BAR_CELLS 20
#define USUAL_COLUMNS 80
#define LINE_SIZE 512
#define RATE_SIZE 80

struct as_progress {
	pthread_mutex_t lock;
	char what[64];
	uint64_t total;
	uint64_t done;
	uint64_t skipped; /* of the steps done: they took no time */
	bool shows_rate;
	int64_t began_ns; /* the beginning of the first step that takes time */
	int64_t drawn_ns; /* 0: never */
	size_t cells;     /* of the line on the terminal; 0: there is none */
};

static size_t terminal_columns(void)
{
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col < 2)
		return USUAL_COLUMNS;
	return size.ws_col;
}

/* Cuts a line to that number of characters and returns its length in characters. */
static size_t cut_line(char *line, size_t max_cells)
{
	size_t cells = 0;
	size_t length = strlen(line);
	uint32_t code;
	for (size_t at = 0; at < length; cells++) {
		if (cells == max_cells) {
			line[at] = '\0';
			break;
		}
		size_t step = as_utf8_decode(line + at, length - at, &code);
		at += step ? step : 1;
	}
	return cells;
}

static void put_progress(const char *text, size_t length)
{
	if (as_fd_write(STDERR_FILENO, text, length, NULL) < 0)
		return; /* failing to draw a bar is not an error */
}

/* Overwrites with blanks, since not every terminal supports escape sequences. */
static void wipe(struct as_progress *progress)
{
	char blanks[LINE_SIZE + 2];
	size_t cells = progress->cells < LINE_SIZE ? progress->cells : LINE_SIZE;
	if (cells == 0)
		return;
	memset(blanks, ' ', sizeof blanks);
	blanks[0] = '\r';
	blanks[cells + 1] = '\r';
	put_progress(blanks, cells + 2);
	progress->cells = 0;
}

/* "3 h 20 min", "2 min 5 s", "7 s" */
static void write_time(uint64_t seconds, char *text, size_t size)
{
	if (seconds >= 3600)
		snprintf(text, size, "%ju h %ju min", (uintmax_t)(seconds / 3600),
			(uintmax_t)(seconds / 60 % 60));
	else if (seconds >= 60)
		snprintf(text, size, "%ju min %ju s", (uintmax_t)(seconds / 60),
			(uintmax_t)(seconds % 60));
	else
		snprintf(text, size, "%ju s", (uintmax_t)seconds);
}

/* " 12.5/s, 2 min 5 s left"; "" while too little is known. */
static void write_rate(const struct as_progress *progress, char text[RATE_SIZE])
{
	const uint64_t timed = progress->done - progress->skipped;
	const double seconds = (double)(as_now_ns() - progress->began_ns) / 1e9;
	char left[32];

	*text = '\0';
	if (!progress->shows_rate || timed < 2 || seconds < 1)
		return;
	const double rate = (double)timed / seconds;
	const uint64_t rest =
		progress->total > progress->done ? progress->total - progress->done : 0;
	write_time((uint64_t)((double)rest / rate + 0.5), left, sizeof left);
	snprintf(text, RATE_SIZE, " %.1f/s, %s left", rate, left);
}

static void draw(struct as_progress *progress, const char *now)
{
	char bar[BAR_CELLS + 1];
	uint64_t done = progress->done < progress->total ? progress->done : progress->total;
	size_t filled =
		progress->total ? (size_t)((double)done / (double)progress->total * BAR_CELLS) : 0;
	memset(bar, '#', filled);
	memset(bar + filled, '.', BAR_CELLS - filled);
	bar[BAR_CELLS] = '\0';
	char printable[256];
	as_text_printable(now, strlen(now), printable, sizeof printable);
	char line[LINE_SIZE], rate[RATE_SIZE];
	write_rate(progress, rate);
	snprintf(line, sizeof line, "%s [%s] %ju/%ju%s %s", progress->what, bar,
		(uintmax_t)progress->done, (uintmax_t)progress->total, rate, printable);
	/* Without the last column, at which a terminal would wrap. */
	size_t cells = cut_line(line, terminal_columns() - 1);
	wipe(progress);
	put_progress(line, strlen(line));
	progress->cells = cells;
}

struct as_progress *as_progress_new(const char *what, uint64_t total_count)
{
	if (!isatty(STDERR_FILENO))
		return NULL;
	struct as_progress *progress = calloc(1, sizeof *progress);
	if (!progress)
		return NULL;
	if (pthread_mutex_init(&progress->lock, NULL) != 0) {
		free(progress);
		return NULL;
	}
	as_text_printable(what, strlen(what), progress->what, sizeof progress->what);
	progress->total = total_count;
	progress->began_ns = as_now_ns();
	return progress;
}

void as_progress_step(struct as_progress *progress, const char *now)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	progress->done++;
	int64_t time_ns = as_now_ns();
	if (progress->drawn_ns == 0 || time_ns - progress->drawn_ns >= REDRAW_NS) {
		draw(progress, now ? now : "");
		progress->drawn_ns = time_ns;
	}
	pthread_mutex_unlock(&progress->lock);
}

void as_progress_show_rate(struct as_progress *progress)
{
	if (progress)
		progress->shows_rate = true;
}

void as_progress_skip(struct as_progress *progress, uint64_t count)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	progress->done += count;
	progress->skipped += count;
	/* Skipped steps come first. */
	if (progress->done == progress->skipped)
		progress->began_ns = as_now_ns();
	pthread_mutex_unlock(&progress->lock);
}

void as_progress_note(struct as_progress *progress, const char *now)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	draw(progress, now);
	progress->drawn_ns = as_now_ns();
	pthread_mutex_unlock(&progress->lock);
}

void as_progress_clear(struct as_progress *progress)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	wipe(progress);
	pthread_mutex_unlock(&progress->lock);
}

void as_progress_free(struct as_progress *progress)
{
	if (!progress)
		return;
	wipe(progress);
	pthread_mutex_destroy(&progress->lock);
	free(progress);
}
