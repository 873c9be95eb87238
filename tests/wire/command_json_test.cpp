// Tests that every command survives JSON, and the errors for invalid commands.
#include "app/wire/command_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/wire/lecture.h"
#include "app/wire/recording.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/wire/random_commands.h"

namespace heatwave::wire {
namespace {

using namespace scene;
using namespace session;

Command command_from(const std::string& text) {
  const std::string where = "talk.jsonl";
  const json::JsonNode node = json::parse_json(text, where, 7);
  json::JsonReader line(node, "", where, "a line");
  Command command = read_command(line);
  line.done();
  return command;
}

std::string refusal_of(const std::string& text) {
  try {
    command_from(text);
  } catch (const core::Error& error) {
    return error.what();
  }
  return "it was taken";
}

/// Collects all fields as text that differs whenever two commands do, to the bit.
class Fingerprint {
 public:
  void operator()(const char* name, const auto& field, const auto&... /*limits*/) {
    text_ += name;
    text_ += '=';
    add(field);
    text_ += ';';
  }
  void optional(const char* name, const auto& field, const auto&... /*limits*/) {
    (*this)(name, field);
  }
  void inner(const auto& field) { json::describe(field, *this); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(double v) { text_ += std::to_string(std::bit_cast<std::uint64_t>(v)); }
  void add(float v) { text_ += std::to_string(std::bit_cast<std::uint32_t>(v)); }
  void add(const std::string& v) { text_ += v; }
  void add(Point v) {
    add(v.x);
    text_ += ',';
    add(v.y);
  }
  void add(core::Extent v) { text_ += std::to_string(v.width) + "x" + std::to_string(v.height); }
  void add(Pace v) { text_ += std::to_string(v.steps); }
  template <typename T>
  void add(const std::vector<T>& v) {
    for (const T& each : v) {
      add(each);
      text_ += '|';
    }
  }
  template <typename T>
  void add(const std::map<std::string, T>& v) {
    for (const auto& [key, each] : v) (*this)(key.c_str(), each);
  }
  template <typename T>
  void add(const std::optional<T>& v) {
    if (v) add(*v);
  }
  template <typename T>
  void add(const T& v) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      text_ += std::to_string(static_cast<std::int64_t>(v));
    } else {
      json::describe(v, *this);
    }
  }
  void add(const Scene& /*v*/) {}  // compared separately
  void add(const Item& /*v*/) {}

