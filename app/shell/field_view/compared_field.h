// A copy of the field, drawn beside it. The copy takes the same steps, without later edits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/panes.h"
#include "app/session/session.h"
#include "app/shell/field_view/field_sampling.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/steady_range.h"

namespace heatwave::shell {

class ComparedField {
 public:
  /// Copies the session in its current state. Throws core::Error when memory does not suffice for
  /// another field.
  ComparedField(session::Session& session, session::SessionOptions options);

  [[nodiscard]] bool lacks_steps(const session::Snapshot& now) const;
  /// Takes the missing steps, or restarts when the original did; stops after `seconds`. Throws
  /// core::Error when it cannot continue.
  void follow(const session::Snapshot& now, double seconds);
  /// Reads both fields. An OpenGL context must be current.
  void present(session::Session& session);
  /// Draws the copy, and the difference between the fields, into the panes of their mappings.
  void draw(const view::Colouring& now, const rooms::Panes& panes, core::Extent framebuffer,
            double pixels_per_unit);

  /// Samples the copy. Call after draw(). An OpenGL context must be current.
  void sample(const std::optional<view::SampleRequest>& request);

  [[nodiscard]] const rooms::Comparison& words() const { return words_; }

 private:
  void find_words(const session::Snapshot& now);
  void subtract();
  [[nodiscard]] field::HostFrame difference_frame() const;

  /// Receives a field's values on the host, row by row.
  struct Values final : field::DisplayTarget {
    explicit Values(int most) : longest(most) {}
    [[nodiscard]] int longest_side() const override { return longest; }
    [[nodiscard]] bool takes_device_frames() const override { return false; }
    void show(const field::HostFrame& frame) override;
    [[nodiscard]] field::HostFrame frame() const {
      return {cells.data(), static_cast<std::size_t>(extent.width), extent};
    }
    void show(const field::DeviceFrame& /*frame*/) override {}

    int longest;
    core::Extent extent;
    std::vector<float> cells;
  };

  session::Session session_;
  view::FieldDisplay display_;
  view::FieldDisplay difference_display_;
  view::FieldPainter painter_;
  view::FieldPainter difference_painter_;
  Values now_;
  Values before_;
  std::vector<float> difference_;
  FieldSampling sampling_;
  view::SteadyRange range_;
  rooms::Comparison words_;
  std::uint64_t presented_ = 0;  ///< number of calls of present()
  std::uint64_t seen_now_ = ~std::uint64_t{0};
  std::uint64_t seen_before_ = ~std::uint64_t{0};
  bool same_quantity_ = true;
};

}  // namespace heatwave::shell
