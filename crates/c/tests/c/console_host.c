/* The console of a host. */
#include "console.h"

#include <stdio.h>
#include <stdlib.h>

void console_print(const char *text) { fputs(text, stdout); }

int console_read(void) { return getchar(); }

void console_end(int passed) { exit(passed ? 0 : 1); }

uint32_t console_stack(void (*run)(void)) {
    run();
    return 0;
}
