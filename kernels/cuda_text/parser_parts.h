// The parts of the parser: they read one stream of tokens, know the same names, and call each
// other.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/syntax.h"
#include "kernels/cuda_text/token_stream.h"

namespace heatwave::cuda_text {

class TypeParser;
class ExpressionParser;
class DeclarationParser;
class StatementParser;

/// Names without which C cannot be parsed.
struct KnownNames {
  std::vector<TemplateParameter> templates;  ///< parameters of the open function or struct
  std::set<std::string> types;
  std::set<std::string> functions;  ///< that are templates
  /// Namespaces whose contents CUDA C programs use directly.
  std::set<std::string> groups{"cooperative_groups", "std"};
};

/// The parts share this; the parser of the whole text makes and owns them.
struct Parsing {
  TokenStream tokens;
  KnownNames names;
  TypeParser* types = nullptr;
  ExpressionParser* expressions = nullptr;
  DeclarationParser* declarations = nullptr;
  StatementParser* statements = nullptr;
};

/// A part of the parser, with short names for what all parts do.
class ParserPart {
 protected:
  explicit ParserPart(Parsing& all) : all_(all) {}

  [[nodiscard]] TokenStream& tokens() const { return all_.tokens; }
  [[nodiscard]] KnownNames& names() const { return all_.names; }
  [[nodiscard]] TypeParser& types() const { return *all_.types; }
  [[nodiscard]] ExpressionParser& expressions() const { return *all_.expressions; }
  [[nodiscard]] DeclarationParser& declarations() const { return *all_.declarations; }
  [[nodiscard]] StatementParser& statements() const { return *all_.statements; }

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return tokens().peek(ahead); }
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const {
    return tokens().is(text, ahead);
  }
  [[nodiscard]] bool at_end() const { return tokens().at_end(); }
  [[nodiscard]] std::string found() const { return tokens().found(); }
  void advance(std::size_t count = 1) { tokens().go_to(tokens().at() + count); }
  const Token& next() { return tokens().next(); }
  bool take(std::string_view text) { return tokens().take(text); }
  void need(std::string_view text) { tokens().need(text); }
  void need_semicolon() { tokens().need_semicolon(); }
  std::string need_name(const char* what) { return tokens().need_name(what); }

 private:
  Parsing& all_;
};

}  // namespace heatwave::cuda_text
