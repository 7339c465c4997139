/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation of a hasher process:
 * 1. The server starts two, each with a socket.
 * 2. A hasher lowers its priority, and answers requests one by one.
 * 3. It ends when the server closes the socket or dies.
 *
 * A thread of the server would block the others: libsodium maps 19 MiB for each password, and the
 * kernel holds the lock of the address space while it fills them. At the lowest priority on a busy
 * machine that takes long, and every thread that allocates memory would wait.
 *
 * Descriptors: 3 is the socket. The process runs no code of others, and sees passwords.
 */
#include "protocol.h"

#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define SOCKET_FD 3
#define LOWEST_PRIORITY 19

static struct hasher_answer answer_to(struct hasher_question *question)
{
	struct hasher_answer answer = {0};

	question->password[HASHER_PASSWORD_SIZE - 1] = question->hash[HASHER_TEXT_SIZE - 1] = '\0';
	const size_t length = strlen(question->password);
	_Static_assert(HASHER_TEXT_SIZE >= crypto_pwhash_STRBYTES, "space for a hash");
	if (*question->hash)
		answer.is_done =
			crypto_pwhash_str_verify(question->hash, question->password, length) == 0;
	else
		answer.is_done = crypto_pwhash_str(answer.hash, question->password, length,
					 HASHER_OPERATIONS, HASHER_BYTES) == 0;
	return answer;
}

/* Under autogroup scheduling (sched(7)) a session can be a group with its own priority; the
 * priority of the process does not count against other groups. So both are lowered. */
static void lower_priority(void)
{
	const int fd = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);

	if (fd >= 0) {
		const ssize_t ignored = write(fd, "19", 2);
		(void)ignored;
		close(fd);
	}
	setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY);
}

int main(void)
{
	const struct rlimit none = {0, 0};
	struct hasher_question question;

	close_range(SOCKET_FD + 1, ~0U, 0);
	prctl(PR_SET_NAME, "assay-hasher");
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &none);
	lower_priority();
	if (sodium_init() < 0)
		return 1;
	while (recv(SOCKET_FD, &question, sizeof(question), 0) == sizeof(question)) {
		struct hasher_answer answer = answer_to(&question);
		sodium_memzero(&question, sizeof(question));
		if (send(SOCKET_FD, &answer, sizeof(answer), MSG_NOSIGNAL) != sizeof(answer))
			return 1;
	}
	return 0;
}
