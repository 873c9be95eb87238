// Compared fields are named by what differs between them.
#pragma once

#include <string>

#include "app/session/snapshot.h"

namespace heatwave::shell {

struct FieldNames {
  std::string before;
  std::string now;
};

/// Names the field before and the edited one: "without the new wall" and "with the new wall". Two
/// that do not differ are a copy and the original.
FieldNames names_of_compared(const session::Snapshot& before, const session::Snapshot& now);

}  // namespace heatwave::shell
