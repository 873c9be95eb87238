// Says what happened, and fits it in.
#include "app/rooms/stage/moment_words.h"

#include <algorithm>

#include "app/rooms/stage/play_rules.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {

const stage::Fault* fault_of(const stage::Trace& trace, int step) {
  const int last = last_step(trace);
  for (const stage::Fault& fault : trace.faults) {
    if (std::clamp(fault.step + 1, 0, last) == step && step > 0) return &fault;
  }
  return nullptr;
}

std::string what_happened(const StageView& context, const StageMoment& moment) {
  if (moment.step > 0) return stage::words::sentence(moment.trace, moment.step - 1);
  if (context.is_for_picture) return "Nothing has happened yet.";
  return "Nothing has happened yet. Press " + context.keys_of("play_pause") + " to play, or '" +
         context.keys_of("step") + "' for one step.";
}

float draw_fitting(ImFont* font, float size, const Column& column, ImVec4 ink,
                   const std::string& text) {
  const auto high = [&](float s) {
    return font->CalcTextSizeA(s, 1e6F, column.width, text.c_str()).y;
  };
  float fitting = size;
  while (high(fitting) > column.height && fitting > size * 0.6F) fitting *= 0.95F;
  ImGui::GetWindowDrawList()->AddText(font, fitting, column.at, ui::packed(ink), text.c_str(),
                                      nullptr, column.width);
  return high(fitting);
}

void draw_sentences(StageView& context, const StageMoment& moment, const Column& column) {
  const stage::Fault* fault = fault_of(moment.trace, moment.step);
  const ui::FontSet& fonts = context.fonts;
  const float between = 2 * context.unit;
  Column above = column;
  if (fault != nullptr) above.height /= 2;
  const float used = draw_fitting(fonts.strong, fonts.large_size, above, context.theme.text,
                                  what_happened(context, moment));
  if (fault == nullptr) return;
  const Column below{
      {column.at.x, column.at.y + used + between}, column.width, column.height - used - between};
  draw_fitting(fonts.strong, fonts.large_size * 0.9F, below, context.theme.error, fault->text);
}

}  // namespace heatwave::stage_room
