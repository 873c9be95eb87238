// The fields of what commands carry that is declared in kernels/, which knows no files.
#pragma once

#include "app/json/described_fields.h"
#include "app/words/kernel_names.h"
#include "kernels/field/cells.h"
#include "kernels/field/field_state.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/stage/lesson.h"

namespace heatwave::field {

void fields_of(json::Is<Edges> auto& self, auto&& visit) {
  visit("left", self.left);
  visit("right", self.right);
  visit("top", self.top);
  visit("bottom", self.bottom);
  visit.optional("value", self.value);
}

void fields_of(json::Is<FieldState> auto& self, auto&& visit) {
  visit("size", self.extent);
  visit("step", self.step);
  visit("planes", self.planes);
  visit("rim", self.rim);
}

}  // namespace heatwave::field

namespace heatwave::lab {

void fields_of(json::Is<Settings> auto& self, auto&& visit) {
  visit.optional("values", self.values);
  visit.optional("seed", self.seed);
}

void fields_of(json::Is<Sweep> auto& self, auto&& visit) {
  visit.optional("parameter", self.parameter);
  visit.optional("values", self.values);
}

void fields_of(json::Is<Request> auto& self, auto&& visit) {
  visit("experiment", self.experiment);
  visit.optional("variants", self.variants);
  visit.optional("settings", self.settings);
  visit.optional("repeats", self.repeats);
  visit.optional("seconds", self.seconds);
  visit.optional("longest_sample", self.longest_sample);
  visit.optional("sweep", self.sweep);
}

}  // namespace heatwave::lab

namespace heatwave::stage {

void fields_of(json::Is<Schedule> auto& self, auto&& visit) {
  visit("kind", self.kind);
  visit.optional("seed", self.seed);
  visit.optional("choices", self.choices);
}

void fields_of(json::Is<PlaySettings> auto& self, auto&& visit) {
  visit.optional("version", self.version);
  visit.optional("inputs", self.inputs);
  visit.optional("schedule", self.schedule);
  visit.optional("warp", self.warp);
  visit.optional("text", self.text);
}

}  // namespace heatwave::stage
