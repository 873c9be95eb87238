// Names of the enums of kernels/ as files and command lines write them, one table each.
#pragma once

#include <array>

#include "kernels/core/names.h"
#include "kernels/field/cells.h"
#include "kernels/field/report.h"
#include "kernels/field/stepping.h"
#include "kernels/lab/measurement.h"
#include "kernels/stage/schedule.h"

namespace heatwave::field {

inline auto names_of(Backend /*kind*/) {
  return std::to_array<core::Name<Backend>>({{Backend::automatic, name_of(Backend::automatic)},
                                             {Backend::cpu, name_of(Backend::cpu)},
                                             {Backend::cuda, name_of(Backend::cuda)}});
}

/// "insulated" is what a reflecting edge is for heat.
constexpr auto names_of(EdgeKind /*kind*/) {
  return std::to_array<core::Name<EdgeKind>>({{EdgeKind::held, "held"},
                                              {EdgeKind::reflecting, "reflecting"},
                                              {EdgeKind::reflecting, "insulated"},
                                              {EdgeKind::periodic, "periodic"},
                                              {EdgeKind::absorbing, "absorbing"}});
}

constexpr auto names_of(Tiles /*kind*/) {
  return std::to_array<core::Name<Tiles>>({{Tiles::small, name_of(Tiles::small)},
                                           {Tiles::large, name_of(Tiles::large)},
                                           {Tiles::strips, name_of(Tiles::strips)}});
}

}  // namespace heatwave::field

namespace heatwave::lab {

constexpr auto names_of(Processor /*kind*/) {
  return std::to_array<core::Name<Processor>>({{Processor::cpu, "cpu"}, {Processor::gpu, "gpu"}});
}

/// Unlike the words that people are shown, these never change.
constexpr auto names_of(Status /*kind*/) {
  return std::to_array<core::Name<Status>>({{Status::measured, "measured"},
                                            {Status::wrong, "wrong"},
                                            {Status::needs_gpu, "needs_gpu"},
                                            {Status::unavailable, "unavailable"},
                                            {Status::left_out, "left_out"},
                                            {Status::failed, "failed"},
                                            {Status::cancelled, "cancelled"}});
}

}  // namespace heatwave::lab

namespace heatwave::stage {

constexpr auto names_of(Schedule::Kind /*kind*/) {
  using Kind = Schedule::Kind;
  return std::to_array<core::Name<Kind>>({{Kind::lockstep, "lockstep"},
                                          {Kind::independent, "independent"},
                                          {Kind::random, "random"},
                                          {Kind::chosen, "chosen"}});
}

}  // namespace heatwave::stage
