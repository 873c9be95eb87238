// A preprocessor carries out the directives of a text and expands its macros.
#include "kernels/cuda_text/tokens.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "kernels/cuda_text/token_scanner.h"

namespace heatwave::cuda_text {
namespace {

struct Macro {
  bool has_parameters = false;
  std::vector<std::string> parameters;
  std::vector<Token> body;
};

/// Carries out `#define`, `#if` and their kin.
class Preprocessor {
 public:
  Preprocessor(std::vector<Raw> raw, const Budget& budget, std::vector<Diagnostic>& diagnostics)
      : raw_(std::move(raw)), budget_(budget), diagnostics_(diagnostics) {
    // The stage shows code for a current GPU.
    const auto number = [](const char* text, Word word) {
      return Token{.kind = Token::Kind::number, .text = text, .word = word};
    };
    macros_["__CUDA_ARCH__"].body = {number("900", 900)};
    macros_["__CUDA_ARCH_FEAT_SM90_ALL"].body = {number("1", 1)};
    macros_["__CUDACC__"].body = {number("1", 1)};
    macros_["NULL"].body = {Token{.kind = Token::Kind::name, .text = "nullptr"}};
    macros_["INFINITY"].body = {Token{.kind = Token::Kind::number,
                                      .text = "INFINITY",
                                      .word = 0x7F800000,
                                      .scalar = Scalar::float32}};
  }

  std::vector<Token> all() {
    while (raw_[at_].token.kind != Token::Kind::end && !full_) {
      if (raw_[at_].first && is(raw_[at_].token, "#")) {
        try {
          directive(line_of_directive());
        } catch (const Rejected& rejected) {
          diagnostics_.push_back(rejected.diagnostic);
        }
      } else if (!active()) {
        ++at_;
      } else {
        expand_next();
      }
    }
    if (!conditions_.empty()) {
      diagnostics_.push_back({conditions_.back().place, "this '#if' has no '#endif'"});
    }
    Token end = raw_.back().token;
    tokens_.push_back(std::move(end));
    return std::move(tokens_);
  }

 private:
  struct Condition {
    Place place;
    bool active = false;
    bool was_active = false;  ///< one of its sections has been taken
    bool outer = false;       ///< the section around it is active
  };

  static bool is(const Token& token, std::string_view text) {
    return token.kind != Token::Kind::text && token.text == text;
  }
  [[nodiscard]] bool active() const { return conditions_.empty() || conditions_.back().active; }

  /// Takes the tokens of a directive, without its `#`.
  std::vector<Token> line_of_directive() {
    std::vector<Token> line{raw_[at_++].token};
    while (!raw_[at_].first && raw_[at_].token.kind != Token::Kind::end) {
      line.push_back(raw_[at_++].token);
    }
    return line;
  }

  void directive(const std::vector<Token>& line) {
    const Place place = line.front().place;
    if (line.size() < 2) return;
    const std::string& name = line[1].text;
    const std::vector<Token> rest(line.begin() + 2, line.end());
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      const bool outer = active();
      const bool holds = outer && (name == "if" ? value_of(place, rest) != 0
                                                : is_defined(place, rest) == (name == "ifdef"));
      conditions_.push_back({place, holds, holds, outer});
    } else if (name == "elif" || name == "else" || name == "endif") {
      if (conditions_.empty()) reject(place, "'#" + name + "' without '#if'");
      Condition& condition = conditions_.back();
      if (name == "endif") return conditions_.pop_back();
      condition.active = condition.outer && !condition.was_active &&
                         (name == "else" || value_of(place, rest) != 0);
      condition.was_active = condition.was_active || condition.active;
    } else if (!active() || name == "pragma" || name == "line") {
      return;
    } else if (name == "include") {
      if (!rest.empty() && rest.front().kind == Token::Kind::text) {
        reject(place, "other files cannot be included; put their code here");
      }
    } else if (name == "define") {
      define(place, rest);
    } else if (name == "undef") {
      if (!rest.empty()) macros_.erase(rest.front().text);
    } else if (name == "error") {
      reject(place, "#error");
    } else {
      reject(place, "there is no directive '#" + name + "'");
    }
  }

  [[nodiscard]] bool is_defined(Place place, const std::vector<Token>& rest) const {
    if (rest.size() != 1) reject(place, "the name of a macro is missing");
    return macros_.contains(rest.front().text);
  }

