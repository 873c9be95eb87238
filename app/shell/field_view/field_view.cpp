// Presents, samples and paints the session's field and the copy that follows its steps.
#include "app/shell/field_view/field_view.h"

#include <imgui.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/session/field/host_plane.h"
#include "app/session/field/unit_figures.h"
#include "app/shell/field_view/compared_names.h"
#include "app/shell/window/opengl_facts.h"
#include "app/ui/theme.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::shell {

namespace {

using Clock = std::chrono::steady_clock;

session::Session begun_like(session::Session& other, session::SessionOptions options) {
  const session::Snapshot& now = other.snapshot();
  options.backend = now.backend.backend;
  options.threads = now.backend.threads;
  options.make_journal = nullptr;
  options.keeps_samples = false;
  options.keeps_past = false;
  options.names_gpu = false;
  options.most_undo_bytes = 0;  // the copy has no undo
  options.most_minute_bytes = 0;
  session::Session session(now.scene, options);
  session.submit(session::PutBack{now.scene, now.newest_item, other.state()});
  session.run(0);
  return session;
}

/// Returns whether the colours' range omits rare large values. A softened scale shows small values
/// and large ones, so that its range has room for all.
bool follows_exposure(const scene::Scene& scene) {
  const colour::ColourChoice& choice = scene::shown_colours(scene);
  return choice.automatic && choice.scale != colour::ScaleKind::softened;
}

}  // namespace

/// A copy of the field, drawn beside it. The copy takes the same steps, without later edits of the
/// original; it has edits of its own.
class ComparedField : core::NonCopyable {
 public:
  /// Copies the session in its current state. Throws core::Error when memory does not suffice for
  /// another field.
  ComparedField(session::Session& session, session::SessionOptions options)
      : session_(begun_like(session, std::move(options))),
        now_(display_.longest_side()),
        before_(display_.longest_side()),
        edits_([this](session::Command command, session::Gesture gesture) {
          session_.submit({.gesture = gesture, .command = std::move(command)});
        }) {
    words_.edits = &edits_;
    find_words(session.snapshot());
  }

  /// Chooses how the comparison is shown.
  void show(const session::ShowComparison& how) {
    words_.layout = how.layout;
    words_.divided_at = how.divided_at;
    if (std::exchange(words_.difference, how.difference) == how.difference) return;
    seen_now_ = seen_before_ = ~std::uint64_t{0};
    words_.largest.reset();
    difference_range_.forget();
  }

  [[nodiscard]] bool lacks_steps(const session::Snapshot& now) const {
    return session_.snapshot().step != now.step;
  }

