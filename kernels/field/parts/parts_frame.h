// A PartsFrame puts the rows of all parts together for a display, and times the parts' work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/display_target.h"
#include "kernels/field/parts/parts_layout.h"
#include "kernels/field/report.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

class PartsFrame : core::NonCopyable {
 public:
  virtual ~PartsFrame() = default;

  /// Shows one plane of the whole grid. `memories` has one entry for each part.
  virtual void show(DisplayTarget& target, const Layout& layout,
                    const std::vector<FieldMemory>& memories, std::size_t plane) = 0;
  /// Enclose the steps of all parts; the time is that of the first part.
  virtual void begin_advance(const FieldMemory& first) = 0;
  virtual void end_advance(const FieldMemory& first, std::int64_t steps) = 0;
  /// Sets the times of the report. Never waits.
  virtual void tell_times(Report& report) = 0;
};

/// Makes the frame of parts in the host's memory.
std::unique_ptr<PartsFrame> make_host_frame();
/// Returns every k-th cell of a plane on a CUDA device, from the row `first` on, as many as `thin`
/// has. Waits for all steps.
std::vector<float> thinned_on_device(const FieldMemory& memory, std::size_t plane, int first,
                                     core::Extent thin, int k);
/// Makes the frame of parts on CUDA devices; it is put together on the first part's device.
std::unique_ptr<PartsFrame> make_cuda_frame(int first_device);

}  // namespace heatwave::field