  void define(Place place, const std::vector<Token>& rest) {
    if (rest.empty() || rest.front().kind != Token::Kind::name) {
      reject(place, "'#define' needs a name");
    }
    Macro macro;
    std::size_t at = 1;
    const Token& name = rest.front();
    const auto end_of_name = name.place.column + static_cast<int>(name.text.size());
    const bool adjacent =
        rest.size() > 1 && is(rest[1], "(") && rest[1].place == Place{name.place.line, end_of_name};
    if (adjacent) {
      macro.has_parameters = true;
      for (at = 2; at < rest.size() && !is(rest[at], ")"); ++at) {
        if (is(rest[at], ",")) continue;
        if (rest[at].kind != Token::Kind::name) refuse(rest[at].place, "a macro with '...'");
        macro.parameters.push_back(rest[at].text);
      }
      if (at == rest.size()) reject(place, "')' is missing in '#define'");
      ++at;
    }
    for (; at < rest.size(); ++at) {
      if (is(rest[at], "#") || is(rest[at], "##")) refuse(rest[at].place, "'#' in a macro");
      macro.body.push_back(rest[at]);
    }
    macros_[name.text] = std::move(macro);
  }

  // Conditions of `#if`: the usual operators on whole numbers, and defined(NAME).

  Word value_of(Place place, const std::vector<Token>& line) {
    std::vector<Token> known;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (is(line[i], "defined")) {
        const bool bracket = i + 1 < line.size() && is(line[i + 1], "(");
        i += bracket ? 2 : 1;
        if (i >= line.size()) reject(place, "'defined' needs a name");
        known.push_back(
            {.kind = Token::Kind::number, .word = macros_.contains(line[i].text) ? 1U : 0U});
        if (bracket) ++i;
      } else {
        std::vector<Token> expanded;
        std::size_t next = i;
        std::set<std::string> open;
        expand(line, next, line[i].place, open, expanded);
        i = next - 1;
        known.insert(known.end(), expanded.begin(), expanded.end());
      }
    }
    std::size_t at = 0;
    const Word value = condition(place, known, at, 0);
    if (at != known.size()) reject(place, "this condition cannot be understood");
    return value;
  }

  static Word condition(Place place, const std::vector<Token>& line, std::size_t& at, int level) {
    constexpr std::array<std::pair<std::string_view, int>, 14> kOperators{{{"||", 0},
                                                                           {"&&", 1},
                                                                           {"==", 2},
                                                                           {"!=", 2},
                                                                           {"<", 3},
                                                                           {">", 3},
                                                                           {"<=", 3},
                                                                           {">=", 3},
                                                                           {"+", 4},
                                                                           {"-", 4},
                                                                           {"*", 5},
                                                                           {"/", 5},
                                                                           {"%", 5},
                                                                           {"&", 1}}};
    constexpr int kHighest = 6;
    if (level == kHighest) return operand(place, line, at);
    Word left = condition(place, line, at, level + 1);
    while (at < line.size()) {
      const std::string& sign = line[at].text;
      const auto found = std::ranges::find_if(
          kOperators, [&](const auto& each) { return each.first == sign && each.second == level; });
      if (found == kOperators.end()) break;
      ++at;
      const Word right = condition(place, line, at, level + 1);
      const auto whole = [&](Binary operation) {
        return result_of(operation, Scalar::int64, left, right);
      };
      left = sign == "||"   ? (left != 0 || right != 0 ? 1 : 0)
             : sign == "&&" ? (left != 0 && right != 0 ? 1 : 0)
             : sign == "==" ? whole(Binary::equal)
             : sign == "!=" ? whole(Binary::not_equal)
             : sign == "<"  ? whole(Binary::less)
             : sign == ">"  ? whole(Binary::greater)
             : sign == "<=" ? whole(Binary::less_equal)
             : sign == ">=" ? whole(Binary::greater_equal)
             : sign == "+"  ? whole(Binary::add)
             : sign == "-"  ? whole(Binary::subtract)
             : sign == "*"  ? whole(Binary::multiply)
             : sign == "/"  ? whole(Binary::divide)
             : sign == "%"  ? whole(Binary::remainder)
                            : whole(Binary::bit_and);
    }
    return left;
  }

  static Word operand(Place place, const std::vector<Token>& line, std::size_t& at) {
    bool negate = false;
    while (at < line.size() && is(line[at], "!")) {
      negate = !negate;
      ++at;
    }
    if (at >= line.size()) reject(place, "the condition of '#if' is missing");
    Word value = 0;
    const Token& token = line[at++];
    if (is(token, "(")) {
      if (at > 60) reject(place, "this condition is too long");
      value = condition(place, line, at, 0);
      if (at >= line.size() || !is(line[at++], ")")) reject(place, "')' is missing");
    } else if (token.kind == Token::Kind::number) {
      value = token.word;
    } else if (token.kind != Token::Kind::name) {  // an unknown name counts as 0
      reject(place, "this condition cannot be understood");
    }
    return negate ? (value == 0 ? 1 : 0) : value;
  }

