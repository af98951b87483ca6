/* Where a test program reads and prints: one file for each machine. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prints a text that ends in 0. */
void console_print(const char *text);

/* The next byte of the input, or -1 at its end. */
int console_read(void);

/* Ends the program; `passed` is 0 if something was wrong. */
void console_end(int passed);

/* Runs a function, and returns the most bytes of stack in use meanwhile, counted from the top of the memory; 0 on a host. */
uint32_t console_stack(void (*run)(void));

#ifdef __cplusplus
}
#endif

#endif
