// Copies the session into a second one, which follows the steps of the first.
#include "app/shell/field_view/compared_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/scene/views/catalogue.h"
#include "app/session/field/unit_figures.h"
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
  options.names_gpu = false;
  options.most_undo_bytes = 0;  // the copy has no undo
  options.most_minute_bytes = 0;
  session::Session session(now.scene, options);
  session.submit(session::PutBack{now.scene, now.newest_item, other.state()});
  session.run(0);
  return session;
}

void add(std::string& words, const std::string& more) {
  words += (words.empty() ? "" : ", ") + more;
}

std::string titled(const scene::Scene& scene) {
  const std::string title = scene.title.empty() ? scene.name : scene.title;
  return field::find_equation(scene.equation).title + ": " + title;
}

}  // namespace

ComparedField::ComparedField(session::Session& session, session::SessionOptions options)
    : session_(begun_like(session, std::move(options))),
      now_(display_.longest_side()),
      before_(display_.longest_side()) {
  find_words(session.snapshot());
}

void ComparedField::Values::show(const field::HostFrame& frame) {
  extent = frame.extent;
  cells.resize(static_cast<std::size_t>(extent.cells()));
  for (int y = 0; y < extent.height; ++y) {
    const float* row = frame.cells + static_cast<std::size_t>(y) * frame.stride;
    std::copy_n(row, extent.width,
                cells.begin() + static_cast<std::ptrdiff_t>(core::whole(extent).index(0, y)));
  }
}

bool ComparedField::lacks_steps(const session::Snapshot& now) const {
  return session_.snapshot().step != now.step;
}

void ComparedField::follow(const session::Snapshot& now, double seconds) {
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

void ComparedField::find_words(const session::Snapshot& now) {
  const session::Snapshot& before = session_.snapshot();
  const scene::Scene& a = before.scene;
  const scene::Scene& b = now.scene;
  words_.extent = a.extent;
  words_.before.clear();
  words_.now.clear();
  same_quantity_ =
      a.equation == b.equation && scene::shown_quantity(a).id == scene::shown_quantity(b).id;
  if (a.name != b.name || a.equation != b.equation) {
    add(words_.before, titled(a));
    add(words_.now, titled(b));
  } else {
    const field::EquationInfo& equation = field::find_equation(a.equation);
    for (std::size_t i = 0; i < equation.parameters.size(); ++i) {
      if (a.parameters[i] == b.parameters[i]) continue;
      const std::string& title = equation.parameters[i].title;
      add(words_.before, fmt::format("{} {:.4g}", title, a.parameters[i]));
      add(words_.now, fmt::format("{} {:.4g}", title, b.parameters[i]));
    }
  }
  if (before.backend.backend != now.backend.backend) {
    add(words_.before, before.backend.device);
    add(words_.now, now.backend.device);
  }
  if (words_.before.empty()) {
    words_.before = "before";
    words_.now = "now";
  }
  if (before.step != now.step) add(words_.before, fmt::format("step {}", before.step));
}

void ComparedField::present(session::Session& session) {
  const session::Snapshot& now = session.snapshot();
  const session::Snapshot& before = session_.snapshot();
  painter_.take_flags(session_.cell_flags(), before.scene.extent, before.scene_version);
  difference_painter_.take_flags(session.cell_flags(), now.scene.extent, now.scene_version);
  if (seen_now_ == now.field_version && seen_before_ == before.field_version) return;
  seen_now_ = now.field_version;
  seen_before_ = before.field_version;
  session_.present(before_);
  ++presented_;
  display_.show(before_.frame());
  session.present(now_);
  subtract();
}

void ComparedField::sample(const std::optional<view::SampleRequest>& request) {
  sampling_.read(same_quantity_ ? request : std::nullopt, session_, display_, painter_);
  words_.scene = &session_.snapshot().scene;
  words_.samples = same_quantity_ ? &sampling_.samples() : nullptr;
}

void ComparedField::subtract() {
  words_.largest.reset();
  if (!same_quantity_ || now_.extent != before_.extent) return;
  difference_.resize(now_.cells.size());
  float largest = 0.0F;
  for (std::size_t i = 0; i < difference_.size(); ++i) {
    difference_[i] = now_.cells[i] - before_.cells[i];
    largest = std::max(largest, std::abs(difference_[i]));
  }
  words_.largest = static_cast<double>(largest);
  difference_display_.show(difference_frame());
}

field::HostFrame ComparedField::difference_frame() const {
  return {difference_.data(), static_cast<std::size_t>(now_.extent.width), now_.extent};
}

void ComparedField::draw(const view::Colouring& now, const rooms::Panes& panes,
                         core::Extent framebuffer, double pixels_per_unit) {
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
  painter_.draw({display_, scale, now.outline, versions}, panes.before, framebuffer,
                pixels_per_unit);
  if (!words_.largest) return;
  const auto reach = static_cast<float>(*words_.largest > 0 ? *words_.largest : 1.0);
  const colour::ColourScale even{
      .map = &colour::find_colour_map("coolwarm"), .bands = 0, .low = -reach, .high = reach};
  difference_painter_.draw({difference_display_, even, now.outline, versions}, panes.difference,
                           framebuffer, pixels_per_unit);
}

}  // namespace heatwave::shell
