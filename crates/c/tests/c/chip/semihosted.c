/* ARM and RISC-V: the start of a program, and a console over semihosting. */
#include "../console.h"

#include <stddef.h>
#include <stdint.h>

int main(void);

/* sections.ld places these; only their addresses mean something. */
extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[], stack_top[];

void reset(void);

#if defined(__arm__)
/* The table of interrupts up to the reset. */
typedef struct vectors {
    uint32_t *stack;
    void (*reset)(void);
} vectors;
extern const vectors table;
__attribute__((section(".start"), used)) const vectors table = {stack_top, reset};

static uintptr_t call(uintptr_t operation, const void *block) {
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void reset(void)
#else
void start(void);

/* The boot code jumps to the first address of the flash. */
__attribute__((naked, section(".start"), used)) void start(void) {
    __asm__ volatile("la sp, stack_top\n j reset");
}

static uintptr_t call(uintptr_t operation, const void *block) {
    register uintptr_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = block;
    __asm__ volatile(".balign 16\n .option push\n .option norvc\n slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7\n .option pop"
                     : "+r"(a0) : "r"(a1) : "memory");
    return a0;
}

__attribute__((used)) void reset(void)
#endif
{
    uint32_t *to = data_start, *from = data_load;
    while (to != data_end) *to++ = *from++;
    for (to = bss_start; to != bss_end; to++) *to = 0;
    main();
    console_end(0);
}

/* The operations, from "Semihosting for AArch32 and AArch64", and the two reasons to end. */
enum { SYS_OPEN = 1, SYS_WRITE0 = 4, SYS_READ = 6, SYS_EXIT = 0x18 };
#define PASSED 0x20026
#define FAILED 0x20023

void console_print(const char *text) { call(SYS_WRITE0, text); }

int console_read(void) {
    static uintptr_t file;
    static int is_open;
    unsigned char byte;
    uintptr_t block[3];
    if (!is_open) {
        static const char name[] = "/dev/stdin";
        block[0] = (uintptr_t)name;
        block[1] = 1; /* rb */
        block[2] = sizeof name - 1;
        file = call(SYS_OPEN, block);
        is_open = 1;
    }
    block[0] = file;
    block[1] = (uintptr_t)&byte;
    block[2] = 1;
    return call(SYS_READ, block) == 0 ? byte : -1;
}

void console_end(int passed) {
    /* With 32 bits the reason is no block but the argument itself. */
    call(SYS_EXIT, (const void *)(uintptr_t)(passed ? PASSED : FAILED));
    for (;;) {
    }
}

uint32_t console_stack(void (*run)(void)) {
    const uint32_t paint = 0xC5C5C5C5u;
    volatile uint32_t here = 0;
    volatile uint32_t *word;
    for (word = bss_end; word + 16 < &here; word++) *word = paint;
    run();
    for (word = bss_end; *word == paint;) word++;
    return (uint32_t)((uintptr_t)stack_top - (uintptr_t)word);
}
