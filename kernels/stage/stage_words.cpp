// The stage's sentences are built here from threads, cells and lines.
#include "kernels/stage/stage_words.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "kernels/stage/contention.h"

namespace heatwave::stage::words {

const ThreadInfo& thread_info(const Trace& trace, int id) {
  return trace.threads[static_cast<std::size_t>(id)];
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string line_text(int line) { return "line " + std::to_string(line); }

std::string ranges_text(const std::set<int>& numbers) {
  std::string text;
  for (auto at = numbers.begin(); at != numbers.end();) {
    auto last = at;
    while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
    if (!text.empty()) text += ", ";
    text += std::to_string(*at);
    if (*last > *at) text += (*last == *at + 1 ? ", " : "–") + std::to_string(*last);
    at = std::next(last);
  }
  return text;
}

namespace {

bool one_block(const Trace& trace, int id) {
  return trace.launches[static_cast<std::size_t>(thread_info(trace, id).launch)].blocks == 1;
}

/// Verbs for threads at a branch.
struct BranchWords {
  const char* one;
  const char* several;
};

BranchWords branch_words(bool of_loop, bool is_true) {
  if (of_loop && is_true) return {"enters the loop's body", "enter the loop's body"};
  if (of_loop) return {"leaves the loop", "leave the loop"};
  if (is_true) return {"takes the branch", "take the branch"};
  return {"skips the branch", "skip the branch"};
}

std::string action_text(const Trace& trace, const Action& action) {
  switch (action.op) {
    case Op::load:
      if (action.cells > 1) {
        return "loads " + std::to_string(action.cells) + " numbers at once, from " +
               cell(trace, action.array, action.index) + " on";
      }
      return "loads " + accessed_value(trace, action) + " from " +
             cell(trace, action.array, action.index);
    case Op::store:
      if (action.cells > 1) {
        return "stores " + std::to_string(action.cells) + " numbers at once, from " +
               cell(trace, action.array, action.index) + " on";
      }
      return "stores " + accessed_value(trace, action) + " into " +
             cell(trace, action.array, action.index);
    case Op::atomic:
      if (action.atomic == Atomic::cas) {
        return std::string("executes atomicCAS on ") + cell(trace, action.array, action.index) +
               ", which is " + number(action.before) +
               (action.before == action.compare ? ", and stores " + number(action.value)
                                                : ": no change");
      }
      return std::string("executes ") + name_of(action.atomic) + " on " +
             cell(trace, action.array, action.index) + " with " + number(action.value) +
             ": the old value was " + number(action.before);
    case Op::barrier:
      return "arrives at the barrier";
    case Op::fence:
      return "issues a fence: its earlier writes become visible before its later ones";
    case Op::compute:
      return "computes " + number(action.value) + " in a register";
    case Op::print:
      return "prints " + trace.text_of(action) + ": line " + std::to_string(action.index) +
             " of the buffer";
    case Op::branch:
      return branch_words(action.of_loop, action.value != 0.0).one;
    case Op::reconverge:
      return "waits for the other lanes of its warp";
    case Op::shuffle:
      return "gives " + number(action.value) + " to the other lanes of its warp";
    case Op::vote:
      return "votes with " + number(action.value);
    case Op::grid_barrier:
      return "arrives at the barrier of all blocks";
    case Op::host:
      return trace.text_of(action);
    case Op::launch:
      return "launches " + trace.text_of(action);
    case Op::start:
    case Op::finish:
      break;
  }
  return "continues";
}

/// Returns the values of accesses and where they go, if they are few: "7 into a[0] and 5 into
/// a[1]", "into a (7, 5, 2)"; else only "into a".
std::string values_text(const Trace& trace, const Step& step, const std::string& preposition,
                        const std::string& array) {
  constexpr std::size_t kMostValues = 4;
  const std::span<const Action> actions = step.actions;
  const bool is_short = actions.size() <= kMostValues && actions.front().array >= 0 &&
                        std::all_of(actions.begin(), actions.end(), [&](const Action& each) {
                          return each.cells == 1 && each.array == actions.front().array;
                        });
  std::string text = preposition + " " + array;
  if (!is_short) return text;
  if (actions.size() == 2) {
    const auto one = [&](const Action& each) {
      return accessed_value(trace, each) + " " + preposition + " " +
             cell(trace, each.array, each.index);
    };
    return one(actions.front()) + " and " + one(actions.back());
  }
  for (const Action& each : actions) {
    text += (&each == &actions.front() ? " (" : ", ") + accessed_value(trace, each);
  }
  return text + ")";
}

/// Returns a text for threads at a branch; `in`: those for which its condition is true.
std::string branch_text(const Trace& trace, bool of_loop, const std::vector<int>& ids,
                        const std::vector<int>& in) {
  const bool all = in.size() == ids.size();
  if (all || in.empty()) return threads(trace, ids) + " all " + branch_words(of_loop, all).several;
  const BranchWords words = branch_words(of_loop, true);
  return "the warp diverges: " + threads(trace, in) + ' ' +
         (in.size() == 1 ? words.one : words.several) + ", the others " +
         (of_loop ? "leave the loop" : "skip it");
}

/// Returns a short text for threads that did one kind of operation in a step.
std::string group_text(const Trace& trace, const Step& step) {
  std::vector<int> ids;
  std::vector<int> in;
  for (const Action& action : step.actions) {
    ids.push_back(action.thread);
    if (action.op == Op::branch && action.value != 0.0) in.push_back(action.thread);
  }
  const Action& first = step.actions.front();
  const std::string who = threads(trace, ids);
  const auto array = [&] {
    return first.array < 0 ? std::string("a null pointer")
                           : trace.arrays[static_cast<std::size_t>(first.array)].name;
  };
  switch (first.op) {
    case Op::load:
      return who + " load " + values_text(trace, step, "from", array());
    case Op::store:
      return who + " store " + values_text(trace, step, "into", array());
    case Op::atomic:
      return who + " each execute " + name_of(first.atomic) + " on " + array();
    case Op::barrier:
      return who + " arrive at the barrier";
    case Op::fence:
      return who + " each issue a fence: earlier writes become visible before later ones";
    case Op::compute:
      return who + " compute in registers";
    case Op::print:
      return who + " print into the buffer";
    case Op::reconverge:
      return who + " reconverge";
    case Op::shuffle:
      return who + " exchange values between their registers";
    case Op::vote:
      return who + " vote: each learns the result";
    case Op::grid_barrier:
      return who + " arrive at the barrier of all blocks";
    case Op::branch:
      return branch_text(trace, first.of_loop, ids, in);
    default:
      return who + " continue";
  }
}

/// Returns "threads 0, 16" or, where their numbers would be a long list, "16 threads".
std::string contenders_text(const Trace& trace, const std::vector<int>& ids) {
  constexpr std::size_t kMostRanges = 4;
  std::set<int> numbers;
  for (const int id : ids) numbers.insert(thread_info(trace, id).thread);
  const std::string ranges = ranges_text(numbers);
  const auto commas = static_cast<std::size_t>(std::count(ranges.begin(), ranges.end(), ','));
  if (commas >= kMostRanges) return std::to_string(numbers.size()) + " threads";
  return "threads " + ranges;
}

/// Says at which cells atomics of the step meet, if there are others: "threads 0, 2 both add to
/// bins[5]"; empty: all are on one.
std::string meeting_text(const Trace& trace, const Step& step) {
  constexpr std::size_t kMostCells = 2;
  const std::vector<CellContention> cells = contended_cells(step);
  if (cells.empty() || trace.arrays[static_cast<std::size_t>(cells.front().array)].size == 1) {
    return "";
  }
  if (cells.size() > kMostCells)
    return "threads meet in " + std::to_string(cells.size()) + " cells";
  const bool adds = step.actions.front().atomic == Atomic::add;
  std::string text;
  for (const CellContention& each : cells) {
    text += (text.empty() ? "" : " and ") + contenders_text(trace, each.threads) +
            (each.threads.size() == 2 ? " both" : " all") + (adds ? " add to " : " want ") +
            cell(trace, each.array, each.index);
  }
  return text;
}

/// Says which threads meet at a bank: "a 2-way bank conflict: threads 0, 16 want bank 0".
std::string conflict_text(const Trace& trace, const Step& step) {
  const int ways = step.cost.ways;
  const bool has_vowel = ways == 8 || ways == 11 || ways == 18;  // eight, eleven, eighteen
  const std::string text =
      std::string(has_vowel ? "an " : "a ") + std::to_string(ways) + "-way bank conflict";
  const BankConflict conflict = bank_conflict(trace, step);
  if (conflict.actions.empty()) return text;
  std::vector<int> ids;
  for (const Action* action : conflict.actions) ids.push_back(action->thread);
  return text + ": " + contenders_text(trace, ids) + " want bank " + std::to_string(conflict.bank);
}

std::string cost_text(const Trace& trace, const Step& step) {
  const AccessCost& cost = step.cost;
  std::string text;
  if (cost.sectors > 0 && cost.lanes > 1) {
    text += ", " + std::to_string(cost.sectors) + (cost.sectors == 1 ? " sector" : " sectors");
  }
  if (cost.waiting > 0) {
    const std::string where = meeting_text(trace, step);
    text += (where.empty() ? "" : "; " + where) + ", one at a time: " + waiting_text(trace, step) +
            (cost.waiting == 1 ? " for its turn" : " for their turn");
  }
  if (cost.ways > 1) text += ", " + conflict_text(trace, step);
  return text;
}

}  // namespace

std::string accessed_value(const Trace& trace, const Action& action) {
  const auto is_outside = [&](const Action& each) {
    return each.array < 0 || each.index < 0 ||
           each.index >= trace.arrays[static_cast<std::size_t>(each.array)].size;
  };
  const auto is_unknown_load = [&](const Action& each) {
    return each.op == Op::load && is_outside(each);
  };
  bool is_known = !is_unknown_load(action);
  if (action.op == Op::store && is_outside(action)) {
    is_known = std::none_of(trace.faults.begin(), trace.faults.end(), [&](const Fault& fault) {
      if (fault.step < 0 || fault.step >= std::ssize(trace.steps)) return false;
      const auto& actions = trace.steps[static_cast<std::size_t>(fault.step)].actions;
      return std::any_of(actions.begin(), actions.end(), is_unknown_load);
    });
  }
  return is_known ? number(action.value) : "?";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", value);
  return text;
}

std::string cost(const Cost& cost) {
  std::string text;
  const auto add = [&text](int count, const char* one, const char* many) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? one : many);
  };
  add(cost.instructions, "instruction", "instructions");
  add(cost.sectors, "sector", "sectors");
  add(cost.conflicts, "extra pass", "extra passes");
  add(cost.waiting, "wait", "waits");
  add(cost.barriers, "barrier", "barriers");
  return text;
}

