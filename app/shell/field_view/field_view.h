// The field in the window: its values and range, its picture flat or as a surface, and the copy
// that it is compared with.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/session/session.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_snapshot.h"
#include "app/view/exposed_range.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/field_sampler.h"
#include "app/view/sample_request.h"
#include "app/view/steady_range.h"
#include "app/view/surface_painter.h"

namespace heatwave::shell {

/// Samples of a session's field at a few cells, read again when the field or the cells change: on
/// the device from the displayed picture, or else from host memory.
class FieldSampling {
 public:
  /// Reads the samples of `request`; none: nothing is read. `display` must show the session's field
  /// and `painter` must have its flags. An OpenGL context must be current.
  /// `shown`: the plane that `display` shows.
  void read(const std::optional<view::SampleRequest>& request, session::Session& session,
            const view::FieldDisplay& display, const view::FieldPainter& painter,
            session::PresentedPlane shown = session::PresentedPlane::shown);
  [[nodiscard]] const lines::Samples& samples() const { return samples_; }

 private:
  std::vector<float> values(session::Session& session, session::PresentedPlane plane,
                            const view::FieldDisplay& display, const view::FieldPainter& painter);
  std::vector<float> values_on_device(session::Session& session, session::PresentedPlane plane,
                                      const view::FieldDisplay& display,
                                      const view::FieldPainter& painter);

  /// None: no request has arrived yet.
  std::optional<view::FieldSampler> sampler_;
  /// Shows the previous time level; null: no request has arrived yet.
  std::unique_ptr<view::FieldDisplay> display_before_;
  std::optional<view::SampleRequest> request_;
  std::uint64_t field_version_ = 0;
  std::uint64_t scene_version_ = 0;
  std::uint64_t readings_ = 0;
  lines::Samples samples_;
};

class ComparedField;
class SecondQuantity;

/// The area of the window that the field is painted into in this frame.
struct FieldPlace {
  core::Extent framebuffer;
  double pixels_per_unit = 1.0;
};

class FieldView : core::NonCopyable {
 public:
  /// `options` are the session options for the compared copy.
  FieldView(const ShellContext& shell, session::SessionOptions options);
  ~FieldView();

  void handle(const session::CompareFields& command);
  void handle(const session::ShowComparison& command);
  void handle(const session::SmoothCells& command) { status_.smooth_cells = command.on; }
  void handle(const session::ShowCuts& command) { status_.shows_cuts = command.on; }
  void handle(const session::FitColours& command);

  /// Presents and samples the session's field for the room, and updates its colour range.
  void update(const rooms::Room& room, double frame_seconds);
  /// Lets the compared copy take its missing steps; stops after `seconds`.
  void follow(bool shows_field, double seconds);
  /// Paints the field into the panes of the room.
  void draw(const rooms::Room& room, const FieldPlace& place);

  [[nodiscard]] const FieldViewStatus& status() const { return status_; }
  [[nodiscard]] const colour::ColourScale& colours() const { return colours_; }
  [[nodiscard]] const lines::Samples& samples() const { return sampling_.samples(); }
  [[nodiscard]] const view::Relief& relief() const { return relief_; }
  /// Null: no copy is compared.
  [[nodiscard]] const rooms::Comparison* comparison() const;
  /// Null: one quantity is shown.
  [[nodiscard]] const rooms::QuantityBeside* beside() const;
  /// Returns whether the compared copy has steps to catch up on.
  [[nodiscard]] bool lacks_steps() const;
  [[nodiscard]] std::string path() const { return display_.path(); }

 private:
  void present();
  void present_beside(const rooms::Room& room, double frame_seconds);
  void follow_range(double frame_seconds);
  /// Returns the automatic range for the field as it is now.
  [[nodiscard]] view::ValueRange exposed();
  void follow_relief(const rooms::Room& room);
  [[nodiscard]] view::Colouring colouring();

  /// Inputs of the relief; it is computed again when they change.
  struct ReliefKey {
    std::uint64_t version = 0;  ///< version of the samples
    float low = 0.0F;
    float high = 0.0F;
    friend bool operator==(const ReliefKey&, const ReliefKey&) = default;
  };

  const ShellContext& shell_;
  session::SessionOptions options_;
  FieldViewStatus status_;
  view::FieldDisplay display_;
  view::FieldPainter painter_;
  view::SurfacePainter surface_painter_;
  view::Relief relief_;
  std::optional<ReliefKey> relief_key_;
  FieldSampling sampling_;
  std::unique_ptr<ComparedField> compared_;  ///< null: no copy is compared
  std::unique_ptr<SecondQuantity> beside_;   ///< null: one quantity is shown
  session::ShowComparison comparison_;       ///< how a comparison is shown
  view::SteadyRange range_;
  FieldSampling exposure_;   ///< samples of the whole field
  double exposed_at_ = 0.0;  ///< time at which they were taken, in seconds
  std::string range_key_;    ///< the survey epoch and the quantity whose range is followed
  colour::ColourScale colours_;
  std::uint64_t presented_version_ = ~std::uint64_t{0};
};

}  // namespace heatwave::shell
