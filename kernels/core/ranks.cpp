// Numbers of fields are given out in turn.
#include "kernels/core/ranks.h"

#include <utility>

#include "kernels/core/error.h"

namespace heatwave::core {

int Ranks::take_slot() {
  const std::scoped_lock lock(mutex_);
  if (fresh_ < kSlots) return fresh_++;
  if (slots_.empty()) throw Error("too many fields at once for several processes");
  const int slot = slots_.front();
  slots_.pop_front();
  return slot;
}

void Ranks::give_back(int slot) {
  const std::scoped_lock lock(mutex_);
  slots_.push_back(slot);
}

void Ranks::keep(std::shared_ptr<const void> bytes) {
  const std::scoped_lock lock(mutex_);
  kept_.push_back(std::move(bytes));
}

}  // namespace heatwave::core
