"""A filter of system calls: what a program that only computes never needs, the kernel refuses.

Standard library only. Linux on x86-64 and arm64; elsewhere `restrict` says that there is none. The filter cannot be
taken back, and everything that the process may still start inherits it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, MODE_FILTER = 38, 22, 2
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column in NUMBERS, the kernel's name
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # instructions of the filter machine
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NR, ARCH, ARGUMENTS = 0, 4, 16  # offsets in the record that the filter looks at; arguments have 8 bytes each
CLONE_THREAD = 0x10000
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

# name: (number on x86-64, on arm64); None: that machine has no such call
REFUSED: dict[str, tuple[int | None, int | None]] = {
    # other processes
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281), "kill": (62, 129),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
    "kcmp": (312, 272), "setpgid": (109, 154), "setsid": (112, 157), "setpriority": (141, 140),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274), "ioprio_set": (251, 30), "migrate_pages": (256, 238),
    # files
    "truncate": (76, 45), "ftruncate": (77, 46), "fallocate": (285, 47), "creat": (85, None),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, None), "mkdirat": (258, 34),
    "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35), "link": (86, None), "linkat": (265, 37),
    "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None), "mknodat": (259, 33), "chmod": (90, None),
    "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "setxattrat": (463, 463), "removexattrat": (466, 466), "file_setattr": (469, 469), "quotactl": (179, 60),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "memfd_create": (319, 279),
    # network and shared memory
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "accept4": (288, 242), "sendto": (44, 206), "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219),
    # the machine, and ways round this filter
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "prctl": (157, 167), "seccomp": (317, 277), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "personality": (135, 92), "acct": (163, 89), "settimeofday": (164, 170),
    "adjtimex": (159, 171), "clock_settime": (227, 112), "clock_adjtime": (305, 266), "swapon": (167, 224),
    "swapoff": (168, 225), "reboot": (169, 142), "sethostname": (170, 161), "setdomainname": (171, 162),
    "iopl": (172, None), "ioperm": (173, None), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
}  # fmt: skip
CLONE, CLONE3, OPENAT2, TGKILL, PRLIMIT = (56, 220), (435, 435), (437, 437), (234, 131), (302, 261)
OPEN, OPENAT = (2, None), (257, 56)


class Filter:
    """The program of the filter, instruction by instruction."""

    def __init__(self, column: int, arch: int) -> None:
        self.column = column
        self.code: list[tuple[int, int, int, int]] = [
            (LOAD, 0, 0, ARCH),
            (EQUAL, 1, 0, arch),
            (RETURN, 0, 0, KILL),  # calls in the manner of another machine have other numbers
            (LOAD, 0, 0, NR),
        ]
        if column == 0:
            self.code += [(AT_LEAST, 0, 1, 0x40000000), (RETURN, 0, 0, REFUSE | errno.EPERM)]  # x32

    def refuse(self, call: tuple[int | None, int | None], why: int = errno.EPERM) -> None:
        number = call[self.column]
        if number is not None:
            self.code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | why)]

    def refuse_if(self, call: tuple[int | None, int | None], argument: int, test: int, value: int, met: bool) -> None:
        """Refuse a call by one of its arguments: if the test of its lower half is met, or if it is not."""
        number = call[self.column]
        if number is not None:
            yes, no = (0, 1) if met else (1, 0)
            self.code += [
                (EQUAL, 0, 4, number),
                (LOAD, 0, 0, ARGUMENTS + 8 * argument),
                (test, yes, no, value),
                (RETURN, 0, 0, REFUSE | errno.EPERM),
                (RETURN, 0, 0, ALLOW),
            ]

    def install(self) -> None:
        program = b"".join(struct.pack("HBBI", *step) for step in [*self.code, (RETURN, 0, 0, ALLOW)])
        buffer = ctypes.create_string_buffer(program)
        head = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer)))
        libc = ctypes.CDLL(None, use_errno=True)
        for call in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, MODE_FILTER, head, 0, 0)):
            if libc.prctl(*call):
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def restrict(refuse_writing: bool) -> None:
    """Refuse the calls from here on; OSError where the kernel has no filters.

    `refuse_writing`: also opening a file for writing, wanted where nothing else protects files.
    """
    if platform.machine() not in ARCHITECTURES or os.uname().sysname != "Linux":
        raise OSError(errno.ENOSYS, f"no filter for {platform.system()} on {platform.machine()}")
    made = Filter(*ARCHITECTURES[platform.machine()])
    for call in REFUSED.values():
        made.refuse(call)
    made.refuse(CLONE3, errno.ENOSYS)  # its flags are out of the filter's sight; the C library then takes clone
    made.refuse(OPENAT2, errno.ENOSYS)
    made.refuse_if(CLONE, 0, ANY_BIT, CLONE_THREAD, met=False)  # a thread is no new process
    made.refuse_if(TGKILL, 0, EQUAL, os.getpid(), met=False)
    made.refuse_if(PRLIMIT, 0, EQUAL, 0, met=False)
    if refuse_writing:
        made.refuse_if(OPEN, 1, ANY_BIT, WRITING, met=True)
        made.refuse_if(OPENAT, 2, ANY_BIT, WRITING, met=True)
    made.install()
