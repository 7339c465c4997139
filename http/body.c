/* SPDX-License-Identifier: MIT */
/*
 * Why the file has no name: nothing is left behind if the server is killed. File systems without
 * O_TMPFILE get a named file that is removed at once. The file ends with a NUL that is not part of
 * the body, so that the mapping has the byte that parsers need, also at the end of a page. The
 * mapping is private: a parser may write into it without changing the file.
 */
#include "body.h"

#include "head.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#define USUAL_FOLDER "/var/tmp"
/* Left free on the disk for others, such as the store. */
#define FREE_BYTES (UINT64_C(64) << 20)

/* ---- the folder ---- */

static int open_named(int folder)
{
	uint64_t number;
	char name[40];

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return -1;
	snprintf(name, sizeof(name), ".assay-body-%016" PRIx64, number);
	const int fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlinkat(folder, name, 0);
	return fd;
}

static int open_unnamed(int folder)
{
	const int fd = openat(folder, ".", O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);

	return fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)
		       ? open_named(folder)
		       : fd;
}

static int try_folder(const char *path)
{
	AS_AUTO_FD int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_FD int probe = folder < 0 ? -1 : open_unnamed(folder);

	return probe < 0 ? -1 : as_steal_fd(folder);
}

static bool is_in_memory(int folder)
{
	struct statfs info;

	return fstatfs(folder, &info) == 0 &&
	       (info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC);
}

int http_body_folder(const char *folder, bool *in_memory)
{
	AS_AUTO_FD int own = folder ? try_folder(folder) : -1;
	AS_AUTO_FD int usual = -1;

	*in_memory = false;
	if (own >= 0 && !is_in_memory(own))
		return as_steal_fd(own);
	usual = try_folder(USUAL_FOLDER);
	*in_memory = usual < 0 || is_in_memory(usual);
	return *in_memory && own >= 0 ? as_steal_fd(own) : as_steal_fd(usual);
}

/* ---- who pays ---- */

/* The share of an address in the memory is that in the connections. An account has no share there:
 * each of its bodies has at most 64 KiB in memory. */
static uint64_t max_memory(const struct as_http_request *request)
{
	const struct as_http_limits *limits = &request->http->limits;
	const struct http_body *body = &request->body;

	return body->payer.is_account || limits->address_percent == 0 ||
			       http_proxies_have(&request->http->proxies, &body->payer.key)
		       ? limits->bodies_bytes
		       : limits->bodies_bytes * limits->address_percent / 100;
}

/* Space for at least one body. */
static uint64_t max_disk(const struct as_http_request *request)
{
	const uint64_t share = request->http->limits.files_bytes / HTTP_BODY_SHARES;
	const uint64_t one = request->body.limit + HTTP_BODY_STEP_BYTES;

	return share > one ? share : one;
}

/* Charges bytes to a payer and to the sum of all; false: one of them is full. */
static bool charge(struct http_address_counts *counts, struct http_address payer, uint64_t size,
	uint64_t max, atomic_uint_least64_t *all, uint64_t all_max)
{
	if (!http_address_counts_add(counts, payer, size, max))
		return false;
	if (atomic_fetch_add(all, size) + size <= all_max)
		return true;
	atomic_fetch_sub(all, size);
	http_address_counts_sub(counts, payer, size);
	return false;
}

static bool charge_memory(struct as_http_request *request, uint64_t size)
{
	struct as_http *http = request->http;

	return charge(http->bodies.memory, request->body.payer.key, size, max_memory(request),
		&http->counts.bodies_bytes, http->limits.bodies_bytes);
}

static bool charge_disk(struct as_http_request *request)
{
	struct as_http *http = request->http;
	struct http_body *body = &request->body;

	if (!charge(http->bodies.disk, body->payer.key, HTTP_BODY_STEP_BYTES, max_disk(request),
		    &http->counts.files_bytes, http->limits.files_bytes))
		return false;
	body->charged += HTTP_BODY_STEP_BYTES;
	return true;
}

static void uncharge_memory(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	atomic_fetch_sub(&request->http->counts.bodies_bytes, body->capacity);
	http_address_counts_sub(request->http->bodies.memory, body->payer.key, body->capacity);
	body->capacity = 0;
}

static void uncharge_disk(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	atomic_fetch_sub(&request->http->counts.files_bytes, body->charged);
	http_address_counts_sub(request->http->bodies.disk, body->payer.key, body->charged);
	body->charged = 0;
}

/* The capacity for `size` further bytes and a NUL in memory. */
static size_t capacity_for(const struct http_body *body, size_t size)
{
	const size_t needed = body->bytes.size + size + 1;
	size_t capacity = 2 * body->capacity > needed ? 2 * body->capacity : needed;

	if (needed <= body->capacity)
		return body->capacity;
	return capacity > HTTP_BODY_SMALL_BYTES + 1 ? HTTP_BODY_SMALL_BYTES + 1 : capacity;
}

bool http_body_needs_payer(const struct as_http_request *request, uint64_t size)
{
	const struct http_body *body = &request->body;

	if (body->payer.is_decided || !request->http->callbacks.admit)
		return false;
	if (size > HTTP_BODY_SMALL_BYTES || body->bytes.size + size > HTTP_BODY_SMALL_BYTES)
		return true;
	/* The share of the address is full; an account has its own. */
	const uint64_t more = capacity_for(body, size) - body->capacity;
	return size > 0 && more > 0 &&
	       http_address_counts_get(request->http->bodies.memory, body->payer.key) + more >
		       max_memory(request);
}

