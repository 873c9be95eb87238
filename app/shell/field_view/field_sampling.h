// A session's field at a few places, read again where it or the places have changed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/session/session.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/field_sampler.h"
#include "app/view/sample_wish.h"

namespace heatwave::shell {

class FieldSampling {
 public:
  /// `display` shows the session's field, and `painter` has its flags. Nothing is read where
  /// nothing is wanted. An OpenGL context must be current.
  void read(const std::optional<view::SampleWish>& wish, session::Session& session,
            const view::FieldDisplay& display, const view::FieldPainter& painter);
  [[nodiscard]] const lines::Samples& samples() const { return samples_; }

 private:
  std::vector<float> values(session::Session& session, session::PresentedPlane plane,
                            const view::FieldDisplay& display, const view::FieldPainter& painter);
  std::vector<float> values_on_device(session::Session& session, session::PresentedPlane plane,
                                      const view::FieldDisplay& display,
                                      const view::FieldPainter& painter);

  std::optional<view::FieldSampler> sampler_;           ///< none: nobody has asked
  std::unique_ptr<view::FieldDisplay> display_before_;  ///< a step before; null: nobody has asked
  std::optional<view::SampleWish> wish_;
  std::uint64_t field_version_ = 0;
  std::uint64_t scene_version_ = 0;
  std::uint64_t readings_ = 0;
  lines::Samples samples_;
};

}  // namespace heatwave::shell
