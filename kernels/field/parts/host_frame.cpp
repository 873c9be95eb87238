// Rows of parts in the host's memory are copied into one array.
#include <algorithm>

#include "kernels/core/blank_array.h"
#include "kernels/core/steady_time.h"
#include "kernels/field/parts/parts_frame.h"

namespace heatwave::field {
namespace {

class HostFrameOfParts final : public PartsFrame {
 public:
  void show(DisplayTarget& target, const Layout& layout, const std::vector<FieldMemory>& memories,
            std::size_t plane) override {
    const auto start = core::SteadyClock::now();
    const int k = display_stride(layout.whole, target.longest_side());
    const core::Extent thin = thinned_extent(layout.whole, k);
    core::BlankArray<float> cells(static_cast<std::size_t>(thin.cells()));
    std::size_t p = 0;
    for (int y = 0; y < thin.height; ++y) {
      while (y * k >= layout.parts[p].own.end) ++p;
      const FieldMemory& memory = memories[p];
      const float* from = memory.planes[plane] +
                          static_cast<std::size_t>(layout.parts[p].local(y * k)) * memory.stride;
      float* to = &cells[core::whole(thin).index(0, y)];
      for (int x = 0; x < thin.width; ++x) to[x] = from[static_cast<std::ptrdiff_t>(x) * k];
    }
    target.show(HostFrame{cells.data(), static_cast<std::size_t>(thin.width), thin});
    display_ms_ = core::ms_since(start);
  }
  void begin_advance(const FieldMemory& /*first*/) override { start_ = core::SteadyClock::now(); }
  void end_advance(const FieldMemory& /*first*/, std::int64_t steps) override {
    advance_ms_ = core::ms_since(start_);
    advance_steps_ = steps;
    ++advances_done_;
  }
  void tell_times(Report& report) override {
    report.advance_ms = advance_ms_;
    report.advance_steps = advance_steps_;
    report.advances_done = advances_done_;
    report.display_ms = display_ms_;
  }

 private:
  core::SteadyClock::time_point start_;
  double advance_ms_ = 0.0;
  std::int64_t advance_steps_ = 0;
  std::int64_t advances_done_ = 0;
  double display_ms_ = 0.0;
};

}  // namespace

std::unique_ptr<PartsFrame> make_host_frame() { return std::make_unique<HostFrameOfParts>(); }

}  // namespace heatwave::field
