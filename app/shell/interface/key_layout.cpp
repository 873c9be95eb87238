// Finds signs on keyboards.
#include "app/shell/interface/key_layout.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace heatwave::shell {
namespace {

// Signs that actions are known by and that stand behind Shift, or nowhere, on many keyboards.
// Digits are printed on their keys wherever Shift is needed for them.
constexpr std::string_view kSigns = ".,[]";
constexpr int kFirstKey = '!';
constexpr int kLastKey = '`';

bool is_ascii(std::string_view name) {
  return name.size() == 1 && std::isprint(static_cast<unsigned char>(name[0])) != 0;
}

bool is_letter(int key) { return key >= 'A' && key <= 'Z'; }
bool is_digit(int key) { return key >= '0' && key <= '9'; }

/// Letters as they are printed on keys: capital, also those of western Europe.
std::string capital(std::string name) {
  constexpr unsigned char kLatin = 0xC3;  // leads all of them in UTF-8
  if (name.size() == 1) {
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  } else if (name.size() == 2 && static_cast<unsigned char>(name[0]) == kLatin) {
    const auto second = static_cast<unsigned char>(name[1]);
    const bool has_capital = second >= 0xA0 && second <= 0xBE && second != 0xB7;
    if (has_capital) name[1] = static_cast<char>(second - 0x20);
  }
  return name;
}

}  // namespace

KeyPress press_of(rooms::Chord held, std::string_view name, bool repeated) {
  KeyPress press{.chord = held, .typed = {}, .in_place = {}, .repeated = repeated};
  if (!is_ascii(name)) return press;
  const int key = held.key;
  const int printed = std::toupper(static_cast<unsigned char>(name[0]));
  // A sign in a letter's place is not that letter: letters are printed elsewhere.
  const bool counts_alone =
      printed == key || is_letter(printed) || is_digit(printed) || is_letter(key);
  press.chord.key = printed;
  if (!counts_alone) press.in_place = held;
  return press;
}

void note_typed(KeyPress& press, unsigned typed) {
  const bool is_sign = typed > ' ' && typed < 127 && std::isalpha(static_cast<int>(typed)) == 0;
  if (is_sign && !press.chord.control) press.typed = {.key = static_cast<int>(typed)};
}

KeyLayout::KeyLayout(const std::function<std::string(int)>& name_of) {
  std::set<std::string> printed;
  for (int key = kFirstKey; key <= kLastKey; ++key) printed.insert(name_of(key));
  for (const char sign : kSigns) {
    const std::string name = capital(name_of(sign));
    if (!printed.contains(std::string(1, sign)) && !name.empty()) instead_[sign] = name;
  }
}

std::string KeyLayout::shown(std::string_view keys) const {
  std::string all;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    const std::string_view word = keys.substr(0, end);
    const auto instead = word.size() == 1 ? instead_.find(word[0]) : instead_.end();
    all += instead != instead_.end() ? instead->second : std::string(word);
    keys.remove_prefix(end);
    if (keys.empty()) break;
    all += ' ';
    keys.remove_prefix(1);
  }
  return all;
}

}  // namespace heatwave::shell
