// The directives are read first; then each parameter of the kernel gets its input.
#include "kernels/stage/text_lesson.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/fault_words.h"

namespace heatwave::stage {
namespace {

constexpr int kMostElements = 4096;  // an array has at most this many

struct TextInput {
  std::string name;
  Scalar type = Scalar::int32;
  int elements = 0;  ///< 0: a number
  std::vector<double> values;
};

struct Expectation {
  std::string name;
  int first = 0;
  std::vector<double> values;
};

struct TextLaunch {
  std::string kernel;
  Dim grid, block;
  int shared_bytes = 0;
};

/// Everything that the directives say.
struct Directives {
  std::string title;
  std::vector<TextInput> inputs;
  std::vector<Expectation> expected;
  std::vector<std::string> freed;  ///< arrays that the host frees before the launch
  std::optional<TextLaunch> launch;
  Schedule schedule;
  int warp = 32;
  std::string task;
  std::vector<std::string> hints;
  std::optional<int> most_conflicts;
  std::optional<TextOrigin> origin;
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Takes the next word, which ends before a blank, a comma, '=' or a bracket.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::min(text.find_first_of(" \t,=[]"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  text = trimmed(text);
  return word;
}

bool take(std::string_view& text, char sign) {
  text = trimmed(text);
  if (text.empty() || text.front() != sign) return false;
  text.remove_prefix(1);
  return true;
}

template <typename Number>
Number number_of(std::string_view word) {
  Number value{};
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size()) {
    throw core::Error("'" + std::string(word) + "' is no number");
  }
  return value;
}

/// Reads "1 2 3", "1, 2, 3" or "0..15".
std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> values;
  while (!(text = trimmed(text)).empty()) {
    const std::string_view word = take_word(text);
    if (word.empty()) throw core::Error("a number is missing before '" + std::string(text) + "'");
    const auto dots = word.find("..");
    if (dots == std::string_view::npos) {
      values.push_back(number_of<double>(word));
    } else {
      const int first = number_of<int>(word.substr(0, dots));
      const int last = number_of<int>(word.substr(dots + 2));
      if (last < first || last - first >= kMostElements)
        throw core::Error("this range is too long");
      for (int i = first; i <= last; ++i) values.push_back(i);
    }
    take(text, ',');
    if (values.size() > kMostElements) throw core::Error("there are too many numbers");
  }
  return values;
}

Scalar type_of(std::string_view name) {
  constexpr int kTypes = static_cast<int>(Scalar::float64) + 1;
  for (int i = 0; i < kTypes; ++i) {
    const auto scalar = static_cast<Scalar>(i);
    if (name == cuda_text::name_of(scalar)) return scalar;
  }
  if (name == "unsigned") return Scalar::uint32;
  if (name == "size_t") return Scalar::uint64;
  throw core::Error("'" + std::string(name) +
                    "' is no type of an input: use int, unsigned, float …");
}

TextInput input_of(std::string_view text) {
  TextInput input{.name = std::string(take_word(text))};
  if (input.name.empty()) throw core::Error("an input needs a name and a type: input n int = 16");
  std::string type(take_word(text));
  while (!text.empty() && text.front() != '=' && text.front() != '[') {
    const std::string_view word = take_word(text);
    if (word.empty()) {
      throw core::Error("'[' is missing before '" + std::string(text) + "': input " + input.name +
                        " float[8] = 1..8");
    }
    type += " " + std::string(word);
  }
  input.type = type_of(type);
  if (take(text, '[')) {
    input.elements = number_of<int>(take_word(text));
    if (input.elements < 1 || input.elements > kMostElements) {
      throw core::Error("an array has 1 to " + std::to_string(kMostElements) + " elements");
    }
    if (!take(text, ']')) throw core::Error("']' is missing after the number of elements");
  }
  if (take(text, '=')) {
    input.values = numbers_of(text);
    if (input.values.empty()) throw core::Error("a value is missing after '='");
  } else if (input.elements == 0) {
    throw core::Error("the number '" + input.name + "' needs a value: input " + input.name +
                      " int = 16");
  } else if (!trimmed(text).empty()) {
    throw core::Error("'=' is missing before the values");
  }
  const auto count = static_cast<std::size_t>(std::max(input.elements, 1));
  if (input.values.size() == 1) input.values.resize(count, input.values.front());
  if (!input.values.empty() && input.values.size() != count) {
    throw core::Error("'" + input.name + "' has " + std::to_string(count) + " elements and " +
                      std::to_string(input.values.size()) + " values");
  }
  return input;
}

Dim dim_of(std::string_view word) {
  Dim dim;
  int* axes[] = {&dim.x, &dim.y, &dim.z};
  for (int*& axis : axes) {
    const auto end = std::min(word.find('x'), word.size());
    *axis = number_of<int>(word.substr(0, end));
    word.remove_prefix(std::min(end + 1, word.size()));
    if (word.empty()) return dim;
  }
  throw core::Error("a launch has at most three dimensions");
}

TextLaunch launch_of(std::string_view text) {
  TextLaunch launch;
  text = trimmed(text);
  const bool named = !text.empty() && (text.front() < '0' || text.front() > '9');
  if (named) {
    // The name may have template arguments with commas.
    auto end = text.find_first_of(" \t<");
    if (end != std::string_view::npos && text[end] == '<') end = text.find('>', end) + 1;
    launch.kernel = std::string(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size()));
  }
  launch.grid = dim_of(take_word(text));
  if (!take(text, ',')) throw core::Error("a launch has blocks and threads: launch 2, 64");
  launch.block = dim_of(take_word(text));
  if (take(text, ',')) launch.shared_bytes = number_of<int>(take_word(text));
  if (!trimmed(text).empty()) throw core::Error("'" + std::string(trimmed(text)) + "' is too much");
  return launch;
}

Expectation expectation_of(std::string_view text) {
  Expectation made{.name = std::string(take_word(text))};
  if (take(text, '[')) {
    made.first = number_of<int>(take_word(text));
    if (!take(text, ']')) throw core::Error("']' is missing after the index");
  }
  if (!take(text, '=')) throw core::Error("an expectation has a value: expect c[0] = 306");
  made.values = numbers_of(text);
  if (made.values.empty()) throw core::Error("a value is missing after '='");
  return made;
}

void read_directive(Directives& all, std::string_view directive) {
  const std::string word(take_word(directive));
  if (word == "title") {
    all.title = std::string(directive);
  } else if (word == "input" || word == "output") {
    all.inputs.push_back(input_of(directive));
  } else if (word == "launch") {
    if (all.launch) throw core::Error("there is one launch");
    all.launch = launch_of(directive);
  } else if (word == "expect") {
    all.expected.push_back(expectation_of(directive));
  } else if (word == "free") {
    all.freed.emplace_back(take_word(directive));
  } else if (word == "schedule") {
    all.schedule = Schedule::from(std::string(directive));
  } else if (word == "warp") {
    all.warp = number_of<int>(take_word(directive));
  } else if (word == "task") {
    all.task += (all.task.empty() ? "" : " ") + std::string(directive);
  } else if (word == "hint") {
    all.hints.emplace_back(directive);
  } else if (word == "conflicts") {
    all.most_conflicts = number_of<int>(take_word(directive));
  } else if (word == "lesson" || word == "exercise") {
    all.origin = TextOrigin{.lesson = std::string(take_word(directive)), .version = {}};
    all.origin->version = std::string(take_word(directive));
  } else if (word == "variant") {
    throw core::Error(
        "this kernel is that of the Lab's variant '" + std::string(directive) +
        "': 'heatwave lab --kernel FILE' times it; to play it, write in place of this "
        "line its inputs and its launch, as in 'input a float[8] = 1..8; launch 1, 8'");
  } else {
    throw core::Error(
        "there is no directive '" + word +
        "' (there are: title, input, free, launch, expect, schedule, warp, task, hint, "
        "conflicts, lesson, exercise)");
  }
}

Directives directives_of(std::string_view text) {
  constexpr std::string_view kBegin = "// heatwave:";
  Directives all;
  std::string mistakes;
  for (int line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view rest = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!rest.starts_with(kBegin)) continue;
    rest.remove_prefix(kBegin.size());
    while (!(rest = trimmed(rest)).empty()) {
      // Sentences may have semicolons.
      const bool is_sentence = rest.starts_with("task ") || rest.starts_with("hint ");
      const auto semicolon = is_sentence ? rest.size() : std::min(rest.find(';'), rest.size());
      const std::string_view directive = trimmed(rest.substr(0, semicolon));
      rest.remove_prefix(std::min(semicolon + 1, rest.size()));
      if (directive.empty()) continue;
      try {
        read_directive(all, directive);
      } catch (const core::Error& error) {
        mistakes +=
            (mistakes.empty() ? "" : "\n") + ("line " + std::to_string(line) + ": ") + error.what();
      }
    }
  }
  if (!mistakes.empty()) throw core::Error(mistakes);
  return all;
}

