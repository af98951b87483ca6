/* The Arduino Uno: a console over its serial line, without interrupts. The last line says how a program ended. */
#include "../console.h"

#include <avr/io.h>
#include <stdint.h>

extern uint8_t __heap_start;

static void open_line(void) {
    UCSR0A = _BV(U2X0);
    UBRR0 = 16; /* 115200 baud at 16 MHz */
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

void console_print(const char *text) {
    open_line();
    for (; *text != 0; text++) {
        while ((UCSR0A & _BV(UDRE0)) == 0) {
        }
        UDR0 = (uint8_t)*text;
    }
}

int console_read(void) {
    while ((UCSR0A & _BV(RXC0)) == 0) {
    }
    return UDR0;
}

void console_end(int passed) {
    console_print(passed ? "end ok\n" : "end wrong\n");
    for (;;) {
    }
}

uint32_t console_stack(void (*run)(void)) {
    volatile uint8_t here = 0;
    volatile uint8_t *byte;
    for (byte = &__heap_start; byte + 32 < &here; byte++) *byte = 0xC5;
    run();
    for (byte = &__heap_start; *byte == 0xC5;) byte++;
    return (uint32_t)(RAMEND + 1 - (uintptr_t)byte);
}