  void expand_next() {
    std::set<std::string> open;
    const Place place = raw_[at_].token.place;
    try {
      std::vector<Token> from;
      const Token& token = raw_[at_].token;
      const auto macro = token.kind == Token::Kind::name ? macros_.find(token.text) : macros_.end();
      if (macro == macros_.end()) {
        put(token);
        ++at_;
        return;
      }
      // The arguments of a macro may stand in several lines.
      std::size_t end = at_ + 1;
      if (macro->second.has_parameters && is(raw_[end].token, "(")) {
        int depth = 0;
        do {
          if (is(raw_[end].token, "(")) ++depth;
          if (is(raw_[end].token, ")")) --depth;
          ++end;
        } while (depth > 0 && raw_[end].token.kind != Token::Kind::end);
      }
      for (std::size_t i = at_; i < end; ++i) from.push_back(raw_[i].token);
      at_ = end;
      std::size_t next = 0;
      while (next < from.size()) {
        std::vector<Token> expanded;
        expand(from, next, place, open, expanded);
        for (const Token& each : expanded) put(each);
      }
    } catch (const Rejected& rejected) {
      diagnostics_.push_back(rejected.diagnostic);
    }
  }

  void put(const Token& token) {
    if (tokens_.size() < static_cast<std::size_t>(budget_.tokens)) return tokens_.push_back(token);
    if (!full_) diagnostics_.push_back({token.place, "the text has too many words"});
    full_ = true;
  }

  /// Expands the token at `at`, with its arguments, and moves `at` behind them.
  void expand(const std::vector<Token>& from, std::size_t& at, Place place,
              std::set<std::string>& open, std::vector<Token>& to) {
    const Token token = from[at++];
    full_ = full_ || ++expansions_ > 4 * budget_.tokens;
    if (full_) reject(place, "the macros of this text grow too large");
    const auto found = token.kind == Token::Kind::name ? macros_.find(token.text) : macros_.end();
    const bool call = at < from.size() && is(from[at], "(");
    if (found == macros_.end() || open.contains(token.text) ||
        (found->second.has_parameters && !call)) {
      to.push_back(token);
      to.back().place = place;
      return;
    }
    if (open.size() >= static_cast<std::size_t>(budget_.depth))
      reject(place, "macros are nested too deeply");
    const Macro& macro = found->second;
    std::map<std::string, std::vector<Token>> given;
    if (macro.has_parameters) given = arguments_of(macro, from, at, place);
    std::vector<Token> replaced;
    for (const Token& each : macro.body) {
      const auto argument = each.kind == Token::Kind::name ? given.find(each.text) : given.end();
      if (argument == given.end()) {
        replaced.push_back(each);
      } else {
        replaced.insert(replaced.end(), argument->second.begin(), argument->second.end());
      }
      if (replaced.size() > static_cast<std::size_t>(budget_.tokens))
        reject(place, "this macro grows too large");
    }
    open.insert(token.text);
    std::size_t next = 0;
    while (next < replaced.size()) {
      if (to.size() > static_cast<std::size_t>(budget_.tokens))
        reject(place, "this macro grows too large");
      expand(replaced, next, place, open, to);
    }
    open.erase(token.text);
  }

  static std::map<std::string, std::vector<Token>> arguments_of(const Macro& macro,
                                                                const std::vector<Token>& from,
                                                                std::size_t& at, Place place) {
    std::vector<std::vector<Token>> arguments(1);
    int depth = 0;
    for (; at < from.size(); ++at) {
      if (is(from[at], "(") && depth++ == 0) continue;
      if (is(from[at], ")") && --depth == 0) break;
      if (is(from[at], ",") && depth == 1) {
        arguments.emplace_back();
      } else {
        arguments.back().push_back(from[at]);
      }
    }
    if (at == from.size()) reject(place, "')' is missing after the macro's arguments");
    ++at;
    if (macro.parameters.empty() && arguments.front().empty()) arguments.clear();
    if (arguments.size() != macro.parameters.size()) {
      reject(place, "this macro takes " + std::to_string(macro.parameters.size()) +
                        " arguments, not " + std::to_string(arguments.size()));
    }
    std::map<std::string, std::vector<Token>> given;
    for (std::size_t i = 0; i < arguments.size(); ++i) given[macro.parameters[i]] = arguments[i];
    return given;
  }

  std::vector<Raw> raw_;
  const Budget& budget_;
  std::vector<Diagnostic>& diagnostics_;
  std::map<std::string, Macro> macros_;
  std::vector<Condition> conditions_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int expansions_ = 0;
  bool full_ = false;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const Budget& budget,
                             std::vector<Diagnostic>& diagnostics) {
  if (text.size() > budget.bytes) {
    diagnostics.push_back(
        {{}, "the text is longer than " + std::to_string(budget.bytes) + " bytes"});
    return {Token{}};
  }
  return Preprocessor(scanned(text, budget, diagnostics), budget, diagnostics).all();
}

}  // namespace heatwave::cuda_text
