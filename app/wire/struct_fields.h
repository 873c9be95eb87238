// The fields of the values that commands are made of, by the same visitor as the commands' own.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "app/scene/views/catalogue.h"
#include "app/session/command.h"
#include "app/session/sights.h"

namespace heatwave::wire {

template <typename Self, typename Struct>
concept Is = std::same_as<std::remove_const_t<Self>, Struct>;

// Enumerators, in their order.
constexpr auto words_of(field::Backend /*kind*/) {
  return std::array<std::string_view, 3>{"auto", "cpu", "cuda"};
}
constexpr auto words_of(field::EdgeKind /*kind*/) {
  return std::array<std::string_view, 4>{"held", "reflecting", "periodic", "absorbing"};
}
constexpr auto words_of(session::TableFormat /*kind*/) {
  return std::array<std::string_view, 3>{"csv", "json", "markdown"};
}
constexpr auto words_of(scene::MeasureTable /*kind*/) {
  return std::array<std::string_view, 4>{"probes", "profile", "spectrum", "totals"};
}
inline auto words_of(scene::ViewKind /*kind*/) { return scene::view_ids(); }
constexpr auto words_of(session::LectureEdit /*kind*/) {
  return std::array<std::string_view, 8>{"begin",   "add",   "renew",  "record",
                                         "earlier", "later", "remove", "save"};
}
constexpr auto words_of(session::TourMove /*kind*/) {
  return std::array<std::string_view, 3>{"begin", "skip", "end"};
}
constexpr auto words_of(scene::LineKind /*kind*/) {
  return std::array<std::string_view, 2>{"profile", "tape"};
}
constexpr auto words_of(stage::Schedule::Kind /*kind*/) {
  return std::array<std::string_view, 4>{"lockstep", "independent", "random", "chosen"};
}
constexpr auto words_of(session::Place /*kind*/) {
  return std::array<std::string_view, 3>{"fields", "lab", "stage"};
}
constexpr auto words_of(session::LabChart /*kind*/) {
  return std::array<std::string_view, 5>{"bars", "sweep", "roofline", "utilisation", "outcome"};
}
constexpr auto words_of(session::LabDetail /*kind*/) {
  return std::array<std::string_view, 4>{"table", "source", "comparison", "profile"};
}
constexpr auto words_of(session::LabTableColumn /*kind*/) {
  return std::array<std::string_view, 2>{"time", "result"};
}

void fields_of(Is<scene::Stroke> auto& self, auto&& visit) {
  visit("points", self.points);
  visit("radius", self.radius);
}

void fields_of(Is<colour::ColourChoice> auto& self, auto&& visit) {
  visit.optional("colormap", self.colormap);
  visit.optional("bands", self.bands);
  visit.optional("automatic", self.automatic);
  visit.optional("low", self.low);
  visit.optional("high", self.high);
  visit.optional("positive", self.positive);
}

void fields_of(Is<exporting::PictureParts> auto& self, auto&& visit) {
  visit.optional("bar", self.bar);
  visit.optional("outlines", self.outlines);
  visit.optional("title", self.title);
}

void fields_of(Is<scene::Viewpoint> auto& self, auto&& visit) {
  visit.optional("magnified", self.magnified);
  visit.optional("centre", self.centre);
  visit.optional("turned", self.turned);
  visit.optional("tilted", self.tilted);
  visit.optional("zoomed", self.zoomed);
  visit.optional("moved", self.moved);
}

void fields_of(Is<field::Edges> auto& self, auto&& visit) {
  visit("left", self.left);
  visit("right", self.right);
  visit("top", self.top);
  visit("bottom", self.bottom);
  visit.optional("value", self.value);
}

void fields_of(Is<scene::Units> auto& self, auto&& visit) {
  visit("cell", self.cell);
  visit("rate", self.rate);
  visit.optional("zero", self.zero);
  visit.optional("one", self.one);
}

void fields_of(Is<field::FieldState> auto& self, auto&& visit) {
  visit("size", self.extent);
  visit("step", self.step);
  visit("planes", self.planes);
  visit("rim", self.rim);
}

void fields_of(Is<lab::Settings> auto& self, auto&& visit) {
  visit.optional("values", self.values);
  visit.optional("seed", self.seed);
}

void fields_of(Is<session::LabSight> auto& self, auto&& visit) {
  visit.optional("experiment", self.experiment);
  visit.optional("variant", self.variant);
  visit.optional("settings", self.settings);
  visit.optional("chart", self.chart);
  visit.optional("detail", self.detail);
  visit.optional("column", self.column);
}

void fields_of(Is<session::StageSight> auto& self, auto&& visit) {
  visit.optional("lesson", self.lesson);
  visit.optional("settings", self.settings);
  visit.optional("step", self.step);
}

void fields_of(Is<session::Sight> auto& self, auto&& visit) {
  visit("room", self.place);
  visit.optional("lab", self.lab);
  visit.optional("stage", self.stage);
}

void fields_of(Is<lab::Sweep> auto& self, auto&& visit) {
  visit.optional("parameter", self.parameter);
  visit.optional("values", self.values);
}

void fields_of(Is<lab::Request> auto& self, auto&& visit) {
  visit("experiment", self.experiment);
  visit.optional("variants", self.variants);
  visit.optional("settings", self.settings);
  visit.optional("repeats", self.repeats);
  visit.optional("seconds", self.seconds);
  visit.optional("longest_sample", self.longest_sample);
  visit.optional("sweep", self.sweep);
}

void fields_of(Is<stage::Schedule> auto& self, auto&& visit) {
  visit("kind", self.kind);
  visit.optional("seed", self.seed);
  visit.optional("choices", self.choices);
}

void fields_of(Is<stage::PlaySettings> auto& self, auto&& visit) {
  visit.optional("version", self.version);
  visit.optional("inputs", self.inputs);
  visit.optional("schedule", self.schedule);
  visit.optional("warp", self.warp);
}

}  // namespace heatwave::wire