std::string thread(const Trace& trace, int id) {
  if (id < 0) return "the host";
  const ThreadInfo& at = thread_info(trace, id);
  const std::string text = "thread " + std::to_string(at.thread);
  return one_block(trace, id) ? text : text + " of block " + std::to_string(at.block);
}

std::string threads(const Trace& trace, const std::vector<int>& ids) {
  if (ids.size() == 1) return thread(trace, ids.front());
  std::map<int, std::set<int>> by_block;
  for (const int id : ids)
    by_block[thread_info(trace, id).block].insert(thread_info(trace, id).thread);
  std::string text;
  for (const auto& [block, numbers] : by_block) {
    if (!text.empty()) text += " and ";
    text += (numbers.size() == 1 ? "thread " : "threads ") + ranges_text(numbers);
    if (!one_block(trace, ids.front())) text += " of block " + std::to_string(block);
  }
  return text;
}

std::string waiting_text(const Trace& trace, const Step& step) {
  constexpr std::size_t kFew = 3;
  std::set<int> numbers;
  for (const Action& action : step.actions) {
    if (waits_for_turn(step, action)) numbers.insert(thread_info(trace, action.thread).thread);
  }
  if (numbers.empty()) return "";
  if (numbers.size() > kFew) return std::to_string(numbers.size()) + " threads wait";
  return numbers.size() == 1 ? "thread " + ranges_text(numbers) + " waits"
                             : "threads " + ranges_text(numbers) + " wait";
}

