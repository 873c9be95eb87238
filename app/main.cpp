// Heatwave: the start of the program, which is a library so that it compiles with what it calls.
// repetitions.
#include "app/cli/program_start.h"

int main(int argc, char** argv) { return heatwave::cli::run_program(argc, argv); }
