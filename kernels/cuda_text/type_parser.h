// Parses the names of types and the arguments of templates.
#pragma once

#include "kernels/cuda_text/parser_parts.h"

namespace heatwave::cuda_text {

class TypeParser : private ParserPart {
 public:
  explicit TypeParser(Parsing& all) : ParserPart(all) {}

  [[nodiscard]] bool names_type(std::size_t ahead = 0) const;
  [[nodiscard]] bool begins_type() const;
  [[nodiscard]] bool begins_declaration() const;
  /// Skips the names of namespaces whose contents CUDA C programs use directly.
  /// Returns whether there were any.
  bool skip_namespaces();
  TypeName type();
  std::vector<TemplateArgument> template_arguments();
  void close_angle();

 private:
  [[nodiscard]] bool is_template_type(const std::string& name) const;
  void skip_qualifiers(bool* is_const);
  /// Joins "unsigned", "long", "int" … in any order.
  std::string words_of_type(bool* is_const);
};

}  // namespace heatwave::cuda_text
