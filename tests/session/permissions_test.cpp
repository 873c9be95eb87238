// Tests every command, in every role and from every origin, against a table of permissions.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using Names = std::set<std::string_view>;

// Commands that each role adds to those of the earlier roles; all others are reserved for home.
const Names kViewer{"read-cell"};
const Names kStudent{"add-item",    "change-item",  "move-item", "extend-item",
                     "remove-item", "paint",        "erase",     "add-probe",
                     "move-probe",  "remove-probe", "set-line",  "remove-line"};
const Names kAssistant{"set-parameter", "play", "pause", "reset"};
const Names kLecturer{"load-scene",
                      "undo",
                      "redo",
                      "show-room",
                      "next-lecture-step",
                      "previous-lecture-step",
                      "hold-picture",
                      "reveal-time",
                      "show-spotlight",
                      "blank-screen",
                      "start-countdown",
                      "show-lecture-card",
                      "show-lecture-caption"};
const Names kFiles{
    "save-field-png",      "save-scene",         "start-sequence",    "stop-sequence",
    "start-recording",     "stop-recording",     "save-lab",          "save-measures",
    "perform-action",      "open-file",          "note-opened-file",  "save-document",
    "copy-run-line",       "save-window-png",    "open-lecture-file", "edit-lecture",
    "play-recording",      "save-room-png",      "save-surface-png",  "set-export-folder",
    "start-room-sequence", "stop-room-sequence", "save-kernel",       "time-kernel"};

constexpr std::array kRoles{ClientRole::viewer, ClientRole::student, ClientRole::assistant,
                            ClientRole::lecturer, ClientRole::home};
constexpr std::array kOrigins{CommandOrigin::window,         CommandOrigin::script,
                              CommandOrigin::writing_script, CommandOrigin::lecture,
                              CommandOrigin::replay,         CommandOrigin::network};

bool is_for_role(std::string_view name, ClientRole role) {
  if (role == ClientRole::home) return true;
  const std::array<const Names*, 4> all{&kViewer, &kStudent, &kAssistant, &kLecturer};
  for (std::size_t i = 0; i <= static_cast<std::size_t>(role); ++i) {
    if (all.at(i)->contains(name)) return true;
  }
  return false;
}

bool may_be_sent(std::string_view name, ClientRole role, CommandOrigin origin) {
  const bool may_touch_files =
      role == ClientRole::home &&
      (origin == CommandOrigin::window || origin == CommandOrigin::writing_script);
  return is_for_role(name, role) && (may_touch_files || !kFiles.contains(name));
}

template <std::size_t... kIndex>
std::vector<Command> one_of_each(std::index_sequence<kIndex...> /*all*/) {
  return {Command(std::variant_alternative_t<kIndex, AnyCommand>{})...};
}
std::vector<Command> one_of_each() {
  return one_of_each(std::make_index_sequence<std::variant_size_v<AnyCommand>>());
}

TEST(Permissions, EveryCommandInEveryRoleFromEveryOriginIsAsInTheTable) {
  Session session(small_heat(), cpu_options());
  for (const Command& command : one_of_each()) {
    const std::string_view name = traits_of(command).name;
    std::uint64_t refused = 0;
    for (const ClientRole role : kRoles) {
      for (const CommandOrigin origin : kOrigins) {
        const Envelope envelope{.client = 1 + static_cast<ClientId>(origin),
                                .origin = origin,
                                .role = role,
                                .sequence = 1 + static_cast<std::uint64_t>(role),
                                .command = command};
        Envelope from_home = envelope;
        from_home.client = kHome;
        const bool may = may_be_sent(name, role, origin);
        EXPECT_EQ(why_not_permitted(from_home).empty(), may)
            << name << " role " << static_cast<int>(role) << " origin " << static_cast<int>(origin);
        if (may) continue;
        session.submit(envelope);
        ++refused;
      }
    }
    session.frame(0.0);
    std::uint64_t answered = 0;
    for (const CommandOrigin origin : kOrigins) {
      for (const Answer& answer : session.take_answers(1 + static_cast<ClientId>(origin))) {
        const bool says_why =
            answer.refusal.find("is not for this client's role") != std::string::npos ||
            answer.refusal.find("touches files") != std::string::npos;
        EXPECT_TRUE(says_why) << name << ": " << answer.refusal;
        ++answered;
      }
    }
    EXPECT_EQ(answered, refused) << name;
  }
}

TEST(Permissions, AClientFromOutsideMaySendNoLargeCommand) {
  const auto refusal_of = [](Command command, ClientRole role) {
    return why_not_permitted({.client = 3,
                              .origin = CommandOrigin::network,
                              .role = role,
                              .command = std::move(command)});
  };
  const std::vector<core::Point> points(50'000);
  EXPECT_NE(refusal_of(ExtendItem{1, points}, ClientRole::student), "");
  EXPECT_EQ(refusal_of(ExtendItem{1, {points.begin(), points.begin() + 100}}, ClientRole::student),
            "");
  EXPECT_EQ(refusal_of(ExtendItem{1, points}, ClientRole::home), "");
  scene::Scene scene = small_heat();
  EXPECT_EQ(refusal_of(LoadScene{scene}, ClientRole::lecturer), "");
  scene.extent = {100'000, 100'000};
  EXPECT_NE(refusal_of(LoadScene{scene}, ClientRole::lecturer), "");
}

TEST(Permissions, TheWindowGetsItsCommandsAndWithoutOneTheyAreRefused) {
  std::vector<Envelope> got;
  SessionOptions options = cpu_options();
  options.window = [&](Envelope envelope) { got.push_back(std::move(envelope)); };
  Session session(small_heat(), options);
  session.submit({.origin = CommandOrigin::lecture, .command = ShowRoom{"lab", "dot"}});
  session.frame(0.0);
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0].origin, CommandOrigin::lecture);
  EXPECT_EQ(std::get<ShowRoom>(got[0].command).what, "dot");

  Session alone(small_heat(), cpu_options());
  alone.submit({.client = 4, .origin = CommandOrigin::script, .command = ShowRoom{"lab", ""}});
  alone.submit({.client = 5, .origin = CommandOrigin::replay, .command = ShowRoom{"lab", ""}});
  alone.frame(0.0);
  EXPECT_EQ(alone.take_answers(4).at(0).refusal,
            "'show-room' is for the window, and there is none");
  EXPECT_EQ(alone.take_answers(5).at(0).refusal, "") << "a recording runs without a window, too";
}

}  // namespace
}  // namespace heatwave::session
