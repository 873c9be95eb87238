// The whole program behind main().
#pragma once

namespace heatwave::cli {

/// Does what the arguments ask for. Returns the program's exit status.
int run_program(int argc, char** argv);

}  // namespace heatwave::cli
