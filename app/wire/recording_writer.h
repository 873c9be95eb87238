// Writes a session to a recording (.hwrec): a header and then a line for each command.
#pragma once

#include <memory>
#include <string>

#include "app/session/journal.h"

namespace heatwave::wire {

/// Makes journals for SessionOptions. `program` names the program's version in the header.
session::JournalFactory recording_writers(std::string program);

}  // namespace heatwave::wire
