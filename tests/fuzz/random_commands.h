// Any command of a session, sane or not, out of bytes.
#pragma once

#include <string>

#include "app/session/command.h"
#include "app/session/snapshot.h"
#include "tests/fuzz/choices.h"

namespace heatwave::fuzz {

/// The next command to a session that shows this. It writes no file, measures nothing and asks for
/// no grid that would take long.
session::Command next_command(Choices& choices, const session::Snapshot& shown);

/// "add-item" and so on.
std::string name_of(const session::Command& command);

}  // namespace heatwave::fuzz