/* What was charged to the address moves to the account. False: out of memory. */
static bool move_charge(struct as_http_request *request, uint64_t account)
{
	struct http_body *body = &request->body;
	struct http_address_counts *memory = request->http->bodies.memory;
	const struct http_address key = http_address_of_account(account);

	if (!http_address_counts_add(memory, key, body->capacity, UINT64_MAX))
		return false;
	http_address_counts_sub(memory, body->payer.key, body->capacity);
	body->payer.key = key;
	body->payer.is_account = true;
	return true;
}

void http_body_decide(struct as_http_request *request)
{
	const struct http_admission *admission = &request->admission;

	request->body.payer.is_decided = true;
	if (admission->status == 0 && move_charge(request, admission->account))
		return;
	if (admission->status == 0)
		http_refuse(request, 503, "Too many uploads at one time; try again soon.");
	else
		http_refuse(request, admission->status, admission->message);
	http_body_drop(request);
}

/* ---- the file ---- */

static bool write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		const ssize_t written = write(fd, data, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		data += written;
		size -= (size_t)written;
	}
	return true;
}

static bool has_space(const struct as_http_request *request)
{
	struct statvfs info;

	/* ramfs and some file systems in user space report no size: then the free space is unknown,
	 * and the body is accepted. */
	return fstatvfs(request->body.fd, &info) == 0 &&
	       (info.f_blocks == 0 ||
		       (uint64_t)info.f_bavail * info.f_frsize >= request->body.limit + FREE_BYTES);
}

static void free_memory(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	if (body->capacity > 0)
		free(body->bytes.data);
	body->bytes.data = NULL;
	uncharge_memory(request);
}

/* Moves the bytes in memory to a file. */
static bool begin_file(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	if (!charge_disk(request))
		return false;
	body->fd = open_unnamed(request->http->bodies.folder);
	if (body->fd < 0 || !has_space(request) ||
		!write_all(body->fd, body->bytes.data, body->bytes.size))
		return false;
	free_memory(request);
	return true;
}

static bool add_to_file(struct as_http_request *request, const char *data, size_t size)
{
	struct http_body *body = &request->body;

	while (body->bytes.size + size + 1 > body->charged)
		if (!charge_disk(request))
			return false;
	return write_all(body->fd, data, size);
}

static bool map_file(struct http_body *body)
{
	if (!write_all(body->fd, "", 1))
		return false;
	void *data =
		mmap(NULL, body->bytes.size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, body->fd, 0);
	if (data == MAP_FAILED)
		return false;
	body->bytes.data = data;
	body->is_mapped = true;
	return true;
}

/* ---- the body ---- */

void http_body_begin(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	body->payer.key = request->head.client;
	body->fd = -1;
}

/* Grows the buffer by `size` bytes and a NUL. */
static bool reserve(struct as_http_request *request, size_t size)
{
	struct http_body *body = &request->body;
	const size_t capacity = capacity_for(body, size);

	if (capacity == body->capacity)
		return true;
	if (!charge_memory(request, capacity - body->capacity))
		return false;
	char *data = realloc(body->bytes.data, capacity);
	if (data)
		body->bytes.data = data;
	/* If there is no memory, what was charged is given back with the body. */
	body->capacity = capacity;
	return data != NULL;
}

static bool add_to_memory(struct as_http_request *request, const char *data, size_t size)
{
	struct http_body *body = &request->body;

	if (!reserve(request, size))
		return false;
	memcpy(body->bytes.data + body->bytes.size, data, size);
	return true;
}

static bool keep(struct as_http_request *request, const char *data, size_t size)
{
	struct http_body *body = &request->body;

	if (body->fd < 0 && body->bytes.size + size <= HTTP_BODY_SMALL_BYTES)
		return add_to_memory(request, data, size);
	if (body->fd < 0 && !begin_file(request))
		return false;
	return add_to_file(request, data, size);
}

void http_body_add(struct as_http_request *request, const char *data, size_t size)
{
	struct http_body *body = &request->body;

	if (request->refusal.status)
		return;
	if (size > body->limit - body->bytes.size)
		http_refuse(request, 413, "Too large.");
	else if (!keep(request, data, size))
		http_refuse(request, 503, "Too many uploads at one time; try again soon.");
	if (request->refusal.status)
		http_body_drop(request);
	else
		body->bytes.size += size;
}

void http_body_end(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	if (body->fd >= 0) {
		if (!map_file(body))
			http_refuse(request, 503, "The upload cannot be stored.");
		return;
	}
	/* A request without a body costs nothing. */
	if (!body->bytes.data)
		body->bytes.data = body->none;
	body->bytes.data[body->bytes.size] = '\0';
}

void http_body_drop(struct as_http_request *request)
{
	struct http_body *body = &request->body;

	if (body->is_mapped)
		munmap(body->bytes.data, body->bytes.size + 1);
	if (body->fd >= 0)
		close(body->fd);
	body->fd = -1;
	body->is_mapped = false;
	free_memory(request);
	uncharge_disk(request);
	body->bytes.size = 0;
}
