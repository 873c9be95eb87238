// ExpressionReader reads expressions by recursive descent, and adds their nodes to a document.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "kernels/field/formula/document.h"
#include "kernels/field/formula/token_reader.h"

namespace heatwave::field::formula {

/// Returns whether the text is a word that cannot be a name.
bool is_word(std::string_view text);

class ExpressionReader {
 public:
  ExpressionReader(TokenReader& tokens, Document& document);

  /// Each reads an expression and returns its node. A sum has neither comparisons nor conditions.
  int parse_expression();
  int parse_sum();
  /// Returns the index of a name in the document, which is added where it is new.
  int name_index(const std::string& name);
  /// Returns whether the document has all nodes that it may have.
  [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }

 private:
  class Deeper;

  int parse_conjunction();
  int parse_comparison();
  int parse_product();
  int parse_unary();
  int parse_power();
  int parse_primary();
  int parse_brackets();
  int parse_partial(const Place& place);
  int parse_name();
  int parse_call(const Place& place, const FunctionName& function);
  int prefix(Operation operation, const Place& place);
  int after_operator(int (ExpressionReader::*parse)());

  int add(Node node);
  int add(Operation operation, const Place& place, std::initializer_list<int> operands);
  int binary(Operation operation, int a, int b);
  [[nodiscard]] const Place& place_of(int node) const { return document_.node(node).place; }

  TokenReader& tokens_;
  Document& document_;
  std::unordered_map<std::string, int> name_indices_;
  int depth_ = 0;
  bool is_exhausted_ = false;
};

}  // namespace heatwave::field::formula