/// Returns the inputs that the user may change.
std::vector<Input> inputs_of(const Directives& all) {
  std::vector<Input> inputs;
  for (const TextInput& each : all.inputs) {
    if (each.values.empty()) continue;
    const int count = std::max(each.elements, 1);
    inputs.push_back({.id = each.name,
                      .title = each.name,
                      .help = each.elements > 0 ? "Elements of the array." : "A number.",
                      .initial = each.values,
                      .minimum = -1e9,
                      .maximum = 1e9,
                      .whole_numbers = !cuda_text::is_floating(each.type),
                      .least = count,
                      .most = count});
  }
  return inputs;
}

/// Adds a host step that compares the results; a wrong one is a fault.
void compare(Machine& machine, const std::vector<Expectation>& expected,
             const std::map<std::string, Array>& arrays) {
  std::optional<Fault> wrong;
  for (const Expectation& each : expected) {
    const Array array = arrays.at(each.name);
    for (std::size_t i = 0; i < each.values.size() && !wrong; ++i) {
      const auto index = each.first + static_cast<std::int64_t>(i);
      const CellState& found = machine.cell(array, index);
      if (found.written && found.value == each.values[i]) continue;
      wrong = words::wrong_result(machine.played(), array.id(), index, found, each.values[i]);
    }
  }
  machine.step(wrong ? "the host compares: " + wrong->text
                     : "the host compares: all results are as expected",
               [&] {
                 if (wrong) machine.add_fault(*wrong);
               });
}

