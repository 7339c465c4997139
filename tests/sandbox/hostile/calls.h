/* SPDX-License-Identifier: MIT */
/* The forbidden system calls that the hostile suite tries, each with the arguments of an attacker.
 * A new one is a line here. `name` is the name in the result if it differs from the label. */
#ifndef HOSTILE_CALLS_H
#define HOSTILE_CALLS_H

#include "trace.h"

#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Bits of enum as_profile. */
#define IN_NATIVE 1
#define IN_RUNTIME 2
#define IN_COMPILER 4
#define IN_ALL 7

static const struct hostile_call {
	const char *label;
	const char *name; /* NULL: the label */
	int profiles;     /* where it is forbidden */
	long number;
	long arguments[6];
} hostile_calls[] = {
	/* network; run-time systems and compilers may get an error instead */
	{"socket-inet-stream", "socket", IN_NATIVE, SYS_socket, {AF_INET, SOCK_STREAM}},
	{"socket-inet-stream-cloexec", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket,
		{AF_INET, SOCK_STREAM | SOCK_CLOEXEC}},
	{"socket-inet-dgram", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {AF_INET, SOCK_DGRAM}},
	{"socket-inet6", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {AF_INET6, SOCK_DGRAM}},
	{"socket-unix", "socket", IN_NATIVE, SYS_socket, {AF_UNIX, SOCK_STREAM}},
	{"socket-netlink", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {AF_NETLINK, SOCK_RAW}},
	{"socket-packet", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {AF_PACKET, SOCK_RAW}},
	{"socket-alg", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {38, SOCK_SEQPACKET}},
	{"socket-vsock", "socket", IN_NATIVE | IN_RUNTIME, SYS_socket, {40, SOCK_STREAM}},
	{"socketpair", NULL, IN_NATIVE, SYS_socketpair, {AF_UNIX, SOCK_STREAM}},
	{"connect", NULL, IN_ALL, SYS_connect, {3}},
	{"bind", NULL, IN_ALL, SYS_bind, {3}},
	{"accept4", NULL, IN_ALL, SYS_accept4, {3}},
	{"sendmmsg", NULL, IN_ALL, SYS_sendmmsg, {3}},
	{"listen", NULL, IN_ALL, SYS_listen, {3, 1}},
	/* other processes */
	{"ptrace-me", "ptrace", IN_ALL, SYS_ptrace, {PTRACE_TRACEME}},
	{"ptrace-attach", "ptrace", IN_ALL, SYS_ptrace, {PTRACE_ATTACH, 1}},
	{"process_vm_readv", NULL, IN_ALL, SYS_process_vm_readv, {1}},
	{"process_vm_writev", NULL, IN_ALL, SYS_process_vm_writev, {1}},
	{"kcmp", NULL, IN_ALL, SYS_kcmp, {1, 1}},
	{"pidfd_open", NULL, IN_NATIVE, SYS_pidfd_open, {1}},
	{"pidfd_getfd", NULL, IN_ALL, SYS_pidfd_getfd, {0, 1}},
	{"pidfd_send_signal", NULL, IN_NATIVE, SYS_pidfd_send_signal, {0, SIGKILL}},
	{"process_madvise", NULL, IN_ALL, SYS_process_madvise, {0}},
	/* mounts and roots */
	{"mount", NULL, IN_ALL, SYS_mount, {0}},
	{"umount2", NULL, IN_ALL, SYS_umount2, {0}},
	{"pivot_root", NULL, IN_ALL, SYS_pivot_root, {0}},
	{"chroot", NULL, IN_ALL, SYS_chroot, {0}},
	{"open_tree", NULL, IN_ALL, SYS_open_tree, {0}},
	{"move_mount", NULL, IN_ALL, SYS_move_mount, {0}},
	{"fsopen", NULL, IN_ALL, SYS_fsopen, {0}},
	{"mount_setattr", NULL, IN_ALL, SYS_mount_setattr, {0}},
	{"mknodat-device", "mknodat", IN_ALL, SYS_mknodat, {AT_FDCWD, 0, S_IFCHR | 0666, 0x101}},
	/* the kernel uses only 16 bits of the mode */
	{"mknodat-high-bits", "mknodat", IN_ALL, SYS_mknodat,
		{AT_FDCWD, 0, 0x10000 | S_IFCHR | 0666, 0x101}},
	{"fsmount", NULL, IN_ALL, SYS_fsmount, {0}},
	{"fsconfig", NULL, IN_ALL, SYS_fsconfig, {0}},
	{"fspick", NULL, IN_ALL, SYS_fspick, {0}},
	{"name_to_handle_at", NULL, IN_ALL, SYS_name_to_handle_at, {0}},
	{"open_by_handle_at", NULL, IN_ALL, SYS_open_by_handle_at, {0}},
	{"fanotify_init", NULL, IN_ALL, SYS_fanotify_init, {0}},
	{"setxattr", NULL, IN_ALL, SYS_setxattr, {0}},
	{"quotactl", NULL, IN_ALL, SYS_quotactl, {0}},
	{"fcntl-lease", "fcntl", IN_ALL, SYS_fcntl, {0, F_SETLEASE, 0}},
	{"fcntl-notify", "fcntl", IN_ALL, SYS_fcntl, {0, F_NOTIFY, 1}},
	/* the kernel uses only the low half of the number */
	{"setrlimit-high-bits", "setrlimit", IN_ALL, SYS_setrlimit, {0x100000004}},
	{"prlimit-high-bits", "prlimit64", IN_ALL, SYS_prlimit64, {0, 0x100000004}},
	{"socketpair-inet", "socketpair", IN_ALL, SYS_socketpair, {AF_INET, SOCK_STREAM}},
	{"socketpair-datagram", "socketpair", IN_ALL, SYS_socketpair, {AF_UNIX, SOCK_DGRAM}},
	{"socketpair-raw", "socketpair", IN_ALL, SYS_socketpair, {AF_UNIX, SOCK_RAW}},
	{"setsockopt-filter", "setsockopt", IN_ALL, SYS_setsockopt,
		{0, SOL_SOCKET, SO_ATTACH_FILTER}},
	{"sendto-fastopen", "sendto", IN_ALL, SYS_sendto, {0, 0, 0, MSG_FASTOPEN}},
	/* namespaces */
	{"unshare-user", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWUSER}},
	{"unshare-mount", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWNS}},
	{"clone-user", "clone", IN_ALL, SYS_clone, {CLONE_NEWUSER | SIGCHLD}},
	{"clone-mount", "clone", IN_ALL, SYS_clone, {CLONE_NEWNS | SIGCHLD}},
	{"clone-pid", "clone", IN_ALL, SYS_clone, {CLONE_NEWPID | SIGCHLD}},
	{"clone-net", "clone", IN_ALL, SYS_clone, {CLONE_NEWNET | SIGCHLD}},
	{"clone-ipc", "clone", IN_ALL, SYS_clone, {CLONE_NEWIPC | SIGCHLD}},
	{"clone-uts", "clone", IN_ALL, SYS_clone, {CLONE_NEWUTS | SIGCHLD}},
	{"clone-cgroup", "clone", IN_ALL, SYS_clone, {CLONE_NEWCGROUP | SIGCHLD}},
	{"unshare-net", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWNET}},
	{"unshare-pid", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWPID}},
	{"unshare-ipc", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWIPC}},
	{"unshare-uts", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWUTS}},
	{"unshare-cgroup", "unshare", IN_ALL, SYS_unshare, {CLONE_NEWCGROUP}},
	{"unshare-time", "unshare", IN_ALL, SYS_unshare, {0x80}},
	{"setns", NULL, IN_ALL, SYS_setns, {0}},
	{"sethostname", NULL, IN_ALL, SYS_sethostname, {0}},
	/* identity */
	{"setuid", NULL, IN_ALL, SYS_setuid, {0}},
	{"setresuid", NULL, IN_ALL, SYS_setresuid, {0}},
	{"setreuid", NULL, IN_ALL, SYS_setreuid, {0}},
	{"setfsuid", NULL, IN_ALL, SYS_setfsuid, {0}},
	{"setgid", NULL, IN_ALL, SYS_setgid, {0}},
	{"setresgid", NULL, IN_ALL, SYS_setresgid, {0}},
	{"setgroups", NULL, IN_ALL, SYS_setgroups, {0}},
	{"capset", NULL, IN_ALL, SYS_capset, {0}},
	{"prctl-dumpable", "prctl", IN_ALL, SYS_prctl, {PR_SET_DUMPABLE, 1}},
	{"prctl-keepcaps", "prctl", IN_ALL, SYS_prctl, {PR_SET_KEEPCAPS, 1}},
	{"personality", NULL, IN_ALL, SYS_personality, {0x0040000}},
	{"seccomp", NULL, IN_ALL, SYS_seccomp, {1}},
	/* objects that outlive a run */
	{"keyctl", NULL, IN_ALL, SYS_keyctl, {KEYCTL_GET_KEYRING_ID, -4}},
	{"add_key", NULL, IN_ALL, SYS_add_key,
		{(long)"user", (long)HOSTILE_LEFT, (long)"x", 1, KEY_SPEC_USER_KEYRING}},
	{"request_key", NULL, IN_ALL, SYS_request_key,
		{(long)"user", (long)HOSTILE_LEFT, 0, KEY_SPEC_USER_KEYRING}},
	{"keyctl-join", "keyctl", IN_ALL, SYS_keyctl, {KEYCTL_JOIN_SESSION_KEYRING}},
	{"shmget", NULL, IN_ALL, SYS_shmget, {HOSTILE_KEY, 4096, 01666}},
	{"msgget", NULL, IN_ALL, SYS_msgget, {HOSTILE_KEY, 01666}},
	{"shmat", NULL, IN_ALL, SYS_shmat, {0}},
	{"semget", NULL, IN_ALL, SYS_semget, {HOSTILE_KEY, 1, 01666}},
	{"mq_open", NULL, IN_ALL, SYS_mq_open, {(long)HOSTILE_LEFT, O_CREAT | O_RDWR, 0666}},
	/* large attack surfaces of the kernel */
	{"bpf", NULL, IN_ALL, SYS_bpf, {0}},
	{"perf_event_open", NULL, IN_ALL, SYS_perf_event_open, {0}},
	{"userfaultfd", NULL, IN_ALL, SYS_userfaultfd, {0}},
	{"io_uring_setup", NULL, IN_NATIVE, SYS_io_uring_setup, {8}},
	{"io_uring_enter", NULL, IN_ALL, SYS_io_uring_enter, {3}},
	{"io_uring_register", NULL, IN_ALL, SYS_io_uring_register, {3}},
	{"io_setup", NULL, IN_ALL, SYS_io_setup, {1}},
	{"memfd_secret", NULL, IN_ALL, SYS_memfd_secret, {0}},
	/* the machine */
	{"reboot", NULL, IN_ALL, SYS_reboot, {0}},
	{"delete_module", NULL, IN_ALL, SYS_delete_module, {0}},
	{"kexec_file_load", NULL, IN_ALL, SYS_kexec_file_load, {0}},
	{"init_module", NULL, IN_ALL, SYS_init_module, {0}},
	{"finit_module", NULL, IN_ALL, SYS_finit_module, {0}},
	{"kexec_load", NULL, IN_ALL, SYS_kexec_load, {0}},
	{"swapon", NULL, IN_ALL, SYS_swapon, {0}},
	{"swapoff", NULL, IN_ALL, SYS_swapoff, {0}},
	{"settimeofday", NULL, IN_ALL, SYS_settimeofday, {0}},
	{"clock_settime", NULL, IN_ALL, SYS_clock_settime, {0}},
	{"adjtimex", NULL, IN_ALL, SYS_adjtimex, {0}},
	{"syslog", NULL, IN_ALL, SYS_syslog, {3}},
	{"acct", NULL, IN_ALL, SYS_acct, {0}},
	{"vhangup", NULL, IN_ALL, SYS_vhangup, {0}},
#ifdef __x86_64__
	/* what arm64 does not have */
	{"mknod-device", "mknod", IN_ALL, SYS_mknod, {0, S_IFBLK | 0666, 0x800}},
	{"mknod-socket", "mknod", IN_ALL, SYS_mknod, {0, S_IFSOCK | 0666}},
	{"modify_ldt", NULL, IN_ALL, SYS_modify_ldt, {1}},
	{"iopl", NULL, IN_ALL, SYS_iopl, {3}},
	{"ioperm", NULL, IN_ALL, SYS_ioperm, {0, 1, 1}},
#endif
	/* a number that no kernel has */
	{"syscall_9999", NULL, IN_ALL, 9999, {0}},
};

#define HOSTILE_CALL_COUNT (sizeof(hostile_calls) / sizeof(*hostile_calls))

#endif