  std::string text_;
};

std::string fingerprint_of(const Command& command) {
  Fingerprint fields;
  std::visit([&](const auto& each) { each.fields(each, fields); }, command);
  return fields.text();
}

/// Returns the command's scene or item; null: it has none.
template <typename Part>
const Part* part_of(const Command& command) {
  return std::visit(
      [](const auto& each) -> const Part* {
        if constexpr (std::is_same_v<Part, Scene> && requires { each.scene; }) {
          return &each.scene;
        } else if constexpr (std::is_same_v<Part, Item> && requires { each.item; }) {
          return &each.item;
        } else {
          return nullptr;
        }
      },
      command);
}

template <typename Part>
void expect_equal_parts(const Command& now, const Command& before) {
  const Part* a = part_of<Part>(now);
  const Part* b = part_of<Part>(before);
  ASSERT_EQ(a != nullptr, b != nullptr);
  if (a != nullptr) {
    EXPECT_EQ(*a, *b);
  }
}

void expect_equal(const Command& now, const Command& before) {
  EXPECT_EQ(fingerprint_of(now), fingerprint_of(before));
  expect_equal_parts<Scene>(now, before);
  expect_equal_parts<Item>(now, before);
}

/// Makes a random command of one kind.
using RandomCommand = Command (*)(std::mt19937& random);

template <typename Kind>
Command random_command(std::mt19937& random) {
  Kind command;
  command.fields(command, RandomFields(random));
  return Command(std::move(command));
}

template <std::size_t... kIndex>
std::vector<RandomCommand> every_kind(std::index_sequence<kIndex...> /*all*/) {
  return {&random_command<std::variant_alternative_t<kIndex, AnyCommand>>...};
}
std::vector<RandomCommand> every_kind() {
  return every_kind(std::make_index_sequence<std::variant_size_v<AnyCommand>>());
}

void expect_round_trips(RandomCommand random_of_kind, std::mt19937& random) {
  for (int i = 0; i < 300; ++i) {
    const Command command = random_of_kind(random);
    const std::string text = json_of(command).dump();
    const Command back = command_from(text);
    ASSERT_EQ(back.index(), command.index()) << text;
    expect_equal(back, command);
    ASSERT_EQ(json_of(back).dump(), text);
    ASSERT_EQ(text.find('\n'), std::string::npos);
    if (::testing::Test::HasFailure()) FAIL() << text;
  }
}

TEST(CommandJson, EveryCommandReadsBackEqual) {
  std::mt19937 random(1);
  for (const RandomCommand of_kind : every_kind()) expect_round_trips(of_kind, random);
}

/// Writes commands to one recording and reads them back.
std::vector<Command> recorded_and_read(const std::vector<Command>& commands) {
  const ScratchFolder folder;
  const auto path = folder.path() / "r.hwrec";
  const auto journal = recording_writers("test")({.path = path, .scene = small_heat()});
  std::int64_t step = 0;
  for (const Command& command : commands) {
    journal->note({++step, step}, {.client = 2, .sequence = 7, .gesture = 3, .command = command});
  }
  journal->close({step, step}, 0);
  const Recording recording = read_recording(path);
  std::vector<Command> read;
  for (std::size_t i = 0; i + 1 < recording.entries.size(); ++i) {
    const auto& sent = std::get<SentCommand>(recording.entries[i].what);
    EXPECT_EQ(recording.entries[i].at, static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ(sent.client, 2U);
    EXPECT_EQ(sent.sequence, 7U);
    EXPECT_EQ(sent.gesture, 3U);
    read.push_back(*sent.command);
  }
  return read;
}

std::vector<Command> written_as_script_and_read(const std::vector<Command>& commands) {
  std::string text;
  for (const Command& command : commands) {
    auto line = json_of(command);
    line[kStepKey] = 5;
    text += line.dump() + '\n';
  }
  std::vector<Command> read;
  for (const Entry& entry : parse_script(text, "s.jsonl")) {
    EXPECT_EQ(entry.at, 5);
    read.push_back(*std::get<SentCommand>(entry.what).command);
  }
  return read;
}

std::vector<Command> taught_and_read(const std::vector<Command>& commands) {
  const Lecture lecture{.title = "t", .steps = {{.title = "s", .commands = commands}}};
  return parse_lecture(to_json(lecture), "l.hwl").steps.front().commands;
}

void expect_same(const std::vector<Command>& now, const std::vector<Command>& before) {
  ASSERT_EQ(now.size(), before.size());
  for (std::size_t i = 0; i < now.size(); ++i) ASSERT_EQ(json_of(now[i]), json_of(before[i]));
}

void expect_travels(RandomCommand random_of_kind, std::mt19937& random) {
  std::vector<Command> commands;
  for (int i = 0; i < 12; ++i) {
    commands.push_back(random_of_kind(random));
    commands.push_back(Command(commands.back()));  // a repetition writes a short line
  }
  const Command& first = commands.front();
  SCOPED_TRACE(traits_of(first).name);
  expect_same(written_as_script_and_read(commands), commands);
  if (traits_of(first).recorded) expect_same(recorded_and_read(commands), commands);
  // The limits of experiments and of lecture steps have their own tests.
  const bool is_bounded =
      std::holds_alternative<RunLab>(first) || std::holds_alternative<Advance>(first);
  if (belongs_in_lecture(first) && !is_bounded) expect_same(taught_and_read(commands), commands);
}

TEST(CommandJson, EveryCommandTravelsInScriptsRecordingsAndLectures) {
  std::mt19937 random(3);
  for (const RandomCommand of_kind : every_kind()) expect_travels(of_kind, random);
}

TEST(CommandJson, NoFieldOfACommandIsCalledAsAKeyOfALine) {
  for (const CommandHelp& help : command_help()) {
    for (const std::vector<std::string>& names : {help.fields, help.optional}) {
      for (const std::string& name : names) {
        EXPECT_EQ(std::count(kReservedKeys.begin(), kReservedKeys.end(), name), 0)
            << help.traits.name << ' ' << name;
      }
    }
  }
}

TEST(CommandJson, ALectureOfAnOlderVersionDropsItsProbe) {
  const Lecture lecture = parse_lecture(
      R"({"heatwave":"lecture","version":1,"title":"t","steps":[{"title":"s","room":"fields",)"
      R"("commands":[{"do":"add-probe","at":[3,4]}]}]})",
      "l.hwl");
  const Command& command = lecture.steps.front().commands.front();
  EXPECT_EQ(std::get<AddProbe>(command).point, (Point{3, 4}));
}

TEST(CommandJson, EveryCommandHasItsOwnNameAndWords) {
  std::set<std::string_view> names;
  for (const CommandHelp& help : command_help()) {
    EXPECT_TRUE(names.insert(help.traits.name).second) << help.traits.name;
    EXPECT_FALSE(help.traits.words.empty()) << help.traits.name;
  }
  EXPECT_EQ(names.size(), std::variant_size_v<AnyCommand>);
}

/// Omits each required field of each command, and adds an unknown one to each command.
void expect_strict(const Command& command) {
  const auto json = json_of(command);
  for (const CommandHelp& help : command_help()) {
    if (help.traits.name != traits_of(command).name) continue;
    for (const std::string& field : help.fields) {
      auto without = json;
      without.erase(field);
      EXPECT_EQ(refusal_of(without.dump()), "talk.jsonl:7: key '" + field + "': is missing");
    }
  }
  auto more = json;
  more["colour of the sky"] = 1;
  const std::string refusal = refusal_of(more.dump());
  EXPECT_NE(refusal.find("talk.jsonl:7: key 'colour of the sky': is not known here"),
            std::string::npos)
      << refusal;
  EXPECT_EQ(refusal.find('\n'), std::string::npos);
}

TEST(CommandJson, WhatIsMissingOrUnknownIsRefusedInOneLine) {
  std::mt19937 random(2);
  for (const RandomCommand of_kind : every_kind()) expect_strict(of_kind(random));
}

TEST(CommandJson, MistakesAreSaidWithWhatWouldBeRight) {
  EXPECT_EQ(
      refusal_of(R"({"do": "set-paramter"})"),
      "talk.jsonl:7: key 'do': no command is called 'set-paramter'; perhaps 'set-parameter' is "
      "meant");
  EXPECT_EQ(refusal_of(R"({"do": "set-parameter", "id": "alpha", "value": "much"})"),
            R"(talk.jsonl:7: key 'value': must be a number, is "much")");
  EXPECT_EQ(refusal_of(R"({"do": "choose-backend", "backend": "abacus"})"),
            R"(talk.jsonl:7: key 'backend': must be one of auto, cpu, cuda, is "abacus")");
  EXPECT_EQ(refusal_of(R"({"do": "load-field", "cells": "a,b,"})"),
            "talk.jsonl:7: key 'cells': must be the bytes of floats in base64");
  EXPECT_EQ(refusal_of("[1]"), "talk.jsonl:7: a line must be an object, is an array of 1");
}

TEST(CommandJson, WhatMayBeLeftOutIsAsInAFreshCommand) {
  const Command command = command_from(R"({"do": "start-sequence", "every": 5})");
  EXPECT_EQ(std::get<StartSequence>(command).every, 5);
  EXPECT_EQ(std::get<StartSequence>(command).frames, 0);
}

}  // namespace
}  // namespace heatwave::wire