std::string turns_text(const Trace& trace, const Step& step) {
  constexpr std::size_t kMostValues = 5;
  const std::vector<CellContention> cells = contended_cells(step);
  if (cells.empty()) return "";
  const CellContention& first = cells.front();
  const std::vector<double> values = values_in_turn(step, first.array, first.index);
  if (std::adjacent_find(values.begin(), values.end()) != values.end()) return "";
  const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(first.array)];
  std::string text = array.size > 1 ? cell(trace, first.array, first.index) + " " : "";
  if (text.starts_with(array.name)) text.erase(0, array.name.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_left_out = values.size() > kMostValues && i > 1 && i + 1 < values.size();
    if (is_left_out && i > 2) continue;
    text += (i == 0 ? "" : " › ") + (is_left_out ? "…" : number(values[i]));
  }
  return text;
}

std::string sentence_before(const Trace& trace) {
  if (trace.launches.empty()) return "The host's code will run.";
  const LaunchInfo& first = trace.launches.front();
  const bool is_same =
      std::all_of(trace.launches.begin(), trace.launches.end(), [&first](const LaunchInfo& each) {
        return each.kernel == first.kernel && each.blocks == first.blocks &&
               each.threads == first.threads;
      });
  std::string text = first.kernel + " will run ";
  if (trace.launches.size() > 1) {
    text += is_same ? std::to_string(trace.launches.size()) + " times, each " : "first, ";
  }
  return text + "in " + std::to_string(first.blocks) + (first.blocks == 1 ? " block" : " blocks") +
         " of " + std::to_string(first.threads) + (first.threads == 1 ? " thread." : " threads.");
}

