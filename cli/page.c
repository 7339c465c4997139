/* SPDX-License-Identifier: MIT */
/* The HTML pages of `judge` and `verify`: writes the file, and the line that says when and where it
 * was made. */
#include "cli.h"

#include <fcntl.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static bool is_page(int fd)
{
	static const char beginning[] = "<!DOCTYPE html>";
	char text[sizeof(beginning) - 1];

	return read(fd, text, sizeof(text)) == (ssize_t)sizeof(text) &&
	       strncasecmp(text, beginning, sizeof(text)) == 0;
}

/* A page of an earlier call may be replaced, but not a submission, if FILE was forgotten. */
int cli_page_check(const char *path, struct as_error *error)
{
	if (path && strcmp(path, "-") == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"--html: a page cannot be written to standard output, which has the "
			"results; name a file, such as page.html");
	if (path && !*path)
		return as_error_set(error, AS_ERROR_USAGE,
			"--html: the name of the page is empty; name a file, such as page.html");
	return path ? as_file_check_target(path, is_page, "an HTML page", error) : 0;
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
