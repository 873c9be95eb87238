// Compares each time of a variant with one thread of the CPU and with all of them.
#include "app/words/speed_words.h"

#include <utility>

#include "app/words/numbers.h"
#include "kernels/lab/measurement.h"

namespace heatwave::words {

std::string all_threads(const lab::Device& cpu) {
  if (cpu.threads == 2) return "both CPU threads";
  return cpu.threads > 2 ? "all " + std::to_string(cpu.threads) + " CPU threads"
                         : "all CPU threads";
}

namespace {

constexpr const char* kOneThread = "one CPU thread";
constexpr const char* kPageable = "pageable memory";

/// Compares one of the times of m with the baselines other than m itself.
Speed speed_of(const lab::Report& report, const lab::Measurement& m, double ms) {
  if (!m.ranked()) return {};
  const lab::Baselines baselines = lab::baselines_of(report, m);
  const auto beside = [&](const lab::Measurement* baseline) {
    return baseline == &m ? 0.0 : lab::times_as_fast(baseline, ms);
  };
  return {.as_one_thread = beside(baselines.one_thread),
          .as_all_threads = beside(baselines.all_threads)};
}

}  // namespace

Reference reference_of(const lab::Report& report, const lab::Measurement& measurement) {
  const lab::Baselines baselines = lab::baselines_of(report, measurement);
  if (baselines.reference() == nullptr) return {};
  if (baselines.all_threads == nullptr) return {baselines.one_thread, kOneThread, "1 CPU thread"};
  const lab::Device& cpu = report.machine.cpu;
  return {baselines.all_threads, all_threads(cpu),
          cpu.threads > 0 ? std::to_string(cpu.threads) + " CPU threads" : all_threads(cpu)};
}

double Reference::times_as_fast(const lab::Measurement& variant) const {
  return is(variant) ? 0.0 : lab::times_as_fast(measurement, variant.time.median);
}

std::string Reference::in_short_beside(const lab::Measurement& variant) const {
  return is(variant) ? kReference : faster_or_slower(times_as_fast(variant));
}

std::string Reference::in_words_beside(const lab::Measurement& variant) const {
  return is(variant) ? std::string("the ") + kReference + ": " + name
                     : faster_or_slower(times_as_fast(variant), name);
}

Speed kernel_speed(const lab::Report& report, const lab::Measurement& m) {
  Speed speed = speed_of(report, m, m.time.median);
  if (m.processor == lab::Processor::gpu) speed.timed = "kernel alone";
  return speed;
}

std::vector<Speed> speeds_of(const lab::Report& report, const lab::Measurement& m) {
  std::vector<Speed> speeds;
  const auto add = [&speeds](Speed speed) {
    if (speed.as_one_thread > 0 || speed.as_all_threads > 0) speeds.push_back(std::move(speed));
  };
  const auto add_copies = [&](const std::string& memory, double ms) {
    Speed speed = speed_of(report, m, ms);
    speed.timed = std::string(kKernelAndCopies) + " from " + memory;
    speed.memory = memory;
    add(std::move(speed));
  };
  add(kernel_speed(report, m));
  add_copies(kPageable, m.with_copies_ms);
  add_copies("pinned memory", m.with_pinned_copies_ms);
  return speeds;
}

std::string beside_cpu(const Speed& speed, const lab::Device& cpu) {
  const std::string one = faster_or_slower(speed.as_one_thread, kOneThread);
  const std::string all = faster_or_slower(speed.as_all_threads, all_threads(cpu));
  return one.empty() || all.empty() ? one + all : all + ", " + one;
}

std::string in_words(const Speed& speed, const lab::Device& cpu) {
  return (speed.timed.empty() ? "" : speed.timed + " ") + beside_cpu(speed, cpu);
}

std::string kernel_in_short(const std::vector<Speed>& speeds, const lab::Device& cpu) {
  for (Speed speed : speeds) {
    if (!speed.memory.empty()) continue;
    if (speed.as_all_threads > 0) speed.as_one_thread = 0.0;
    return in_words(speed, cpu);
  }
  return "";
}

namespace {

/// Puts the speeds of the times with copies into words. `name_of_second` names the
/// memory of the second time.
std::string copies_words(const std::vector<Speed>& speeds, const lab::Device& cpu,
                         const auto& name_of_second) {
  std::string text;
  for (const Speed& speed : speeds) {
    if (speed.memory.empty()) continue;
    const bool beside_all = speed.as_all_threads > 0;
    const double times = beside_all ? speed.as_all_threads : speed.as_one_thread;
    if (text.empty()) {
      const bool is_pageable = speed.memory == kPageable;
      text = "with the copies " + (is_pageable ? "" : "from " + speed.memory + " ") + "it is " +
             faster_or_slower(times, beside_all ? all_threads(cpu) : kOneThread);
    } else {
      text += ", " + name_of_second(speed.memory) + " " + faster_or_slower(times);
    }
  }
  return text;
}

}  // namespace

std::string copies_in_short(const std::vector<Speed>& speeds, const lab::Device& cpu) {
  return copies_words(speeds, cpu, [](const std::string& memory) { return "from " + memory; });
}

std::string copies_in_brief(const std::vector<Speed>& speeds, const lab::Device& cpu) {
  return copies_words(speeds, cpu, [](const std::string& memory) {
    return memory.substr(0, memory.find(' '));  // the first word: "pinned"
  });
}

}  // namespace heatwave::words
