// Parts in the host's memory copy the rows of their neighbours, each on its own thread.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/field/cell_step.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/meeting.h"

namespace heatwave::field {
namespace {

class HostExchange final : public Exchange {
 public:
  explicit HostExchange(const Layout& layout)
      : layout_(layout), meeting_(layout), memories_(layout.parts.size()) {}

  [[nodiscard]] std::string_view method() const override { return "copies in memory"; }
  void join_edges(bool are_joined) override { meeting_.join_edges(are_joined); }
  void post(int part, const FieldMemory& memory) override {
    memories_[static_cast<std::size_t>(part)] = memory;
    meeting_.arrive(part);
  }
  void wait(int part, RoundClock& clock) override {
    const std::vector<RowCopy> copies = meeting_.copies_to(part);
    clock.mark(Moment::rows_there);
    for (const RowCopy& copy : copies) take(copy);
    clock.mark(Moment::rows_copied);
    meeting_.leave(part);
    meeting_.wait_for_leaving(part);
  }
  double sum(int part, std::span<const double> own_rows) override {
    return meeting_.sum(part, own_rows);
  }
  void abort() override { meeting_.abort(); }

 private:
  void take(const RowCopy& copy) const {
    const FieldMemory& from = memories_[static_cast<std::size_t>(copy.from)];
    const FieldMemory& to = memories_[static_cast<std::size_t>(copy.to)];
    const auto at = [](const FieldMemory& memory, std::size_t plane, int row) {
      return memory.planes[plane] + static_cast<std::size_t>(row) * memory.stride - memory.padding;
    };
    const std::size_t count = static_cast<std::size_t>(layout_.halo - 1) * to.stride +
                              static_cast<std::size_t>(layout_.whole.width + 2 * to.padding);
    for (std::size_t plane = 0; plane < to.planes.size(); ++plane) {
      std::copy_n(at(from, plane, copy.from_row), count, at(to, plane, copy.to_row));
    }
    if (to.rim == nullptr || from.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, to.components)) {
      std::copy_n(from.rim + rows.from, layout_.halo, to.rim + rows.to);
    }
  }

  Layout layout_;
  Meeting meeting_;
  std::vector<FieldMemory> memories_;
};

}  // namespace

std::shared_ptr<Exchange> make_host_exchange(const Layout& layout) {
  return std::make_shared<HostExchange>(layout);
}

}  // namespace heatwave::field