void check(const Directives& all, const cuda_text::Program& program) {
  for (const cuda_text::Parameter& each : program.parameters) {
    const auto input = std::find_if(all.inputs.begin(), all.inputs.end(),
                                    [&](const TextInput& one) { return one.name == each.name; });
    if (input == all.inputs.end()) {
      throw core::Error("the parameter '" + each.name + "' of " + program.name +
                        " has no input: // heatwave: input " + each.name +
                        (each.is_pointer ? " float[16] = 0" : " int = 16"));
    }
    if (each.is_pointer != (input->elements > 0)) {
      throw core::Error("the input '" + each.name + "' is " +
                        (each.is_pointer ? "a number, but the kernel takes a pointer"
                                         : "an array, but the kernel takes a number"));
    }
  }
  const auto array_named = [&all](const std::string& name) {
    return std::find_if(all.inputs.begin(), all.inputs.end(),
                        [&](const TextInput& one) { return one.name == name && one.elements > 0; });
  };
  for (const std::string& each : all.freed) {
    if (array_named(each) == all.inputs.end()) {
      throw core::Error("there is no array '" + each + "' to free");
    }
  }
  for (const Expectation& each : all.expected) {
    const auto input = array_named(each.name);
    if (input == all.inputs.end())
      throw core::Error("there is no array '" + each.name + "' to expect");
    const auto last = each.first + static_cast<std::int64_t>(each.values.size());
    if (each.first < 0 || last > input->elements) {
      throw core::Error("the array '" + each.name + "' has only " +
                        std::to_string(input->elements) + " elements");
    }
  }
}

/// Reads the directives of a lesson.
Directives launchable(std::string_view header) {
  Directives all = directives_of(header);
  if (!all.launch) {
    throw core::Error(
        "the text does not say how its kernel is launched: // heatwave: launch 2, 64");
  }
  if (all.warp < 1 || all.warp > 32) throw core::Error("a warp has 1 to 32 threads");
  return all;
}

Lesson lesson_of(const Directives& all, std::string_view text, const std::string& id) {
  Lesson lesson{.id = id,
                .title = all.title.empty() ? id : all.title,
                .shows = all.task,
                .question = {},
                .lab = {},
                .is_exercise = !all.task.empty(),
                .hints = all.hints,
                .most_conflicts = all.most_conflicts};
  lesson.inputs = inputs_of(all);
  lesson.schedule = all.schedule;
  lesson.warp = all.warp;
  lesson.code = KernelText(std::string(text));
  lesson.set_up = [all](Machine& machine, const PlaySettings& settings,
                        const KernelText& its_code) {
    // The text may be another one than the lesson's.
    const std::shared_ptr<const cuda_text::Program> program = its_code.kernel(all.launch->kernel);
    check(all, *program);
    std::map<std::string, Array> arrays;
    KernelLaunch launch{.program = program,
                        .grid = all.launch->grid,
                        .block = all.launch->block,
                        .arguments = {},
                        .shared_bytes = all.launch->shared_bytes};
    for (const TextInput& each : all.inputs) {
      if (each.elements == 0) continue;
      arrays[each.name] =
          each.values.empty()
              ? machine.unwritten(each.name, Space::global, each.type, each.elements)
              : machine.array(each.name, Space::global, each.type, settings.list(each.name));
    }
    for (const cuda_text::Parameter& each : launch.program->parameters) {
      if (each.is_pointer) {
        launch.arguments.emplace_back(arrays.at(each.name));
      } else {
        launch.arguments.emplace_back(settings.number(each.name));
      }
    }
    return [&machine, launch, arrays, expected = all.expected, freed = all.freed] {
      for (const std::string& each : freed) {
        machine.step("the host frees " + each, [&] { machine.free_array(arrays.at(each)); });
      }
      machine.launch(launch);
      if (!expected.empty()) compare(machine, expected, arrays);
    };
  };
  return lesson;
}

}  // namespace

std::optional<TextOrigin> origin_of(std::string_view text) { return directives_of(text).origin; }

Lesson lesson_of_text(std::string_view text, const std::string& id) {
  return lesson_of_text(text, text, id);
}

Lesson lesson_of_text(std::string_view header, std::string_view text, const std::string& id) {
  const Directives all = launchable(header);
  Lesson lesson = lesson_of(all, text, id);
  check(all, *lesson.code.kernel(all.launch->kernel));
  return lesson;
}

Lesson lesson_of_header(std::string_view text, const std::string& id) {
  return lesson_of(launchable(text), text, id);
}

}  // namespace heatwave::stage
