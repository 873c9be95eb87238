// The field in the window: its values read and ranged, painted flat or as a surface, and the field
// beside it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/field_view/compared_field.h"
#include "app/shell/field_view/field_sampling.h"
#include "app/shell/shell_context.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/steady_range.h"
#include "app/view/surface_painter.h"

namespace heatwave::shell {

/// Where the field is painted in this frame.
struct FieldPlace {
  core::Extent framebuffer;
  double pixels_per_unit = 1.0;
};

class FieldView {
 public:
  /// `options` are those of a session for another field.
  FieldView(const ShellContext& shell, session::SessionOptions options);

  void handle(const session::CompareFields& command);

  /// Reads the session's field for the room: presents it, samples it, follows its range.
  void update(const rooms::Room& room, double frame_seconds);
  /// Takes the steps that the field beside lacks, for no longer than this.
  void follow(bool shows_field, double seconds);
  /// Paints the field where the room shows it.
  void draw(const rooms::Room& room, const FieldPlace& place);

  [[nodiscard]] const colour::ColourScale& colours() const { return colours_; }
  [[nodiscard]] const lines::Samples& samples() const { return sampling_.samples(); }
  [[nodiscard]] const view::Relief& relief() const { return relief_; }
  /// Null: the field stands alone.
  [[nodiscard]] const rooms::Comparison* comparison() const;
  /// Whether the field beside has steps to catch up with.
  [[nodiscard]] bool lacks_steps() const;
  [[nodiscard]] std::string path() const { return display_.path(); }

 private:
  void present();
  void follow_range(double frame_seconds);
  void follow_relief(const rooms::Room& room);
  [[nodiscard]] view::Colouring colouring();

  /// What the relief was made of.
  struct ReliefKey {
    std::uint64_t version = 0;  ///< of the samples
    float low = 0.0F;
    float high = 0.0F;
    friend bool operator==(const ReliefKey&, const ReliefKey&) = default;
  };

  const ShellContext& shell_;
  session::SessionOptions options_;
  view::FieldDisplay display_;
  view::FieldPainter painter_;
  view::SurfacePainter surface_painter_;
  view::Relief relief_;
  std::optional<ReliefKey> relief_key_;
  FieldSampling sampling_;
  std::unique_ptr<ComparedField> compared_;  ///< null: the field stands alone
  view::SteadyRange range_;
  std::string ranged_story_;  ///< and the component whose values the range has followed
  colour::ColourScale colours_;
  std::uint64_t presented_version_ = ~std::uint64_t{0};
};

}  // namespace heatwave::shell
