// Reads samples of the displayed field, through OpenGL or from host memory.
#pragma once

#include <vector>

#include "app/lines/sampled_field.h"
#include "app/view/cell_marks.h"
#include "app/view/field_display.h"
#include "app/view/gl_objects.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

/// Reads samples through OpenGL, whichever way the field was transferred.
class FieldSampler {
 public:
  FieldSampler();

  /// Returns the displayed field's values at the samples' positions. `marks`: as FieldPainter has
  /// them.
  std::vector<float> read(const FieldDisplay& display, GLuint marks, int thinned,
                          const lines::Samples& places);
  /// Returns the texture of the samples read last, one float each.
  [[nodiscard]] GLuint texture() const { return values_.name(); }

 private:
  GlProgram program_;
  GlVertexArray no_vertices_;
  GlTexture values_;
  GlFramebuffer target_;
  core::Extent extent_;
};

/// A display target that keeps the values at the samples' positions. It gives the same as
/// FieldSampler, but from a field in host memory, because reading back from OpenGL would wait for
/// all pending drawing.
class HostSampler final : public field::DisplayTarget {
 public:
  /// `marks` belong to the field as shown with at most `longest_side` cells a side: every
  /// `thinned`-th cell. `marks` and `places` must outlive the sampler.
  HostSampler(const CellMarks& marks, int thinned, int longest_side, const lines::Samples& places)
      : marks_(marks), thinned_(thinned), longest_side_(longest_side), places_(places) {}

  [[nodiscard]] int longest_side() const override { return longest_side_; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  void show(const field::HostFrame& frame) override;
  void show(const field::DeviceFrame& /*frame*/) override {}

  /// Returns one value for each sample; zeros if no frame was shown.
  [[nodiscard]] std::vector<float> take();

 private:
  /// The two cells around a position in one direction, and the weight of the second.
  struct Pair {
    int first = 0;
    int second = 0;
    float part = 0.0F;
    [[nodiscard]] int nearest() const { return part < 0.5F ? first : second; }
  };
  [[nodiscard]] static std::vector<Pair> pairs_along(double first, double spacing, int places,
                                                     int thinned, int cells);
  /// Reads the samples of one row.
  void read_row(const field::HostFrame& frame, const Pair& y, const std::vector<Pair>& across,
                float* value) const;

  const CellMarks& marks_;
  int thinned_;
  int longest_side_;
  const lines::Samples& places_;
  std::vector<float> values_;
};

}  // namespace heatwave::view