std::string cell(const Trace& trace, int array, std::int64_t index) {
  if (array < 0) return "a null pointer";
  const ArrayInfo& at = trace.arrays[static_cast<std::size_t>(array)];
  const auto cells = static_cast<std::int64_t>(at.layout.cells.size());
  const std::int64_t element = index / cells - (index % cells < 0 ? 1 : 0);
  const std::int64_t width = at.width / cells;
  std::string text = at.name;
  if (width > 0) {
    text += "[" + std::to_string(element / width) + "][" + std::to_string(element % width) + "]";
  } else if (at.size > cells || element != 0) {
    text += "[" + std::to_string(element) + "]";
  }
  return text + at.layout.cells[static_cast<std::size_t>(index - element * cells)].name;
}

std::string sentence(const Trace& trace, int step) {
  if (step < 0 || static_cast<std::size_t>(step) >= trace.steps.size()) return "";
  const Step& at = trace.steps[static_cast<std::size_t>(step)];
  const Action& first = at.actions.front();
  std::string text = at.actions.size() > 1
                         ? group_text(trace, at)
                         : thread(trace, first.thread) + " " + action_text(trace, first);
  if (first.op == Op::host) text = trace.text_of(first);
  if (first.op == Op::launch && first.value != 0.0) {
    text = "the GPU takes " + trace.text_of(first) +
           " from the stream, and the host waits for its end";
  }
  bool met = first.op == Op::barrier;
  for (const Change& change : at.changes) {
    if (change.kind() == Change::Kind::thread &&
        change.progress().after.status == Status::barrier) {
      met = false;
    }
  }
  const bool some_had_left = std::any_of(at.faults.begin(), at.faults.end(), [&](int fault) {
    return trace.faults[static_cast<std::size_t>(fault)].kind == FaultKind::barrier;
  });
  if (met && !some_had_left) text += "; all have arrived, and the block continues";
  // Where no thread can ever continue, no turn will come.
  const bool is_last = step + 1 == std::ssize(trace.steps);
  const bool is_stuck =
      is_last && std::any_of(trace.faults.begin(), trace.faults.end(),
                             [](const Fault& fault) { return fault.stops_all(); });
  return capital(text + (is_stuck ? "" : cost_text(trace, at))) + ".";
}

std::string sentence(const Fault& fault) {
  std::string text = fault.text;
  if (!text.ends_with('.')) text += '.';
  if (!fault.stops_all()) return capital(text);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return capital(name_of(fault.kind)) + ": " + text;
}

std::vector<VariableSet> set_after(const Trace& trace, int step) {
  if (step < 0 || step >= std::ssize(trace.steps)) return {};
  const Step& at = trace.steps[static_cast<std::size_t>(step)];
  // The line of a launch is one of the host's.
  const bool is_in_kernel = at.actions.front().thread >= 0;
  const int line = is_in_kernel ? at.actions.front().line : 0;
  std::vector<VariableSet> all;
  for (const Change& change : at.changes) {
    if (change.kind() != Change::Kind::local) continue;
    const LocalState& after = change.local().after;
    if (!after.is_set || after.line == line) continue;
    const std::string& name = trace.variable(change.thread, static_cast<std::size_t>(change.index));
    const auto known = std::find_if(all.begin(), all.end(), [&](const VariableSet& each) {
      return each.name == name && each.line == after.line;
    });
    if (known == all.end()) {
      all.push_back({after.line, name, after.value, false});
    } else {
      known->differs = known->differs || known->value != after.value;
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const VariableSet& a, const VariableSet& b) { return a.line < b.line; });
  return all;
}

std::string sentence_after(const std::vector<VariableSet>& all) {
  std::string text;
  int line = 0;
  for (const VariableSet& each : all) {
    text += text.empty() ? "Then " : ", ";
    if (std::exchange(line, each.line) != each.line) text += line_text(each.line) + " sets ";
    text += each.name + (each.differs ? "" : " to " + number(each.value));
  }
  return text.empty() ? "" : text + ".";
}

}  // namespace heatwave::stage::words
