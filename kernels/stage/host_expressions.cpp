// Numbers are doubles, which hold every count of a lesson.
#include "kernels/stage/host_expressions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/stage/host_calls.h"
#include "kernels/stage/host_runtime.h"

namespace heatwave::stage {

using cuda_text::Expression;
using cuda_text::Place;
using cuda_text::TypeName;

namespace {

using Operator = double (*)(double, double);

/// Null: the operator is not played.
Operator operator_of(const std::string& sign) {
  static const std::map<std::string, Operator> kOperators = {
      {"+", [](double left, double right) { return left + right; }},
      {"-", [](double left, double right) { return left - right; }},
      {"*", [](double left, double right) { return left * right; }},
      {"/", [](double left, double right) { return left / right; }},
      {"%", [](double left, double right) { return std::fmod(left, right); }},
      {"<", [](double left, double right) { return left < right ? 1.0 : 0.0; }},
      {">", [](double left, double right) { return left > right ? 1.0 : 0.0; }},
      {"<=", [](double left, double right) { return left <= right ? 1.0 : 0.0; }},
      {">=", [](double left, double right) { return left >= right ? 1.0 : 0.0; }},
      {"==", [](double left, double right) { return left == right ? 1.0 : 0.0; }},
      {"!=", [](double left, double right) { return left != right ? 1.0 : 0.0; }}};
  const auto found = kOperators.find(sign);
  return found == kOperators.end() ? nullptr : found->second;
}

HostExpression constant(HostValue value) {
  return [value = std::move(value)](HostRun&) { return value; };
}

HostExpression converted(HostExpression value, const TypeName& type) {
  return
      [value = std::move(value), &type](HostRun& run) { return host_converted(value(run), type); };
}

}  // namespace

HostExpression host_refusal(Place place, std::string what) {
  return [place, what = std::move(what)](HostRun& run) -> HostValue { run.refuse(place, what); };
}

HostSlot HostExpressions::declare(const std::string& name, const TypeName& type) {
  const auto index = static_cast<int>(function_.variables.size());
  function_.variables.push_back(host_name(name, type, types_));
  visible_.push_back(index);
  return {index};
}

int HostExpressions::enter_scope() {
  scopes_.push_back(visible_.size());
  return static_cast<int>(function_.variables.size());
}

int HostExpressions::leave_scope() {
  visible_.resize(scopes_.back());
  scopes_.pop_back();
  return static_cast<int>(function_.variables.size());
}

std::optional<HostSlot> HostExpressions::slot_of(const Expression& expression) const {
  if (expression.kind != Expression::Kind::name) return std::nullopt;
  const auto has_name = [&](const HostName& each) { return each.name == expression.text; };
  for (auto each = visible_.rbegin(); each != visible_.rend(); ++each) {
    if (has_name(function_.variables[static_cast<std::size_t>(*each)])) return HostSlot{*each};
  }
  if (self_ == nullptr) return std::nullopt;
  const auto member = std::find_if(self_->members.begin(), self_->members.end(), has_name);
  if (member == self_->members.end()) return std::nullopt;
  return HostSlot{static_cast<int>(member - self_->members.begin()), true};
}

HostExpression HostExpressions::value(const Expression& expression) {
  const auto& parts = expression.parts;
  switch (expression.kind) {
    case Expression::Kind::number:
      return constant(host_number(cuda_text::as_double(expression.scalar, expression.word),
                                  !cuda_text::is_floating(expression.scalar)));
    case Expression::Kind::name:
      return named(expression);
    case Expression::Kind::call:
      return call(expression);
    case Expression::Kind::index:
      return load(expression);
    case Expression::Kind::unary:
    case Expression::Kind::postfix:
      return unary(expression);
    case Expression::Kind::binary:
      return combined(expression, expression.text);
    case Expression::Kind::assign:
      return assign(expression);
    case Expression::Kind::conditional:
      return [condition = value(*parts[0]), yes = value(*parts[1]), no = value(*parts[2]),
              place = expression.place](HostRun& run) {
        return run.number(condition, place) != 0 ? yes(run) : no(run);
      };
    case Expression::Kind::construct:
      if (expression.type->name == "dim3") return dim_of(expression);
      if (parts.size() != 1) return host_refusal(expression.place, "this object");
      return converted(value(*parts.front()), *expression.type);
    case Expression::Kind::cast:
      return converted(value(*parts.front()), *expression.type);
    case Expression::Kind::size_of:
      return size_of(expression);
    case Expression::Kind::launch:
      return host_launch(expression, *this);
    case Expression::Kind::list:
      return [all = values(parts)](HostRun& run) {
        HostList list;
        for (const HostExpression& each : all) list.values.push_back(each(run));
        return HostValue{std::move(list)};
      };
    case Expression::Kind::text:
    case Expression::Kind::member:
      break;
  }
  return host_refusal(expression.place, "this expression");
}

std::vector<HostExpression> HostExpressions::values(
    const std::vector<cuda_text::ExpressionPointer>& expressions, std::size_t first) {
  std::vector<HostExpression> all;
  for (std::size_t i = first; i < expressions.size(); ++i) all.push_back(value(*expressions[i]));
  return all;
}

HostExpression HostExpressions::value_for(HostSlot variable, const Expression& expression) {
  HostExpression made = value(expression);
  if (expression.kind != Expression::Kind::call) return made;
  return [variable, made = std::move(made)](HostRun& run) {
    const std::optional<Array> shown = run.at(variable).shown;
    if (shown) run.runtime.store_next_error(*shown);
    return made(run);
  };
}

HostExpression HostExpressions::dim_of(const Expression& expression) {
  return [parts = values(expression.parts), place = expression.place](HostRun& run) {
    Dim dim;
    int* axes[] = {&dim.x, &dim.y, &dim.z};
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i) {
      *axes[i] = static_cast<int>(run.number(parts[i], place));
    }
    return HostValue{dim};
  };
}

