// Programs are printed here.
#include <cstdio>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {
namespace {

class Printer {
 public:
  Printer(const Program& program, const Model& model) : program_(program), model_(model) {}

  std::string print() {
    for (std::size_t i = 0; i < program_.constants.size(); ++i) {
      text_ += 'k' + std::to_string(i) + " = " + folded(program_.constants[i], false) + '\n';
    }
    for (std::size_t i = 0; i < program_.uniforms.size(); ++i) {
      const Uniform& uniform = program_.uniforms[i];
      const std::string which = uniform.kind == Uniform::Kind::time ? "time"
                                : uniform.kind == Uniform::Kind::second_weight
                                    ? "weight of the step before"
                                    : "integral " + std::to_string(uniform.index);
      text_ += 'g' + std::to_string(i) + " = " + which + '\n';
    }
    for (std::size_t i = 0; i < program_.integrals.size(); ++i) {
      const Integral& integral = program_.integrals[i];
      print_step("integral " + std::to_string(i) + ", every " + std::to_string(integral.every),
                 integral.integrand);
    }
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      print_step(
          "sub-step " + std::to_string(i + 1) + " of " + std::to_string(program_.steps.size()),
          program_.steps[i]);
    }
    static constexpr std::string_view kSideNames[] = {"left", "right", "top", "bottom"};
    for (const SideCondition& side : program_.sides) {
      print_step(std::string(kSideNames[static_cast<std::size_t>(side.side)]) +
                     (side.is_slope ? ", slope" : ", value"),
                 side.expression);
    }
    for (std::size_t c = 0; c < program_.initial.size(); ++c) {
      print_step("at the beginning, plane " + std::to_string(c), program_.initial[c]);
      print_step("at the beginning, rate of plane " + std::to_string(c), program_.initial_rate[c]);
    }
    print_step("inside", program_.inside);
    return std::move(text_);
  }

 private:
  std::string folded(int index, bool in_brackets) {
    const Folded& at = program_.folded[static_cast<std::size_t>(index)];
    const auto with = [&](const char* sign) {
      const std::string words = folded(at.a, true) + sign + folded(at.b, true);
      return in_brackets ? '(' + words + ')' : words;
    };
    switch (at.kind) {
      case Folded::Kind::number: {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", at.number);
        return digits;
      }
      case Folded::Kind::node: {
        const Node& node = model_.document.node(at.a);
        std::string words =
            model_.document.text.substr(node.place.begin, node.place.end - node.place.begin);
        for (char& c : words) c = c == '\n' ? ' ' : c;
        return node.operation == Operation::name || node.in_brackets || !in_brackets
                   ? words
                   : '(' + words + ')';
      }
      case Folded::Kind::negate:
        return '-' + folded(at.a, true);
      case Folded::Kind::add:
        return with(" + ");
      case Folded::Kind::multiply:
        return with(" * ");
      case Folded::Kind::divide:
        return with(" / ");
      case Folded::Kind::square_root:
        return "sqrt(" + folded(at.a, false) + ')';
    }
    return {};
  }
  void print_step(const std::string& title, const SubStep& step) {
    if (step.values.empty()) return;
    text_ += title + ":\n";
    for (std::size_t i = 0; i < step.values.size(); ++i) {
      const Value& value = step.values[i];
      text_ += "  v" + std::to_string(i) + " = ";
      if (value.op == Op::constant) {
        text_ += 'k' + std::to_string(value.a);
      } else if (value.op == Op::uniform) {
        text_ += 'g' + std::to_string(value.a);
      } else {
        text_ += name_of(value.op);
        if (value.op >= Op::centre && value.op <= Op::laplacian) {
          text_ += ' ' + program_.planes[static_cast<std::size_t>(value.a)].name;
        } else if (operand_count(value.op) == 0 && value.a != kNone) {
          text_ += ' ' + std::to_string(value.a);
        }
        const int count = operand_count(value.op);
        for (int o = 0; o < count; ++o)
          text_ += " v" + std::to_string(o == 0 ? value.a : o == 1 ? value.b : value.c);
      }
      text_ += '\n';
    }
    for (const Output& output : step.outputs) {
      text_ += "  " + program_.planes[static_cast<std::size_t>(output.plane)].name + " = v" +
               std::to_string(output.value) + '\n';
    }
  }

  const Program& program_;
  const Model& model_;
  std::string text_;
};

}  // namespace

std::string text_of(const Program& program, const Model& model) {
  return Printer(program, model).print();
}

}  // namespace heatwave::field::formula
