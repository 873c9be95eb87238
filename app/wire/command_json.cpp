// Handles all commands through the variant; no command is named here.
#include "app/wire/command_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/scene/scene_json.h"
#include "app/wire/request_fields.h"
#include "app/words/word_lists.h"
#include "kernels/core/nearest_word.h"

namespace heatwave::wire {
namespace {

using json::FieldReader;
using json::FieldWriter;
using json::Json;
using json::JsonReader;
using session::AnyCommand;
using session::Command;

/// Calls `visit` with a fresh command of every kind until it returns true.
template <typename Visit, std::size_t... kIndex>
bool any_kind(Visit visit, std::index_sequence<kIndex...> /*all*/) {
  return (visit(std::variant_alternative_t<kIndex, AnyCommand>{}) || ...);
}
template <typename Visit>
bool any_kind(Visit visit) {
  return any_kind(visit, std::make_index_sequence<std::variant_size_v<AnyCommand>>());
}

class FieldNames {
 public:
  explicit FieldNames(CommandHelp& help) : help_(help) {}
  void operator()(const char* name, const auto& /*field*/, const auto&... /*limits*/) {
    help_.fields.emplace_back(name);
  }
  void optional(const char* name, const auto& /*field*/, const auto&... /*limits*/) {
    help_.optional.emplace_back(name);
  }
  void inner(const auto& field) { json::describe(field, *this); }

 private:
  CommandHelp& help_;
};

[[noreturn]] void refuse_name(JsonReader& in, const std::string& name) {
  std::vector<std::string> names;
  for (const CommandHelp& help : command_help()) names.emplace_back(help.traits.name);
  const auto meant = core::nearest_word(name, names);
  in.fail(kCommandKey, fmt::format("no command is called '{}'{}", name,
                                   meant ? "; perhaps '" + *meant + "' is meant"
                                         : "; there are: " + words::joined(names)));
}

}  // namespace

nlohmann::ordered_json json_of(const Command& command) {
  Json out;
  out[kCommandKey] = session::traits_of(command).name;
  std::visit([&](const auto& each) { each.fields(each, FieldWriter(out)); }, command);
  return out;
}

Command read_command(JsonReader& in) {
  const std::string name = in.text(kCommandKey);
  rename_former_fields(in, name);
  std::optional<Command> command;
  any_kind([&](auto each) {
    if (each.kTraits.name != name) return false;
    each.fields(each, FieldReader(in));
    command.emplace(std::move(each));
    return true;
  });
  if (!command) refuse_name(in, name);
  return std::move(*command);
}

bool rename_former_fields(JsonReader& in, std::string_view command) {
  // "at" is a number in its present meaning, a line's step, and was an array as the point.
  return command == session::AddProbe::kTraits.name &&
         in.rename("at", json::JsonNode::Kind::array, "point");
}

Command read_changes(JsonReader& in, Command command) {
  std::visit([&](auto& each) { each.fields(each, FieldReader(in, FieldReader::Object::changes)); },
             command);
  return command;
}

std::vector<CommandHelp> command_help() {
  std::vector<CommandHelp> all;
  any_kind([&](const auto& each) {
    CommandHelp& help = all.emplace_back(CommandHelp{.traits = each.kTraits});
    each.fields(each, FieldNames(help));
    return false;
  });
  return all;
}

}  // namespace heatwave::wire
