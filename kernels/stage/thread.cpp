// The values of a thread's local variables are recorded here for the stage.
#include "kernels/stage/thread.h"

#include <algorithm>

namespace heatwave::stage {

void Thread::record_local(const char* name, double value, bool whole_number) {
  const auto known = std::find_if(locals_.begin(), locals_.end(),
                                  [name](const LocalState& local) { return local.name == name; });
  if (known == locals_.end()) {
    locals_.push_back({name, value, whole_number});
  } else {
    known->value = value;
  }
}

}  // namespace heatwave::stage
