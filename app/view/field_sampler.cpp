// Renders the samples into a small texture and reads it back.
#include "app/view/field_sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heatwave::view {

FieldSampler::FieldSampler() : program_("shaders/triangle.vert", "shaders/sample.frag") {
  program_.use();
  glUniform1i(program_.uniform("field"), 0);
  glUniform1i(program_.uniform("marks"), 1);
}

std::vector<float> FieldSampler::read(const FieldDisplay& display, GLuint marks, int thinned,
                                      const lines::Samples& places) {
  if (extent_ != places.extent) {
    extent_ = places.extent;
    bind_texture(0, values_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, extent_.width, extent_.height, 0, GL_RED, GL_FLOAT,
                 nullptr);
    use_nearest();
  }
  const BoundFramebuffer bound(target_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, values_.name(), 0);
  glViewport(0, 0, extent_.width, extent_.height);
  program_.use();
  glUniform2f(program_.uniform("first"), static_cast<float>(places.first.x),
              static_cast<float>(places.first.y));
  glUniform2f(program_.uniform("spacing"), static_cast<float>(places.spacing.x),
              static_cast<float>(places.spacing.y));
  glUniform1i(program_.uniform("thinned"), thinned);
  bind_texture(0, display.texture());
  bind_texture(1, marks);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(no_vertices_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  std::vector<float> values(static_cast<std::size_t>(extent_.cells()));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, extent_.width, extent_.height, GL_RED, GL_FLOAT, values.data());
  glActiveTexture(GL_TEXTURE0);
  return values;
}

std::vector<HostSampler::Pair> HostSampler::pairs_along(double first, double spacing, int places,
                                                        int thinned, int cells) {
  std::vector<Pair> pairs(static_cast<std::size_t>(places));
  for (int i = 0; i < places; ++i) {
    const double at = (first + spacing * i - 0.5) / thinned;
    const double before = std::floor(at);
    const auto cell = [cells](double where) {
      return static_cast<int>(std::clamp(where, 0.0, cells - 1.0));
    };
    pairs[static_cast<std::size_t>(i)] = {cell(before), cell(before + 1),
                                          static_cast<float>(at - before)};
  }
  return pairs;
}

void HostSampler::read_row(const field::HostFrame& frame, const Pair& y,
                           const std::vector<Pair>& across, float* value) const {
  const bool has_walls = marks_.has_walls() && marks_.shown() == frame.extent;
  const float* north = frame.cells + static_cast<std::size_t>(y.first) * frame.stride;
  const float* south = frame.cells + static_cast<std::size_t>(y.second) * frame.stride;
  for (const Pair& x : across) {
    const std::array<float, 4> cells{north[x.first], north[x.second], south[x.first],
                                     south[x.second]};
    std::array<float, 4> weights{(1 - x.part) * (1 - y.part), x.part * (1 - y.part),
                                 (1 - x.part) * y.part, x.part * y.part};
    float all = 1.0F;
    if (has_walls) {
      const auto is_wall = [&](int column, int row) {
        return (*marks_.at(column, row) & kMarkWall) != 0;
      };
      if (is_wall(x.first, y.first)) weights[0] = 0.0F;
      if (is_wall(x.second, y.first)) weights[1] = 0.0F;
      if (is_wall(x.first, y.second)) weights[2] = 0.0F;
      if (is_wall(x.second, y.second)) weights[3] = 0.0F;
      all = weights[0] + weights[1] + weights[2] + weights[3];
    }
    float sum = 0.0F;
    for (std::size_t i = 0; i < 4; ++i) {
      // A cell of weight 0 may hold NaN.
      if (weights[i] > 0) sum += weights[i] * cells[i];
    }
    *value++ = all > 0 ? sum / all : (y.nearest() == y.first ? north : south)[x.nearest()];
  }
}

void HostSampler::show(const field::HostFrame& frame) {
  const int height = places_.extent.height;
  const std::vector<Pair> across = pairs_along(places_.first.x, places_.spacing.x,
                                               places_.extent.width, thinned_, frame.extent.width);
  const std::vector<Pair> down =
      pairs_along(places_.first.y, places_.spacing.y, height, thinned_, frame.extent.height);
  values_.resize(static_cast<std::size_t>(places_.extent.cells()));
  for (int y = 0; y < height; ++y) {
    read_row(frame, down[static_cast<std::size_t>(y)], across, &values_[places_.index(0, y)]);
  }
}

std::vector<float> HostSampler::take() {
  values_.resize(static_cast<std::size_t>(places_.extent.cells()));
  return std::exchange(values_, {});
}

}  // namespace heatwave::view
