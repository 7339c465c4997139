/* SPDX-License-Identifier: MIT */
/*
 * Theory: CPU time is only as reliable as the core of the run is undisturbed. The kernel counts
 * three kinds of interference:
 *
 * - steal: the hypervisor took the core (/proc/stat, for each core);
 * - others: other programs used the core: it was busy for longer than the run used it (/proc/stat);
 * - pressure: a process waited for a core (of the run's own group on cgroup v2, else of the whole
 *   machine).
 *
 * The run's init reports involuntary switches. No counter shows interference from another core
 * through the memory bus and the shared cache.
 *
 * /proc/stat counts in ticks of 10 ms, so it shows nothing for a short run, and a reading costs 30
 * to 70 us. The first reading is made when the run is first sampled, some tens of milliseconds
 * after its start: a shorter run costs nothing and is not observed.
 */
#include "disturbance.h"

#include <fcntl.h>
#include <string.h>

void as_disturbance_open(struct as_disturbance_sources *sources)
{
	sources->stat_fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	sources->pressure_fd = open("/proc/pressure/cpu", O_RDONLY | O_CLOEXEC);
}

void as_disturbance_close(struct as_disturbance_sources *sources)
{
	as_auto_fd(&sources->stat_fd);
	as_auto_fd(&sources->pressure_fd);
	*sources = (struct as_disturbance_sources)AS_DISTURBANCE_SOURCES_INIT;
}

static bool read_text(int fd, char *buffer, size_t buffer_size)
{
	ssize_t got = fd < 0 ? -1 : pread(fd, buffer, buffer_size - 1, 0);

	if (got <= 0)
		return false;
	buffer[got] = '\0';
	return true;
}

/* user nice system idle iowait irq softirq steal */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, COLUMNS };

void as_disturbance_parse_stat(const char *text, int core, struct as_core_times *times)
{
	const int64_t tick_ns = INT64_C(1000000000) / sysconf(_SC_CLK_TCK);
	int64_t ticks[COLUMNS] = {0};
	char label[32];

	times->busy_ns = times->steal_ns = -1;
	if (core < 0)
		snprintf(label, sizeof(label), "cpu ");
	else
		snprintf(label, sizeof(label), "\ncpu%d ", core);
	const char *at = strstr(text, label);
	if (!at)
		return;
	at += strlen(label);
	for (int i = 0; i < COLUMNS; i++) {
		char *end;
		ticks[i] = strtoll(at, &end, 10);
		if (end == at || *end == '\0')
			return;
		at = end;
	}
	times->steal_ns = ticks[STEAL] * tick_ns;
	if (core >= 0)
		times->busy_ns =
			(ticks[USER] + ticks[NICE] + ticks[SYSTEM] + ticks[IRQ] + ticks[SOFTIRQ]) *
			tick_ns;
}

int64_t as_disturbance_parse_pressure(const char *text)
{
	const char *total = strncmp(text, "some ", 5) == 0 ? strstr(text, "total=") : NULL;

	return total ? strtoll(total + strlen("total="), NULL, 10) * 1000 : -1;
}

void as_disturbance_read(const struct as_disturbance_sources *sources, int core, char *buffer,
	size_t buffer_size, struct as_core_times *times)
{
	*times = (struct as_core_times){
		.at_ns = as_now_ns(), .busy_ns = -1, .steal_ns = -1, .pressure_ns = -1};
	if (read_text(sources->stat_fd, buffer, buffer_size))
		as_disturbance_parse_stat(buffer, core, times);
	if (read_text(sources->pressure_fd, buffer, buffer_size))
		times->pressure_ns = as_disturbance_parse_pressure(buffer);
}

/* Counters of this kind have been observed to go backwards. */
static int64_t difference(int64_t begin, int64_t end)
{
	if (begin < 0 || end < 0)
		return -1;
	return end > begin ? end - begin : 0;
}

void as_disturbance_compare(const struct as_core_times *begin, const struct as_core_times *end,
	int64_t own_ns, struct as_disturbance *disturbance)
{
	int64_t busy_ns = difference(begin->busy_ns, end->busy_ns);

	disturbance->watched_ns = difference(begin->at_ns, end->at_ns);
	disturbance->steal_ns = difference(begin->steal_ns, end->steal_ns);
	disturbance->others_ns = busy_ns < 0 || own_ns < 0 ? -1 : difference(own_ns, busy_ns);
	disturbance->pressure_ns = difference(begin->pressure_ns, end->pressure_ns);
}
