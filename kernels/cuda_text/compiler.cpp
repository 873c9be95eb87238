// A kernel's parameters are the first variables of its threads; its body follows.
#include "kernels/cuda_text/compiler.h"

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/core/nearest_word.h"
#include "kernels/cuda_text/statements.h"
#include "kernels/cuda_text/text_parser.h"

namespace heatwave::cuda_text {
namespace {

constexpr std::size_t kMostParameters = 256;

void add_parameter(Workplace& at, const Variable& parameter) {
  if (parameter.is_reference) {
    reject(parameter.place,
           "a kernel's parameter cannot be a reference: the GPU does not see the "
           "host's variables");
  }
  const Type* type = at.names.type_of(parameter);
  if (type->is(Type::Kind::array)) type = at.types.pointer_to(type->element);
  at.out.at(parameter.place);
  const std::int32_t offset = at.out.allocate(*type);
  for (const Leaf& leaf : leaves_of(*type, true, kMostParameters)) {
    Parameter made{.name = parameter.name + leaf.name,
                   .offset = offset + static_cast<std::int32_t>(leaf.offset)};
    if (leaf.type->is_pointer()) {
      made.is_pointer = true;
      made.is_const = leaf.type->element->is_const;
      made.target = layout_of(*leaf.type->element);
    } else {
      made.scalar = leaf.type->scalar;
    }
    at.program.parameters.push_back(std::move(made));
    if (at.program.parameters.size() > kMostParameters) {
      reject(parameter.place, "the kernel has too many parameters");
    }
  }
  if (!parameter.name.empty()) {
    at.names.declare(parameter.name, {Symbol::Kind::local, type, offset, 0}, parameter.place);
  }
}

/// Leaves out the memory that the code does not use.
void drop_unused_objects(Program& program) {
  std::map<int, int> used;
  for (const Instruction& each : program.code) {
    if (each.code == Code::address_object) used.emplace(each.a, 0);
  }
  std::vector<MemoryObject> objects;
  for (auto& [old, now] : used) {
    now = static_cast<int>(objects.size());
    objects.push_back(std::move(program.objects[static_cast<std::size_t>(old)]));
  }
  for (Instruction& each : program.code) {
    if (each.code == Code::address_object) each.a = used.at(each.a);
  }
  program.objects = std::move(objects);
}

/// Compiles a function as a kernel; its mistakes are added to `diagnostics`.
Program compiled(const Unit& unit, const Budget& budget, const Function& function,
                 const std::vector<TemplateArgument>& arguments, const CompileOptions& options,
                 Place place, std::vector<Diagnostic>& diagnostics) {
  Program program;
  program.name = function.name;
  program.line = function.place.line;
  Workplace at{.unit = unit,
               .budget = budget,
               .program = program,
               .diagnostics = diagnostics,
               .function = &function};
  at.computes = options.computes;
  Statements statements(at);
  for (const Variable& each : unit.variables) {
    if (each.is_constant_memory || each.is_device_memory) statements.declare_memory(each);
  }
  try {
    Bindings bindings = at.names.bound(function.templates, arguments, place);
    for (const TemplateParameter& each : function.templates) {
      if (!bindings.contains(each.name)) {
        reject(function.place, "'" + function.name + "' needs a value for its '" + each.name +
                                   "': " + function.name + "<…>");
      }
    }
    at.names.enter_function(std::move(bindings), std::nullopt);
    if (function.most_threads != nullptr) {
      const std::int64_t most = at.names.whole_constant(*function.most_threads, "a launch bound");
      program.most_threads = static_cast<std::int32_t>(std::clamp<std::int64_t>(most, 1, 1024));
    }
    for (const Variable& each : function.parameters) add_parameter(at, each);
    if (function.is_kernel) {
      statements.kernel_body(function);
    } else {
      statements.device_body(function);
    }
  } catch (const Rejected& rejected) {
    at.record(rejected.diagnostic);
  }
  program.shown_at.resize(static_cast<std::size_t>(program.frame_bytes), -1);
  return program;
}

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(
      diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
      });
}

}  // namespace

Source::Source(std::string_view text, const Budget& budget)
    : unit_(nullptr), budget_(budget), diagnostics_() {
  unit_ = parse(text, budget_, diagnostics_);
  sort_by_place(diagnostics_);
}

std::vector<std::string> Source::kernels() const {
  std::vector<std::string> names;
  for (const auto& each : unit_->functions) {
    if (each->is_kernel) names.push_back(each->name);
  }
  return names;
}

std::vector<std::string> Source::template_parameters(const std::string& kernel) const {
  std::vector<std::string> names;
  if (const Function* function = unit_->function(kernel)) {
    for (const TemplateParameter& each : function->templates) names.push_back(each.name);
  }
  return names;
}

Compilation Source::compile(const std::string& kernel, const CompileOptions& options) const {
  Compilation result{.program = std::nullopt, .diagnostics = diagnostics_};
  const auto give_up = [&](Place place, std::string text) {
    result.diagnostics.push_back({place, std::move(text)});
  };
  if (!result.diagnostics.empty()) return result;
  const std::vector<std::string> names = kernels();
  if (names.empty()) {
    give_up({}, "the text has no kernel: __global__ void name(…) { … }");
    return result;
  }
  if (kernel.empty() && names.size() > 1) {
    give_up({}, "the text has several kernels: name one in its launch, such as 'launch " +
                    names.back() + " 1, 32'");
    return result;
  }
  ExpressionPointer name;
  try {
    name = parse_kernel_name(kernel.empty() ? names.front() : kernel, *unit_, budget_);
  } catch (const Rejected& rejected) {
    give_up({}, "'" + kernel + "' is no name of a kernel: " + rejected.diagnostic.text);
    return result;
  }
  const Function* function = unit_->function(name->text);
  if (function == nullptr || !function->is_kernel) {
    const auto meant = core::nearest_word(name->text, names);
    give_up({}, "there is no kernel '" + name->text + "'" +
                    (meant ? " (did you mean '" + *meant + "'?)" : ""));
    return result;
  }
  Program program = compiled(*unit_, budget_, *function, name->arguments, options, function->place,
                             result.diagnostics);
  sort_by_place(result.diagnostics);
  if (!mistakes_in(result.diagnostics).empty()) return result;
  drop_unused_objects(program);
  program.instance = kernel.empty() ? program.name : kernel;
  program.template_parameters = template_parameters(program.name);
  result.program = std::move(program);
  return result;
}

std::vector<Diagnostic> Source::check() const {
  std::vector<Diagnostic> all = diagnostics_;
  if (!all.empty()) return all;
  std::size_t instructions = 0;
  for (const auto& each : unit_->functions) {
    if (!each->templates.empty() || !(each->is_kernel || each->is_device)) continue;
    std::vector<Diagnostic> found;
    // A parameter of a device function may be a reference: its callers check it.
    const bool references =
        std::any_of(each->parameters.begin(), each->parameters.end(),
                    [](const Variable& parameter) { return parameter.is_reference; });
    if (!each->is_kernel && references) continue;
    const Program program = compiled(*unit_, budget_, *each, {}, {}, each->place, found);
    for (Diagnostic& diagnostic : found) add_diagnostic(all, std::move(diagnostic), budget_);
    instructions += program.code.size();
    const auto most = static_cast<std::size_t>(budget_.instructions);
    const bool full = static_cast<int>(mistakes_in(all).size()) >= budget_.diagnostics ||
                      program.code.size() >= most || instructions > 4 * most;
    if (full) break;
  }
  sort_by_place(all);
  return all;
}

}  // namespace heatwave::cuda_text
