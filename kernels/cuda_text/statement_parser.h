// Parses statements.
#pragma once

#include "kernels/cuda_text/parser_parts.h"

namespace heatwave::cuda_text {

class StatementParser : private ParserPart {
 public:
  explicit StatementParser(Parsing& all) : ParserPart(all) {}

  StatementPointer block();
  /// `using Name = type;`, `typedef type Name;`, `using namespace x;`
  StatementPointer alias();

 private:
  StatementPointer statement();
  /// Returns whether two names follow each other, as in `flaot x`.
  [[nodiscard]] bool looks_like_unknown_type() const;
  void reject_class_of_host() const;
  [[nodiscard]] bool begins_refused_declaration() const;
  [[nodiscard]] std::string refused_name() const;
  /// Makes a statement of a construct that is not played; it is refused only where it would run.
  StatementPointer refused(const Diagnostic& diagnostic);
  void condition(Statement& made, const char* word);
  StatementPointer if_else();
  StatementPointer while_loop();
  StatementPointer do_loop();
  StatementPointer for_loop();
  StatementPointer switch_case();
  StatementPointer label();
  StatementPointer returned();
};

StatementPointer statement_node(Statement::Kind kind, Place place);

}  // namespace heatwave::cuda_text
