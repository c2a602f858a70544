/* Attacks that a shell cannot make, or only slowly. The argument is the name of an attack. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Prints whether a forbidden call succeeded; then the exit status is 7. */
static int told(long result) {
    printf(result < 0 ? "refused: %s\n" : "done\n", strerror(result < -1 ? -(int)result : errno));
    return result < 0 ? 0 : 7;
}

/* Takes more memory than the limit. */
static void *hold(void *nothing) {
    memset(malloc(100UL << 20), 1, 100UL << 20);
    sleep(60);
    return nothing;
}

static void *rest(void *nothing) {
    sleep(60);
    return nothing;
}

/* The address in HOST and PORT. */
static struct sockaddr_in told_address(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT")))};
    inet_aton(getenv("HOST"), &address.sin_addr);
    return address;
}

/* Tries to reach several addresses; a failure does not stop the others. */
static int reach(void) {
    struct sockaddr_in address = told_address();
    connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&address, sizeof address);
    sendto(socket(AF_INET, SOCK_DGRAM, 0), "here", 4, 0, (void *)&address, sizeof address);
    struct sockaddr_un named = {.sun_family = AF_UNIX}, hidden = named;
    snprintf(named.sun_path, sizeof named.sun_path, "%s", getenv("SOCKET"));
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&named, sizeof named);
    size_t length = snprintf(hidden.sun_path + 1, sizeof hidden.sun_path - 1, "%s", getenv("ABSTRACT"));
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&hidden, offsetof(struct sockaddr_un, sun_path) + 1 + length);
    return 0;
}

/* Waits for a connection, if it can. */
static int wait_for_others(void) {
    struct sockaddr_in address = told_address();
    int door = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    while (bind(door, (void *)&address, sizeof address)) {
        if (errno != EADDRINUSE) return 8;
        usleep(5000);
    }
    return listen(door, 1) || accept(door, 0, 0) < 0 ? 8 : 0;
}

int main(int count, char **words) {
    const char *attack = count > 1 ? words[1] : "";
    if (!strcmp(attack, "vsock")) return told(socket(40, SOCK_STREAM, 0));
    if (!strcmp(attack, "inet")) return told(socket(AF_INET, SOCK_STREAM, 0));
    pid_t other = count > 2 ? atoi(words[2]) : 0;
    if (!strcmp(attack, "prlimit")) {
        struct rlimit limit = {1000, 1000};
        return told(prlimit(other, RLIMIT_CPU, &limit, 0));
    }
    if (!strcmp(attack, "affinity")) {
        cpu_set_t processors;
        sched_getaffinity(0, sizeof processors, &processors);
        return told(sched_setaffinity(other, sizeof processors, &processors));
    }
    if (!strcmp(attack, "scheduler")) return told(sched_setscheduler(other, SCHED_IDLE, &(struct sched_param){0}));
    if (!strcmp(attack, "priority")) return told(setpriority(PRIO_PROCESS, other, 19));
    if (!strcmp(attack, "input-priority")) return told(syscall(SYS_ioprio_set, 1, other, 3 << 13));
    if (!strcmp(attack, "restless")) {
        /* A timer and two processes continue whatever is stopped. */
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        struct itimerspec often = {{0, 1000000}, {0, 1000000}};
        timer_t timer;
        int parent = getpid(), child = fork();
        if (!timer_create(CLOCK_MONOTONIC, &event, &timer)) timer_settime(timer, 0, &often, 0);
        if (child) puts("here");
        fflush(stdout);
        for (;;) kill(child ? child : parent, SIGCONT);
    }
    if (!strcmp(attack, "memory-file")) return told(syscall(SYS_memfd_create, "x", 0));
    if (!strcmp(attack, "memory")) hold(0);
    if (!strcmp(attack, "filled-memory-file")) {
        int file = syscall(SYS_memfd_create, "x", 0);
        char *piece = calloc(1, 1UL << 20);
        for (int pieces = 0; pieces < 100; pieces++)
            if (write(file, piece, 1UL << 20) < 0) return 8;
        sleep(60);
    }
    if (!strcmp(attack, "reserve")) {
        void *volatile reserved = malloc(16UL << 30);
        return reserved ? 0 : 8;
    }
    if (!strcmp(attack, "threads")) {
        /* Starts threads until one is refused. */
        pthread_t other;
        for (int threads = 0; threads < 200 && !pthread_create(&other, 0, rest, 0); threads++) continue;
        sleep(60);
    }
    if (!strcmp(attack, "nest")) {
        for (int depth = atoi(words[2]); depth > 0; depth--)
            if (mkdir("d", 0700) || chdir("d")) return 8;
        return 0;
    }
    if (!strcmp(attack, "socket")) {
        struct sockaddr_un log = {.sun_family = AF_UNIX, .sun_path = "log"};
        return bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&log, sizeof log) ? 8 : 0;
    }
    if (!strcmp(attack, "connect")) return reach();
    if (!strcmp(attack, "listen")) return wait_for_others();
#ifdef __x86_64__
    if (!strcmp(attack, "i386")) { /* its number of getpid is 20 */
        long result;
        __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
        return told((int)result);
    }
#endif
    if (!strcmp(attack, "x32")) return told(syscall(0x40000000 + 39)); /* getpid */
    if (!strcmp(attack, "page-tables")) {
        /* Each 2 MiB of addresses take a page table of 4 KiB; the only other memory is the page of zeros. */
        size_t length = 64UL << 30;
        volatile char *start = mmap(0, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED) return 8;
        madvise((void *)start, length, MADV_NOHUGEPAGE);
        for (size_t at = 0; at < length; at += 2UL << 20) (void)start[at];
        sleep(60);
    }
    if (!strcmp(attack, "shared") || !strcmp(attack, "unlinked")) {
        /* Each piece is written and unmapped: it still exists, but no process has it. */
        int is_file = !strcmp(attack, "unlinked"); /* below the limit of a file's length */
        size_t length = 48UL << 20, piece = 4UL << 20;
        int file = -1;
        if (is_file) {
            file = open("x", O_RDWR | O_CREAT, 0600);
            if (unlink("x") || ftruncate(file, length)) return 8;
        }
        char *start = mmap(0, length, PROT_READ | PROT_WRITE, MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
        if (start == MAP_FAILED) return 8;
        if (file >= 0) close(file);
        for (size_t at = 0; at < length; at += piece) {
            memset(start + at, 1, piece);
            madvise(start + at, piece, MADV_DONTNEED);
        }
        munmap(start + piece, length - piece);
        usleep(1000 * atoi(words[2]));
        long pages = 0;
        FILE *sizes = fopen("/proc/self/statm", "r");
        return fscanf(sizes, "%*d %ld", &pages) == 1 && pages < 4096 ? 7 : 6;
    }
    if (!strcmp(attack, "headless")) {
        pthread_t other;
        pthread_create(&other, 0, hold, 0);
        pthread_exit(0);
    }
    if (!strcmp(attack, "undumpable")) {
        prctl(PR_SET_DUMPABLE, 0);
        sleep(60);
    }
    return 9;
}
