/* Included before c_limit.c: processor time for its clock, so that others at work on the machine count less. */
#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID
