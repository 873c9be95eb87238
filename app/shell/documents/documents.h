// Documents: files are opened, saved, dropped, copied and pasted; the questions about files.
#pragma once

#include <filesystem>
#include <set>

#include "app/files/file_dialog.h"
#include "app/files/remembered.h"
#include "app/rooms/room.h"
#include "app/shell/documents/file_question.h"
#include "app/shell/documents/picture_question.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class Documents {
 public:
  explicit Documents(const ShellContext& shell);

  void handle(const session::OpenFile& command);
  void handle(const session::NoteOpenedFile& command);
  void handle(const session::SaveDocument& command);
  void handle(const session::SaveKernel& command);
  void handle(const session::ShareSight& command);
  void handle(const session::CopyScene& command);
  void handle(const session::PasteScene& command);
  void handle(const session::CopyRunLine& command);
  /// Opens files that were dropped onto the window together.
  void handle(std::vector<std::filesystem::path> dropped);

  void update();
  /// Draws the open question, if there is one.
  void draw(ShellView& view, const rooms::Room& room);

  [[nodiscard]] bool asks_something() const { return dialog_.is_open() || picture_.open(); }
  [[nodiscard]] const std::shared_ptr<const DocumentStatus>& status() const { return status_; }
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void open(const std::filesystem::path& file);
  void open_scene(const std::filesystem::path& path);
  void begin_scene(scene::Scene scene);
  void open_array(const std::filesystem::path& path);
  void open_picture(const std::filesystem::path& path);
  void open_kernel(const std::filesystem::path& path);
  void put_picture_in();
  void save(const files::ChosenFile& chosen);
  void save_kernel(const files::ChosenFile& chosen);
  void note_folder(const std::filesystem::path& folder);

  const ShellContext& shell_;
  files::FileDialog dialog_;
  FileQuestion question_;
  PictureModel picture_;
  std::string kernel_;  ///< text to be saved when the file's name is chosen
  files::RecentFiles recent_;
  std::shared_ptr<const DocumentStatus> status_;
  /// Files of this session, which a save replaces without asking again.
  std::set<std::filesystem::path> saved_here_;
  /// Origin of the scene in the previous frame.
  std::filesystem::path seen_origin_;
};

}  // namespace heatwave::shell
