// Sessions that measure, and requests small enough for tests.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

inline lab::Request small_reverse(std::vector<std::string> variants = {}) {
  lab::Request request{.experiment = "reverse", .variants = std::move(variants)};
  request.settings = lab::initial_settings(lab::find_experiment("reverse"));
  request.settings.values["n"] = 1001;
  request.repeats = 3;
  return request;
}

/// Returns a request that would take a minute or more.
inline lab::Request long_reverse() {
  lab::Request request = small_reverse({"loop"});
  request.settings.values["n"] = 1 << 22;
  request.repeats = 1'000'000;
  request.seconds = 600;
  return request;
}

inline Session lab_session(const std::filesystem::path& folder = {}) {
  SessionOptions options = cpu_options();
  if (!folder.empty()) options.export_folder = folder;
  return {small_heat(), options};
}

inline const LabStatus& lab_of(const Session& session) { return session.snapshot().lab; }

/// Runs frames until the lab has finished; returns false on timeout.
inline bool wait_for_lab(Session& session, std::chrono::seconds most = 300s) {
  const auto began = Clock::now();
  do {
    session.frame(0.001);
    if (!lab_of(session).running) return true;
    std::this_thread::sleep_for(1ms);
  } while (Clock::now() - began < most);
  return false;
}

/// Starts the request and waits until its first measurement has begun.
inline void begin(Session& session, lab::Request request) {
  session.submit(RunLab{std::move(request)});
  session.frame(0.001);
  for (int i = 0; i < 10'000 && lab_of(session).progress.total == 0; ++i) {
    std::this_thread::sleep_for(1ms);
    session.frame(0.001);
  }
  ASSERT_TRUE(lab_of(session).running);
}

inline const std::vector<std::shared_ptr<const LabResult>>& runs_of(const Session& session,
                                                                    const std::string& experiment) {
  static const std::vector<std::shared_ptr<const LabResult>> none;
  const auto at = lab_of(session).results.find(experiment);
  return at == lab_of(session).results.end() ? none : at->second;
}

inline std::vector<std::string> variants_of(const LabResult& result) {
  std::vector<std::string> ids;
  for (const lab::Measurement& m : result.report.measurements) ids.push_back(m.variant);
  return ids;
}

}  // namespace heatwave::session
