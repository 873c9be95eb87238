// Saves what a command asks for.
#include "app/session/hub.h"

#include "app/system/write_files.h"

namespace heatwave::session {

std::filesystem::path saved_text(const std::filesystem::path& export_folder, std::string_view text,
                                 const std::string& path, const std::string& otherwise) {
  if (!path.empty()) return system::write_whole_text(path, text, system::Naming::exact);
  return system::write_whole_text(export_folder / otherwise, text, system::Naming::fresh);
}

}  // namespace heatwave::session