  /// Takes the missing steps, or restarts when the original did; stops after `seconds`. Throws
  /// core::Error when it cannot continue.
  void follow(const session::Snapshot& now, double seconds) {
    session_.run(0);  // carries out edits
    const std::int64_t here = session_.snapshot().step;
    if (now.step < here) {
      session_.submit(session::Reset{});
      session_.run(0);
    }
    const Clock::time_point until =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(std::max(0.0, seconds)));
    constexpr std::int64_t kAtOnce = 64;
    do {
      const std::int64_t left = now.step - session_.snapshot().step;
      if (left <= 0) break;
      session_.run(std::min(left, kAtOnce));
    } while (Clock::now() < until);
    find_words(now);
  }

  /// Reads the copy and, for the difference, the original. An OpenGL context must be current.
  void present(session::Session& session) {
    const session::Snapshot& now = session.snapshot();
    const session::Snapshot& before = session_.snapshot();
    painter_.take_flags(session_.cell_flags(), before.scene.extent, before.scene_version);
    difference_painter_.take_flags(session.cell_flags(), now.scene.extent, now.scene_version);
    follow_difference();
    if (seen_now_ == now.field_version && seen_before_ == before.field_version) return;
    seen_now_ = now.field_version;
    seen_before_ = before.field_version;
    session_.present(before_);
    ++presented_;
    display_.show(before_.frame());
    if (!words_.difference) return;
    session.present(now_);
    subtract();
  }

  /// Draws the copy, and the difference between the fields, into the panes of their mappings.
  void draw(const view::Colouring& now, const rooms::Panes& panes, core::Extent framebuffer,
            double pixels_per_unit) {
    const scene::Scene& scene = session_.snapshot().scene;
    colour::ColourScale scale = now.scale;
    if (!same_quantity_ && !before_.cells.empty()) {
      // Another quantity has its own colour range.
      const auto [least, most] = std::minmax_element(before_.cells.begin(), before_.cells.end());
      range_.follow(*least, *most, 0.0);
      scale = colour::resolve(scene::shown_colours(scene), scene::shown_quantity(scene),
                              range_.minimum(), range_.maximum());
      scale.legend = session::shown_legend(scene);
    }
    const std::array<std::uint64_t, 2> versions{presented_, session_.snapshot().scene_version};
    painter_.draw({display_, scale, now.outline, versions, now.smooth, now.relief}, panes.before,
                  framebuffer, pixels_per_unit);
    if (!words_.largest || !panes.shows_difference) return;
    const auto reach = static_cast<float>(words_.difference_range);
    words_.difference_map = &colour::difference_map(*now.scale.map);
    const colour::ColourScale even{
        .map = words_.difference_map, .bands = 0, .low = -reach, .high = reach};
    difference_painter_.draw(
        {difference_display_, even, now.outline, versions, now.smooth, now.relief},
        panes.difference, framebuffer, pixels_per_unit);
  }

  /// Samples the copy. Call after draw(). An OpenGL context must be current.
  void sample(const std::optional<view::SampleRequest>& request) {
    sampling_.read(same_quantity_ ? request : std::nullopt, session_, display_, painter_);
    words_.scene = &session_.snapshot().scene;
    words_.samples = same_quantity_ ? &sampling_.samples() : nullptr;
  }

  [[nodiscard]] const rooms::Comparison& words() const { return words_; }

 private:
  void find_words(const session::Snapshot& now) {
    const session::Snapshot& before = session_.snapshot();
    words_.snapshot = &before;
    const scene::Scene& a = before.scene;
    const scene::Scene& b = now.scene;
    words_.extent = a.extent;
    same_quantity_ =
        have_same_equation(a, b) && scene::shown_quantity(a).id == scene::shown_quantity(b).id;
    words_.is_comparable = same_quantity_ && a.extent == b.extent;
    FieldNames names = names_of_compared(before, now);
    words_.before = std::move(names.before);
    words_.now = std::move(names.now);
  }

  /// The colours of the difference have a range of their own, which shrinks slowly.
  void follow_difference() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> passed = now - std::exchange(followed_at_, now);
    if (!words_.largest) return;
    difference_range_.follow(0.0F, static_cast<float>(*words_.largest), passed.count());
    const float reach = difference_range_.maximum();
    words_.difference_range = reach > 0 ? static_cast<double>(reach) : 1.0;
  }

  void subtract() {
    words_.largest.reset();
    if (!words_.is_comparable) return;
    difference_.resize(now_.cells.size());
    float largest = 0.0F;
    for (std::size_t i = 0; i < difference_.size(); ++i) {
      difference_[i] = now_.cells[i] - before_.cells[i];
      largest = std::max(largest, std::abs(difference_[i]));
    }
    words_.largest = static_cast<double>(largest);
    follow_difference();
    difference_display_.show(difference_frame());
  }

  [[nodiscard]] field::HostFrame difference_frame() const {
    return {difference_.data(), static_cast<std::size_t>(now_.extent.width), now_.extent};
  }

  session::Session session_;
  view::FieldDisplay display_;
  view::FieldDisplay difference_display_;
  view::FieldPainter painter_;
  view::FieldPainter difference_painter_;
  session::HostPlane now_;
  session::HostPlane before_;
  std::vector<float> difference_;
  FieldSampling sampling_;
  view::SteadyRange range_;
  view::SteadyRange difference_range_;
  Clock::time_point followed_at_ = Clock::now();
  rooms::CommandSink edits_;
  rooms::Comparison words_;
  std::uint64_t presented_ = 0;  ///< number of calls of present()
  std::uint64_t seen_now_ = ~std::uint64_t{0};
  std::uint64_t seen_before_ = ~std::uint64_t{0};
  bool same_quantity_ = true;
};

/// The second quantity of the session's field, in colours of its own.
class SecondQuantity : core::NonCopyable {
 public:
  SecondQuantity() : plane_(display_.longest_side()) {}

