/* SPDX-License-Identifier: MIT */
/*
 * The file of a store, and its owner. SQLite's locks are POSIX locks: closing any descriptor of the
 * file releases them. So only SQLite opens the file, and the owner is the process that holds the
 * lock (flock) on FILE.lock. That file is never removed: otherwise two processes could each lock a
 * file of that name. The lock ends with the process, even if it is killed: the descriptor is
 * close-on-exec, and no child of the process lives on without an exec.
 *
 * SQLite's log needs memory that is shared between processes of one machine, so network file
 * systems are refused.
 */
#include "sqlite.h"

#include <assay/base/private.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <time.h>

/* ---- file systems ---- */

/* linux/magic.h does not define all. */
static const unsigned long remote_magics[] = {
	NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, 0xff534d42, /* cifs */
	0xfe534d42,                                   /* smb2, smb3 */
	NCP_SUPER_MAGIC, CODA_SUPER_MAGIC, AFS_SUPER_MAGIC, AFS_FS_MAGIC, V9FS_MAGIC,
	CEPH_SUPER_MAGIC, OCFS2_SUPER_MAGIC, 0x01161970, /* gfs2 */
	0x0bd00bd0,                                      /* lustre */
	0x47504653,                                      /* gpfs */
	0x19830326,                                      /* beegfs */
};

/* Prefixes of the names of FUSE file systems, as in "fuse.sshfs". */
static const char *const remote_programs[] = {"sshfs", "glusterfs", "s3fs", "rclone", "gcsfuse",
	"ceph", "davfs", "curlftpfs", "smbnetfs", "juicefs", "mfs", "moosefs", "seaweedfs", "weed",
	"goofys", "mount-s3", "mountpoint-s3", "blobfuse", "afp", "google-drive", "hdfs", "gvfsd",
	"nfs", "httpfs", "onedriver", "jmtpfs"};

bool as_place_is_remote(unsigned long magic, const char *type)
{
	for (size_t i = 0; i < sizeof(remote_magics) / sizeof(*remote_magics); i++)
		if (remote_magics[i] == magic)
			return true;
	if (magic != FUSE_SUPER_MAGIC)
		return false;
	if (strcmp(type, "virtiofs") == 0)
		return true;
	const char *name = strncmp(type, "fuse.", 5) == 0 ? type + 5 : "";
	for (size_t i = 0; i < sizeof(remote_programs) / sizeof(*remote_programs); i++)
		if (strncmp(name, remote_programs[i], strlen(remote_programs[i])) == 0)
			return true;
	return false;
}

/* The type of the file system of a device, "" if unknown. A line is "36 35 98:0 / /mnt opts
 * [optional fields] - TYPE source options". */
static void find_type(dev_t device, char *type, size_t size)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/mountinfo", "re");
	AS_AUTO_FREE char *line = NULL;
	size_t capacity = 0;

	*type = '\0';
	while (file && getline(&line, &capacity, file) > 0) {
		unsigned major_number, minor_number;
		const char *found = strstr(line, " - ");
		if (!found || sscanf(line, "%*u %*u %u:%u", &major_number, &minor_number) != 2 ||
			major_number != major(device) || minor_number != minor(device))
			continue;
		snprintf(type, size, "%.*s", (int)strcspn(found + 3, " "), found + 3);
	}
}

static int check_file_system(const char *folder, struct as_error *error)
{
	struct statfs system;
	struct stat info;
	char type[64];

	if (statfs(folder, &system) || stat(folder, &info))
		return as_error_sys(
			error, AS_ERROR_USAGE, errno, "cannot look at the folder %s", folder);
	find_type(info.st_dev, type, sizeof(type));
	if (!as_place_is_remote((unsigned long)system.f_type & UINT32_MAX, type))
		return 0;
	return as_error_set(error, AS_ERROR_MACHINE,
		"the folder %s is on a network file system (%s), where a store can be damaged; use "
		"a local disk",
		folder, *type ? type : "unknown type");
}

