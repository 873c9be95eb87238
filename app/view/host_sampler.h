// Reads a field that lies in host memory at a few places. Reading it back from OpenGL would wait
// for everything that has been drawn.
#pragma once

#include <vector>

#include "app/lines/sampled_field.h"
#include "app/view/cell_marks.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

/// What is shown to it, at the samples' places, as FieldSampler reads it.
class HostSampler final : public field::DisplayTarget {
 public:
  /// `marks` are of the field as it is shown where no side is longer than this: every
  /// `thinned`-th cell. They and the places must outlive it.
  HostSampler(const CellMarks& marks, int thinned, int longest_side, const lines::Samples& places)
      : marks_(marks), thinned_(thinned), longest_side_(longest_side), places_(places) {}

  [[nodiscard]] int longest_side() const override { return longest_side_; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  void show(const field::HostFrame& frame) override;
  void show(const field::DeviceFrame& /*frame*/) override {}

  /// One for each place; zeros where nothing was shown.
  [[nodiscard]] std::vector<float> take();

 private:
  /// Two cells beside a place along one side, and what the second one counts.
  struct Pair {
    int first = 0;
    int second = 0;
    float part = 0.0F;
    [[nodiscard]] int nearest() const { return part < 0.5F ? first : second; }
  };
  [[nodiscard]] static std::vector<Pair> pairs_along(double first, double spacing, int places,
                                                     int thinned, int cells);
  /// At the places of a row.
  void read_row(const field::HostFrame& frame, const Pair& y, const std::vector<Pair>& across,
                float* value) const;

  const CellMarks& marks_;
  int thinned_;
  int longest_side_;
  const lines::Samples& places_;
  std::vector<float> values_;
};

}  // namespace heatwave::view