  /// Computes the values, and lets an automatic range of colours follow them. An OpenGL context
  /// must be current. Precondition: the session's scene shows a second quantity.
  void present(session::Session& session, double frame_seconds) {
    const session::Snapshot& now = session.snapshot();
    if (std::exchange(scene_version_, now.scene_version) != now.scene_version) {
      const std::string before = scene::shown_quantity(words_.scene).id;
      words_.scene = scene_beside(now.scene);
      if (scene::shown_quantity(words_.scene).id != before) range_.forget();
    }
    if (std::exchange(epoch_, now.survey_epoch) != now.survey_epoch) range_.forget();
    painter_.take_flags(session.cell_flags(), now.scene.extent, now.scene_version);
    const std::array<std::uint64_t, 2> versions{now.field_version, now.scene_version};
    if (std::exchange(versions_, versions) != versions) {
      session.present(plane_, session::PresentedPlane::beside);
      display_.show(plane_.frame());
      find_exposed(session);
    }
    range_.follow(exposed_.minimum, exposed_.maximum, frame_seconds);
    words_.colours =
        colour::resolve(scene::shown_colours(words_.scene), scene::shown_quantity(words_.scene),
                        range_.minimum(), range_.maximum());
    words_.colours.legend = session::shown_legend(words_.scene);
  }

  void draw(const view::Colouring& first, const rooms::Panes& panes, core::Extent framebuffer,
            double pixels_per_unit) {
    painter_.draw({display_, words_.colours, first.outline, versions_, first.smooth, first.relief},
                  panes.before, framebuffer, pixels_per_unit);
  }

  void sample(const std::optional<view::SampleRequest>& request, session::Session& session) {
    sampling_.read(request, session, display_, painter_, session::PresentedPlane::beside);
    words_.samples = &sampling_.samples();
  }

  [[nodiscard]] const rooms::QuantityBeside& words() const { return words_; }

 private:
  /// Finds the extremes of the values, and the range in which most of them lie.
  void find_exposed(session::Session& session) {
    constexpr int kMost = 128;  // samples along a side
    const core::Extent extent = plane_.extent;
    const core::Extent most{std::min(extent.width, kMost), std::min(extent.height, kMost)};
    const core::Extent grid = session.snapshot().scene.extent;
    const auto flags = session.cell_flags();
    lines::Samples samples{.extent = most};
    for (int row = 0; row < most.height; ++row) {
      for (int column = 0; column < most.width; ++column) {
        const int x = column * extent.width / most.width;
        const int y = row * extent.height / most.height;
        samples.values.push_back(plane_.cells[core::whole(extent).index(x, y)]);
        const std::size_t cell =
            core::whole(grid).index(x * grid.width / extent.width, y * grid.height / extent.height);
        samples.walls.push_back((flags[cell] & field::kWall) != 0 ? 1 : 0);
      }
    }
    float least = std::numeric_limits<float>::infinity();
    float largest = -least;
    for (const float value : plane_.cells) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
    if (least > largest) least = largest = 0.0F;
    words_.survey = {.minimum = least, .maximum = largest};
    exposed_ = {least, largest};
    if (!follows_exposure(words_.scene)) return;
    exposed_ =
        view::exposed_range(samples, exposed_, scene::shown_quantity(words_.scene).is_signed);
  }

  view::FieldDisplay display_;
  view::FieldPainter painter_;
  session::HostPlane plane_;
  FieldSampling sampling_;
  view::SteadyRange range_;
  view::ValueRange exposed_;
  rooms::QuantityBeside words_;
  std::uint64_t scene_version_ = ~std::uint64_t{0};
  std::uint64_t epoch_ = ~std::uint64_t{0};
  std::array<std::uint64_t, 2> versions_{};
};

using session::PresentedPlane;

void FieldSampling::read(const std::optional<view::SampleRequest>& request,
                         session::Session& session, const view::FieldDisplay& display,
                         const view::FieldPainter& painter, PresentedPlane shown) {
  if (!request || request->area.empty()) {
    request_.reset();
    samples_ = {};
    return;
  }
  const session::Snapshot& snapshot = session.snapshot();
  const bool same_scene =
      std::exchange(scene_version_, snapshot.scene_version) == snapshot.scene_version;
  const bool same_field =
      std::exchange(field_version_, snapshot.field_version) == snapshot.field_version;
  const bool same_places = same_scene && request_ == request;
  if (same_places && same_field) return;
  request_ = request;
  if (!same_places) {
    samples_ = view::places_of(*request);
    view::find_walls(samples_, session.cell_flags(), snapshot.scene.extent);
  }
  samples_.version = ++readings_;
  samples_.before.clear();
  samples_.now.clear();
  samples_.right.clear();
  samples_.up.clear();
  if (request->vectors && !snapshot.scene.quantities.flow.empty()) {
    samples_.right = values(session, PresentedPlane::flow_right, display, painter);
    samples_.up = values(session, PresentedPlane::flow_up, display, painter);
  }
  if (request->before) {
    samples_.before = values(session, PresentedPlane::step_before, display, painter);
    if (!scene::shows_component(snapshot.scene)) {
      samples_.now = values(session, PresentedPlane::now, display, painter);
    }
  }
  samples_.values = values(session, shown, display, painter);
}