std::function<HostExpressions::Element(HostRun&)> HostExpressions::element(
    const Expression& expression) {
  const bool is_index = expression.kind == Expression::Kind::index;
  return [of = value(*expression.parts.front()),
          index = is_index ? value(*expression.parts[1]) : constant(host_number(0)),
          place = expression.place](HostRun& run) {
    Element made{.memory = of(run), .array = {}, .index = run.whole(index, place)};
    if (std::holds_alternative<HostMemory>(made.memory.of)) return made;
    if (const auto* pointer = std::get_if<DevicePointer>(&made.memory.of)) {
      made.array = run.runtime.array_of(*pointer);
    }
    const auto& arrays = run.runtime.machine().played().arrays;
    if (made.array.id() < 0 ||
        arrays[static_cast<std::size_t>(made.array.id())].space != Space::host) {
      run.refuse(place, "an access to the device's memory");
    }
    return made;
  };
}

HostExpression HostExpressions::load(const Expression& expression) {
  return [element = element(expression)](HostRun& run) {
    const Element from = element(run);
    const bool is_shown = from.array.id() >= 0;
    return host_number(is_shown ? run.runtime.machine().value(from.array, from.index)
                                : host_cells(from.memory, from.index, 1).front(),
                       false);
  };
}

HostExpressions::Store HostExpressions::store(const Expression& to) {
  const bool is_element =
      to.kind == Expression::Kind::index || (to.kind == Expression::Kind::unary && to.text == "*");
  if (is_element) {
    return [element = element(to), place = to.place](HostRun& run, const HostValue& value) {
      const Element into = element(run);
      const double* its = std::get_if<double>(&value.of);
      if (its == nullptr) run.refuse(place, "this assignment");
      if (into.array.id() >= 0) return run.runtime.machine().set(into.array, into.index, *its);
      host_cells(into.memory, into.index, 1).front() = *its;
    };
  }
  if (const auto slot = slot_of(to)) {
    return [slot = *slot](HostRun& run, const HostValue& value) {
      HostVariable& variable = run.at(slot);
      variable.value = host_converted(value, *variable.declared->type);
    };
  }
  return [refuse = host_refusal(to.place, "'" + to.text + "'")](HostRun& run, const HostValue&) {
    refuse(run);
  };
}

HostExpression HostExpressions::named(const Expression& expression) {
  if (const auto slot = slot_of(expression)) {
    return [slot = *slot](HostRun& run) { return run.at(slot).value; };
  }
  if (expression.text == "nullptr") return constant({DevicePointer{}});
  if (expression.text == "cudaSuccess") return constant(host_number(0));
  return host_refusal(expression.place, "'" + expression.text + "'");
}

