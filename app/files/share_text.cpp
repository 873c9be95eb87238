// Encodes a scene's JSON: deflated, with its length and a check sum, in base64.
#include "app/files/share_text.h"

#include <fmt/format.h>
#include <bit>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/json/base64.h"
#include "app/json/deflate.h"
#include "app/scene/scene_json.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

constexpr std::string_view kBegin = "heatwave1:";

struct Head {
  std::uint32_t length = 0;    ///< length of the JSON
  std::uint32_t deflated = 0;  ///< length of the deflated bytes that follow
  std::uint32_t sum = 0;       ///< check sum of the JSON
};
static_assert(sizeof(Head) == 3 * sizeof(float));

/// FNV-1a, which detects changed letters.
std::uint32_t sum_of(std::string_view text) {
  std::uint32_t sum = 2166136261U;
  for (const char c : text) sum = (sum ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return sum;
}

[[noreturn]] void refuse(const std::string& why) {
  throw core::Error("the text that was pasted " + why);
}

[[noreturn]] void refuse_as_damaged() {
  refuse("is not whole: some of it is missing, or was changed");
}

std::string without_space(std::string_view text) {
  std::string dense;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) dense += c;
  }
  return dense;
}

/// Decodes the base64 part of the text.
std::vector<float> decoded(std::string_view text) {
  const std::string dense = without_space(text);
  if (!dense.starts_with(kBegin)) {
    refuse(fmt::format("is not a scene: a scene begins with '{}'", kBegin));
  }
  auto words = json::from_base64(std::string_view(dense).substr(kBegin.size()));
  if (!words || words->size() * sizeof(float) < sizeof(Head)) refuse_as_damaged();
  return std::move(*words);
}

/// Returns the JSON in the text.
std::string inflated(std::string_view text) {
  const std::vector<float> words = decoded(text);
  Head head;
  std::memcpy(static_cast<void*>(&head), words.data(), sizeof head);
  const std::size_t after_head = words.size() * sizeof(float) - sizeof head;
  if (head.deflated > after_head || after_head - head.deflated >= 4) refuse_as_damaged();
  // The length is checked first, so that a small text cannot take much memory.
  if (head.length > json::kSceneBudget.bytes) {
    refuse(fmt::format("holds a scene of {}; at most {} are read",
                       core::in_bytes(static_cast<double>(head.length)),
                       core::in_bytes(static_cast<double>(json::kSceneBudget.bytes))));
  }
  std::string json(head.length, '\0');
  const char* const packed = reinterpret_cast<const char*>(words.data()) + sizeof head;
  if (!json::inflate_into(json, {packed, head.deflated}) || sum_of(json) != head.sum) {
    refuse_as_damaged();
  }
  return json;
}

}  // namespace

std::string share_line(std::string_view json) {
  const std::string packed = json::deflated(json);
  const Head head{.length = static_cast<std::uint32_t>(json.size()),
                  .deflated = static_cast<std::uint32_t>(packed.size()),
                  .sum = sum_of(json)};
  std::vector<float> words((sizeof head + packed.size() + 3) / 4);
  std::memcpy(words.data(), &head, sizeof head);
  std::memcpy(reinterpret_cast<char*>(words.data()) + sizeof head, packed.data(), packed.size());
  return std::string(kBegin) + json::as_base64(words);
}

std::string share_text(const scene::Scene& scene) {
  const std::string json = scene::json_value(scene).dump();
  std::string text;
  if (json.size() <= json::kSceneBudget.bytes) text = share_line(json);
  if (text.empty() || text.size() > kLongestText) {
    throw core::Error("the scene is too large to be copied as text: save it as a file");
  }
  return text;
}

bool is_share_text(std::string_view text) { return text.starts_with(kBegin); }

scene::Scene scene_from_text(std::string_view text) {
  if (text.size() > 2 * kLongestText) refuse("is too long for a scene");
  const std::string json = inflated(text);
  try {
    json::JsonReader root(json::parse_json(json, "", 1, json::kSceneBudget), "", "");
    return scene::read_scene(root, "", scene::SceneForm::travelling);
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("the pasted text, {}", error.what()));
  }
}

}  // namespace heatwave::files