std::vector<float> FieldSampling::values(session::Session& session, PresentedPlane plane,
                                         const view::FieldDisplay& display,
                                         const view::FieldPainter& painter) {
  if (display.is_by_interop()) return values_on_device(session, plane, display, painter);
  view::HostSampler sampler(painter.cell_marks(), painter.thinned(), display.longest_side(),
                            samples_);
  session.present(sampler, plane);
  return sampler.take();
}

/// Reads the samples on the device. All planes but the shown one are presented for it separately.
std::vector<float> FieldSampling::values_on_device(session::Session& session, PresentedPlane plane,
                                                   const view::FieldDisplay& display,
                                                   const view::FieldPainter& painter) {
  if (!sampler_) sampler_.emplace();
  if (plane == PresentedPlane::shown) {
    return sampler_->read(display, painter.marks(), painter.thinned(), samples_);
  }
  if (!display_before_) display_before_ = std::make_unique<view::FieldDisplay>();
  session.present(*display_before_, plane);
  if (display_before_->take_missed()) session.present(*display_before_, plane);
  return sampler_->read(*display_before_, painter.marks(), painter.thinned(), samples_);
}

FieldView::FieldView(const ShellContext& shell, session::SessionOptions options)
    : shell_(shell),
      options_(std::move(options)),
      status_{.smooth_cells = shell.start.look.smooth_cells},
      // Several samples take software OpenGL several times as long.
      surface_painter_(is_software_opengl() ? 1 : 4) {}

FieldView::~FieldView() = default;

void FieldView::handle(const session::CompareFields& command) {
  if (command.on == (compared_ != nullptr)) return;
  compared_ = command.on ? std::make_unique<ComparedField>(shell_.session, options_) : nullptr;
  if (compared_ != nullptr) compared_->show(comparison_);
}

void FieldView::handle(const session::ShowComparison& command) {
  comparison_ = command;
  comparison_.divided_at = std::clamp(command.divided_at, 0.0, 1.0);
  if (compared_ != nullptr) compared_->show(comparison_);
}

void FieldView::handle(const session::FitColours& /*command*/) { range_.forget(); }

void FieldView::follow(bool shows_field, double seconds) {
  if (compared_ == nullptr) return;
  constexpr double kCatchUp = 0.03;  // seconds of a frame
  try {
    compared_->follow(shell_.session.snapshot(), std::max(kCatchUp, seconds));
    if (shows_field) compared_->present(shell_.session);
  } catch (const core::Error& error) {
    compared_.reset();
    shell_.tell_why(error);
  }
}

const rooms::Comparison* FieldView::comparison() const {
  return compared_ == nullptr ? nullptr : &compared_->words();
}

const rooms::QuantityBeside* FieldView::beside() const {
  return beside_ == nullptr ? nullptr : &beside_->words();
}

bool FieldView::lacks_steps() const {
  return compared_ != nullptr && compared_->lacks_steps(shell_.session.snapshot());
}

void FieldView::update(const rooms::Room& room, double frame_seconds) {
  if (room.field() != nullptr) present();
  sampling_.read(room.samples_wanted(), shell_.session, display_, painter_);
  if (compared_ != nullptr && room.panes() != nullptr) compared_->sample(room.panes()->request);
  present_beside(room, frame_seconds);
  follow_range(frame_seconds);
  if (room.field() != nullptr && !shell_.now.present.holds_picture) follow_relief(room);
}

void FieldView::present() {
  session::Session& session = shell_.session;
  const session::Snapshot& now = session.snapshot();
  if (std::exchange(presented_version_, now.field_version) != now.field_version) {
    session.present(display_);
    // If interop fails, the field is uploaded instead.
    if (display_.take_missed()) session.present(display_);
  }
  painter_.take_flags(session.cell_flags(), now.scene.extent, now.scene_version);
}