HostExpression HostExpressions::unary(const Expression& expression) {
  const Expression& operand = *expression.parts.front();
  const std::string& sign = expression.text;
  const Place place = expression.place;
  if (sign == "*") return load(expression);
  if (sign == "&") {
    const auto slot = slot_of(operand);
    if (!slot) return host_refusal(place, "'" + operand.text + "'");
    return [slot = *slot](HostRun& run) { return HostValue{HostAddress{&run.at(slot)}}; };
  }
  const auto with_number = [&](auto result) -> HostExpression {
    return [of = value(operand), place, sign, result](HostRun& run) {
      const HostValue before = of(run);
      const double* its = std::get_if<double>(&before.of);
      if (its == nullptr) run.refuse(place, "this operand of " + sign);
      return result(run, *its, before.is_whole);
    };
  };
  if (sign == "-") {
    return with_number(
        [](HostRun&, double its, bool is_whole) { return host_number(-its, is_whole); });
  }
  if (sign == "!") {
    return with_number([](HostRun&, double its, bool) { return host_number(its == 0 ? 1 : 0); });
  }
  if (sign != "++" && sign != "--") return host_refusal(place, "the operator " + sign);
  return with_number([step = sign == "++" ? 1 : -1, store = store(operand),
                      is_postfix = expression.kind == Expression::Kind::postfix](
                         HostRun& run, double its, bool is_whole) {
    const HostValue after = host_number(its + step, is_whole);
    store(run, after);
    return is_postfix ? host_number(its, is_whole) : after;
  });
}

HostExpression HostExpressions::combined(const Expression& expression, const std::string& sign) {
  const Operator apply = operator_of(sign);
  if (apply == nullptr) return host_refusal(expression.place, "the operator " + sign);
  return [left = value(*expression.parts[0]), right = value(*expression.parts[1]), apply,
          divides = sign == "/" || sign == "%", place = expression.place](HostRun& run) {
    const HostValue first = left(run);
    const HostValue second = right(run);
    const double* a = std::get_if<double>(&first.of);
    const double* b = std::get_if<double>(&second.of);
    if (a == nullptr || b == nullptr) run.refuse(place, "this operand");
    const bool is_whole = first.is_whole && second.is_whole;
    if (divides && is_whole && *b == 0) {
      throw core::Error("line " + std::to_string(run.line_of(place)) +
                        ": the host divides by zero");
    }
    const double result = apply(*a, *b);
    return host_number(divides && is_whole ? std::trunc(result) : result, is_whole);
  };
}

HostExpression HostExpressions::assign(const Expression& expression) {
  const Expression& to = *expression.parts[0];
  const Expression& from = *expression.parts[1];
  const std::string sign = expression.text.substr(0, expression.text.size() - 1);
  const auto slot = slot_of(to);
  HostExpression result = !sign.empty() ? combined(expression, sign)
                          : slot        ? value_for(*slot, from)
                                        : value(from);
  return [result = std::move(result), store = store(to)](HostRun& run) {
    HostValue made = result(run);
    store(run, made);
    return made;
  };
}

HostExpression HostExpressions::size_of(const Expression& expression) {
  constexpr double kPointerBytes = 8;
  if (expression.type == nullptr) return host_refusal(expression.place, "a size without a type");
  if (!expression.type->pointers.empty()) return constant(host_number(kPointerBytes));
  const cuda_text::Type* type = built_in(*expression.type);
  if (type == nullptr) {
    return host_refusal(expression.place, "the size of '" + expression.type->name + "'");
  }
  return constant(host_number(static_cast<double>(type->bytes)));
}

/// Compiles a call of an object's method, or of a function of CUDA's.
HostExpression HostExpressions::call(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  const bool is_method = callee.kind == Expression::Kind::member && expression.parts.size() == 1;
  if (!is_method) return host_call(expression, *this);
  const auto slot = slot_of(*callee.parts.front());
  if (!slot) return host_refusal(expression.place, "'" + callee.parts.front()->text + "'");
  return [slot = *slot, name = callee.text, place = expression.place](HostRun& run) {
    if (auto* object = std::get_if<HostObject>(&run.at(slot).value.of)) {
      for (const HostFunction& each : object->type->methods) {
        if (each.name == name) return run.call(*object, each, run.line_of(place));
      }
    }
    run.refuse(place, "a call of '" + name + "'");
  };
}

}  // namespace heatwave::stage
