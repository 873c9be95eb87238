// Samples of a session's field at a few cells, read again when the field or the cells change.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/session/session.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/field_sampler.h"
#include "app/view/sample_request.h"

namespace heatwave::shell {

class FieldSampling {
 public:
  /// Reads the samples of `request`; none: nothing is read. `display` must show the session's field
  /// and `painter` must have its flags. An OpenGL context must be current.
  void read(const std::optional<view::SampleRequest>& request, session::Session& session,
            const view::FieldDisplay& display, const view::FieldPainter& painter);
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

}  // namespace heatwave::shell
