/* SPDX-License-Identifier: MIT */
/* HTML pages, and other files that a verb writes beside its results: writes the file, and the line
 * that says when and where it was made. */
#include "cli.h"

#include <fcntl.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static bool begins(int fd, const char *beginning)
{
	char text[32];
	const size_t size = strlen(beginning);

	return read(fd, text, size) == (ssize_t)size && strncasecmp(text, beginning, size) == 0;
}

static bool is_page(int fd)
{
	return begins(fd, "<!DOCTYPE html>");
}

static bool is_xml(int fd)
{
	return begins(fd, "<?xml version=");
}

/* A page of an earlier call may be replaced, but not a submission, if FILE was forgotten. */
static int check_file(const char *path, const char *option, const char *such,
	bool (*may_replace)(int fd), const char *what, struct as_error *error)
{
	const char *noun = strrchr(what, ' ') + 1;

	if (path && strcmp(path, "-") == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"%s: a %s cannot be written to standard output, which has the results; "
			"name a file, such as %s",
			option, noun, such);
	if (path && !*path)
		return as_error_set(error, AS_ERROR_USAGE,
			"%s: the name of the %s is empty; name a file, such as %s", option, noun,
			such);
	return path ? as_file_check_target(path, may_replace, what, error) : 0;
}

int cli_page_check(const char *path, struct as_error *error)
{
	return check_file(path, "--html", "page.html", is_page, "an HTML page", error);
}

int cli_junit_check(const char *path, struct as_error *error)
{
	return check_file(path, "--junit", "junit.xml", is_xml, "an XML document", error);
}

int cli_page_write(const char *path, const char *page, struct as_error *error)
{
	return as_file_write(AT_FDCWD, path, page, strlen(page), 0644, error);
}

const char *cli_cpu_name(char text[CLI_CPU_SIZE])
{
	AS_AUTO_FILE FILE *file = fopen("/proc/cpuinfo", "re");
	char line[512];

	*text = '\0';
	while (file && fgets(line, sizeof(line), file)) {
		const char *colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || !colon)
			continue;
		colon += 1 + strspn(colon + 1, " \t");
		as_text_printable(colon, strcspn(colon, "\n"), text, CLI_CPU_SIZE);
		break;
	}
	return text;
}

const char *cli_describe_machine(char text[CLI_MACHINE_SIZE])
{
	struct utsname machine = {0};
	char processor[CLI_CPU_SIZE];

	uname(&machine);
	snprintf(text, CLI_MACHINE_SIZE, "%s, %s, %s %s", cli_cpu_name(processor), machine.machine,
		machine.sysname, machine.release);
	return text;
}

const char *cli_page_made(char text[CLI_MADE_SIZE])
{
	struct utsname machine = {0};
	char date[64] = "", processor[CLI_CPU_SIZE];
	const time_t now = time(NULL);
	struct tm parts;

	if (localtime_r(&now, &parts))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M %Z", &parts);
	uname(&machine);
	/* Not among the arguments, whose order of evaluation is unspecified. */
	cli_cpu_name(processor);
	snprintf(text, CLI_MADE_SIZE, "%s, on %s (%s%s%s)", date, machine.nodename, processor,
		*processor ? ", " : "", machine.machine);
	return text;
}