/* ---- who else can use it ---- */

/* True for the user who called this command by sudo. */
static bool is_callers(uid_t uid)
{
	const char *text = geteuid() == 0 ? getenv("SUDO_UID") : NULL;
	char *end;

	return text && *text && strtoul(text, &end, 10) == uid && !*end;
}

/* SQLite reads any log beside the store. */
static int check_folder(const char *folder, struct as_error *error)
{
	struct stat info;

	if (stat(folder, &info))
		return as_error_sys(
			error, AS_ERROR_USAGE, errno, "cannot look at the folder %s", folder);
	if (info.st_uid != geteuid() && info.st_uid != 0 && !is_callers(info.st_uid))
		return as_error_at(error, AS_ERROR_USAGE, folder, 0, 0,
			"the folder of the store belongs to another user; use one of your own");
	if (as_is_writable_by_others(&info))
		return as_error_at(error, AS_ERROR_USAGE, folder, 0, 0,
			"%s can write to the folder of the store; use a private one",
			info.st_mode & S_IWOTH ? "any user" : "a group");
	return 0;
}

/* SQLite would read, or write through, a file or link of another user. */
static int check_logs(const char *path, struct as_error *error)
{
	static const char *const endings[] = {"wal", "shm"};
	struct stat info;

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_FREE char *log = as_text_format(error, "%s-%s", path, endings[i]);
		if (!log)
			return -1;
		if (lstat(log, &info) == 0 &&
			(!S_ISREG(info.st_mode) || info.st_nlink != 1 || info.st_uid != geteuid()))
			return as_error_at(error, AS_ERROR_USAGE, log, 0, 0,
				"not the log of a store, whose name it has; move it, or use "
				"another store");
	}
	return 0;
}

/*
 * A user who can write the store can change marks, and one who can read it has the submissions of a
 * class. The lock and the log are named after the file: with a second name it would have a second
 * owner.
 */
static int check_file(const char *path, const char *file, struct as_error *error)
{
	const char *refusal = NULL;
	struct stat info;

	if (stat(path, &info))
		return as_error_sys(
			error, AS_ERROR_USAGE, errno, "cannot look at the store %s", file);
	if (!S_ISREG(info.st_mode))
		refusal = "not a regular file; name the file of a store";
	else if (info.st_uid != geteuid())
		refusal = "the store belongs to another user; name a file of your own";
	else if (info.st_mode & (S_IRWXG | S_IRWXO))
		refusal = "other users can read or write the file; a store is private: run chmod "
			  "600 on it";
	if (refusal)
		return as_error_at(error, AS_ERROR_USAGE, file, 0, 0, "%s", refusal);
	if (info.st_nlink == 1)
		return 0;
	return as_error_at(error, AS_ERROR_USAGE, file, 0, 0,
		"the store has %llu names (hard links); remove all but one",
		(unsigned long long)info.st_nlink);
}

/* ---- the file ---- */

/* The file's folder without links, or NULL. */
static char *find_folder(const char *file, struct as_error *error)
{
	AS_AUTO_FREE char *copy = strdup(file);
	char *slash = copy ? strrchr(copy, '/') : NULL;
	char *folder;

	if (!copy) {
		as_error_no_memory(error);
		return NULL;
	}
	if (slash)
		slash[slash == copy] = '\0';
	folder = realpath(slash ? copy : ".", NULL);
	if (!folder)
		as_error_at_cause(error, AS_ERROR_USAGE, errno, file,
			"the folder of the store cannot be opened: %s; create the folder first",
			strerrordesc_np(errno));
	return folder;
}

/* The file without links; *path stays NULL if it does not exist. */
static int find_existing(const char *file, char **path, struct as_error *error)
{
	*path = realpath(file, NULL);
	if (*path)
		return check_file(*path, file, error);
	return errno == ENOENT ? 0
			       : as_error_sys(error, AS_ERROR_USAGE, errno,
					 "cannot open the store %s", file);
}

