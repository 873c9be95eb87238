// Reads no more of a file than such a file can have.
#include "app/files/own_document.h"

#include "app/export/json_object.h"
#include "app/export/plain_file.h"

namespace heatwave::files {

nlohmann::ordered_json own_document(const std::filesystem::path& path) {
  constexpr const exporting::JsonBudget& kBudget = exporting::kOwnFileBudget;
  return exporting::parsed_json(exporting::whole_text(path, kBudget.bytes), {}, kBudget);
}

}  // namespace heatwave::files
