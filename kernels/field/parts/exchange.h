// An Exchange carries rows between the parts of a field, and adds numbers of all parts.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/parts/exchange_kind.h"
#include "kernels/field/parts/parts_layout.h"
#include "kernels/field/parts/round_clock.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

/// Each part makes its calls on a thread of its own: post() and wait() in turn, as often as all
/// other parts do. All calls throw core::Error once a part has failed.
class Exchange : core::NonCopyable {
 public:
  virtual ~Exchange() = default;

  /// Names the method in words.
  [[nodiscard]] virtual std::string_view method() const = 0;
  /// Says whether rows are copied across the top and bottom edges. No part may be inside a call.
  virtual void join_edges(bool are_joined) = 0;
  /// Offers a part's own rows to the others.
  virtual void post(int part, const FieldMemory& memory) = 0;
  /// Fills the rows that a part holds of others, from what these have posted. Afterwards, in the
  /// order of the part's stream, its memory may change. Marks moments in between.
  virtual void wait(int part, RoundClock& clock) = 0;
  /// Returns the sum of the numbers of all parts, added in their order; see RowSums.
  virtual double sum(int part, std::span<const double> own_rows) = 0;
  /// Makes all calls of the other parts throw, because a part has failed.
  virtual void abort() = 0;
};

/// Makes the exchange of parts in the host's memory.
std::shared_ptr<Exchange> make_host_exchange(const Layout& layout);

/// Makes the exchange of parts on CUDA devices, of which each part has one. `kind` is staged, nccl,
/// or peer where neighbours reach each other's memory. Throws core::Error.
std::shared_ptr<Exchange> make_cuda_exchange(const Layout& layout, const std::vector<int>& devices,
                                             ExchangeKind kind);

}  // namespace heatwave::field
