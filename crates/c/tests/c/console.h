/* Where a test program reads and prints: one file for each machine. */
#ifndef CONSOLE_H
#define CONSOLE_H

/* Prints a text that ends in 0. */
void console_print(const char *text);

/* The next byte of the input, or -1 at its end. */
int console_read(void);

/* Ends the program; `passed` is 0 if something was wrong. */
void console_end(int passed);

#endif