/// Fields that are compared show one quantity.
void FieldView::present_beside(const rooms::Room& room, double frame_seconds) {
  session::Session& session = shell_.session;
  if (compared_ != nullptr || !scene::shows_beside(session.snapshot().scene)) {
    beside_.reset();
    return;
  }
  if (beside_ == nullptr) beside_ = std::make_unique<SecondQuantity>();
  if (room.field() == nullptr) return;
  beside_->present(session, frame_seconds);
  if (room.panes() != nullptr) beside_->sample(room.panes()->request, session);
}

void FieldView::follow_range(double frame_seconds) {
  const session::Snapshot& now = shell_.session.snapshot();
  const scene::Scene& scene = now.scene;
  const field::Survey& survey = now.report.survey;
  const std::string ranged =
      std::to_string(now.survey_epoch) + '/' + scene::shown_quantity(scene).id;
  if (std::exchange(range_key_, ranged) != ranged) range_.forget();
  if (now.surveyed && survey.finite) {
    const view::ValueRange range = exposed();
    range_.follow(range.minimum, range.maximum, frame_seconds);
  }
  colours_ = colour::resolve(scene::shown_colours(scene), scene::shown_quantity(scene),
                             range_.minimum(), range_.maximum());
  colours_.legend = session::shown_legend(scene);
}

view::ValueRange FieldView::exposed() {
  // Few samples show how bright most of the field is. Reading them from a GPU waits for its frame.
  constexpr core::Extent kMost{128, 96};
  constexpr double kInterval = 0.1;  // seconds
  const session::Snapshot& now = shell_.session.snapshot();
  const field::ComponentSurvey seen = session::shown_survey(now);
  view::ValueRange all{seen.minimum, seen.maximum};
  if (now.line != nullptr) {
    // The curves show every cell, and the picture below them the past.
    const auto kept = session::extremes_of(*now.line, now.scene);
    if (kept) all = {kept->minimum, kept->maximum};
    return all;
  }
  if (!follows_exposure(now.scene)) return all;
  const double time = ImGui::GetTime();
  if (!range_.is_known() || time - exposed_at_ >= kInterval) {
    exposed_at_ = time;
    exposure_.read(view::SampleRequest{.area = core::whole(now.scene.extent), .most = kMost},
                   shell_.session, display_, painter_);
  }
  return view::exposed_range(exposure_.samples(), all, scene::shown_quantity(now.scene).is_signed);
}

void FieldView::follow_relief(const rooms::Room& room) {
  if (room.surface() == nullptr) {
    relief_ = {};
    relief_key_.reset();
    return;
  }
  const lines::Samples& samples = sampling_.samples();
  const ReliefKey key{samples.version, colours_.low, colours_.high};
  if (std::exchange(relief_key_, key) == key) return;
  relief_ = view::relief_of(samples, colours_, shell_.session.snapshot().scene.extent);
}

view::Colouring FieldView::colouring() {
  return {.display = display_,
          .scale = colours_,
          .outline = ui::theme_of(shell_.now.interface.dark).outline,
          .versions = {presented_version_, shell_.session.snapshot().scene_version},
          .smooth = status_.smooth_cells,
          .relief = scene::layers_of(shell_.session.snapshot().scene).relief};
}

void FieldView::draw(const rooms::Room& room, const FieldPlace& place) {
  const bool paints = room.field() != nullptr && !room.plots_field();
  if (!paints || shell_.now.present.holds_picture) return;
  view::Colouring colouring = this->colouring();
  if (compared_ != nullptr && room.panes() != nullptr) {
    compared_->draw(colouring, *room.panes(), place.framebuffer, place.pixels_per_unit);
  } else if (beside_ != nullptr && room.panes() != nullptr) {
    beside_->draw(colouring, *room.panes(), place.framebuffer, place.pixels_per_unit);
  }
  const view::SurfaceCamera* camera = room.surface();
  if (camera == nullptr) {
    painter_.draw(colouring, *room.field(), place.framebuffer, place.pixels_per_unit);
  } else {
    colouring.relief = false;  // the surface has light of its own
    surface_painter_.draw(painter_, colouring, relief_, *camera, place.framebuffer,
                          place.pixels_per_unit);
  }
}

}  // namespace heatwave::shell