char *as_place_find(const char *file, struct as_error *error)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;
	AS_AUTO_FREE char *path = NULL;

	if (!*name) {
		as_error_set(error, AS_ERROR_USAGE, "%s is a folder; name a file in it", file);
		return NULL;
	}
	if (find_existing(file, &path, error))
		return NULL;
	AS_AUTO_FREE char *folder = find_folder(path ? path : file, error);
	if (!path && folder)
		path = as_text_format(error, "%s%s%s", folder, folder[1] ? "/" : "", name);
	if (!folder || !path || check_folder(folder, error) || check_logs(path, error) ||
		check_file_system(folder, error))
		return NULL;
	return as_steal(path);
}

int as_place_make(const char *path, struct as_error *error)
{
	/* It contains the submissions of a class, and their results. */
	AS_AUTO_FD int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0 || errno == EEXIST)
		return 0;
	return as_error_sys(error, AS_ERROR_USAGE, errno, "cannot create the store %s", path);
}

/* ---- the lock ---- */

static int report_owner(int fd, const char *path, struct as_error *error)
{
	char owner[32] = "";
	const ssize_t length = pread(fd, owner, sizeof(owner) - 1, 0);

	owner[length > 0 ? length : 0] = '\0';
	owner[strspn(owner, "0123456789")] = '\0';
	return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
		"the store is in use by another process%s%s%s; wait until it has ended",
		*owner ? " (" : "", owner, *owner ? ")" : "");
}

/* For messages only: the lock decides. */
static void write_owner(int fd)
{
	char owner[32];
	const int length = snprintf(owner, sizeof(owner), "%d\n", (int)getpid());

	if (ftruncate(fd, 0) == 0 && pwrite(fd, owner, (size_t)length, 0) != length)
		(void)!ftruncate(fd, 0);
}

/* True for a file of this user that contains only the number of a process: anything else may be
 * valuable. */
static bool is_lock_file(int fd)
{
	char text[32];
	struct stat info;

	if (fstat(fd, &info) || !S_ISREG(info.st_mode) || info.st_nlink != 1 ||
		info.st_uid != geteuid() || info.st_size > (off_t)sizeof(text))
		return false;
	const ssize_t length = pread(fd, text, sizeof(text), 0);
	for (ssize_t i = 0; i < length; i++)
		if (!strchr("0123456789\n", text[i]) || !text[i])
			return false;
	return length >= 0;
}

/* as_place_is_locked of another process holds it for a moment. */
#define LOCK_TRIES 5
#define LOCK_PAUSE_NS 5000000

static int try_lock(int fd)
{
	const struct timespec pause = {.tv_nsec = LOCK_PAUSE_NS};
	int failed;

	for (int i = 0; (failed = flock(fd, LOCK_EX | LOCK_NB)) && i < LOCK_TRIES; i++)
		nanosleep(&pause, NULL);
	return failed;
}

bool as_place_is_locked(const char *path)
{
	AS_AUTO_FREE char *name = as_text_format(NULL, "%s.lock", path);
	AS_AUTO_FD int fd = name ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;

	return fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
}

int as_place_lock(const char *path, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s.lock", path);
	const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	AS_AUTO_FD int fd = name ? open(name, flags, 0600) : -1;

	if (!name)
		return -1;
	if (fd < 0)
		return as_error_at(error, AS_ERROR_USAGE, name, 0, 0,
			"the lock of the store cannot be opened: %s; move it if it is not a file, "
			"or use a store in a folder that this user may write to",
			strerrordesc_np(errno));
	if (!is_lock_file(fd))
		return as_error_at(error, AS_ERROR_USAGE, name, 0, 0,
			"not the lock of a store, whose name it has; move it, or use another "
			"store");
	if (try_lock(fd)) {
		if (errno == EWOULDBLOCK)
			report_owner(fd, path, error);
		else
			as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot lock %s", name);
		return -1;
	}
	write_owner(fd);
	return as_steal_fd(fd);
}
