// The file dialog without its drawing: a folder, its files, the typed text, and the choice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file_kind.h"

namespace heatwave::files {

struct FolderEntry {
  std::filesystem::path path;
  std::string name;  ///< printable form of the name
  FileKind kind = FileKind::other;
};

struct FolderList {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string failure;  ///< why it cannot be read; empty: it can
  bool cut = false;     ///< the folder has more entries than are listed
  std::filesystem::file_time_type changed{};
};

/// Limit of listed entries; a folder of a sequence may have many more.
inline constexpr std::size_t kMostListed = 5000;

/// Lists folders, and files of these kinds.
FolderList list_folder(const std::filesystem::path& folder, const std::vector<FileKind>& kinds);

/// Return whether the name contains the text, or begins with it; case does not matter.
bool name_contains(const std::string& name, const std::string& text);
bool name_begins_with(const std::string& name, const std::string& text);

enum class Purpose : std::uint8_t { open, save };

struct FileRow : FolderEntry {
  bool recent = false;  ///< one of the recent files, in any folder
};

/// The scene's title, and what to watch for.
struct SceneWords {
  std::string title;
  std::string watch;
};

/// The dialog's answer.
struct ChosenFile {
  Purpose purpose = Purpose::open;
  FileKind kind = FileKind::other;
  std::filesystem::path path;
  bool replace = false;  ///< the user has agreed
  SceneWords words;      ///< words of the saved scene
};

class FileDialog {
 public:
  /// `within`: the only folder that is shown, with its subfolders; empty: no restriction.
  explicit FileDialog(std::filesystem::path within = {});

  void ask_to_open(const std::filesystem::path& folder, std::vector<std::filesystem::path> recent);
  void ask_to_save(const std::filesystem::path& folder, std::string name, SceneWords words,
                   FileKind kind = FileKind::scene);
  /// Asks only whether to replace the file.
  void ask_to_replace(const std::filesystem::path& file, SceneWords words);
  void close();

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] Purpose purpose() const { return purpose_; }
  /// Returns the kind of the file to be saved.
  [[nodiscard]] FileKind saved_kind() const { return saved_kind_; }
  /// Number of openings, which tells the view about a new dialog.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The folder of the rows: the current one, or the typed one.
  [[nodiscard]] const std::filesystem::path& folder() const { return listed_.folder; }
  [[nodiscard]] const std::vector<FileRow>& rows() const { return rows_; }
  [[nodiscard]] int chosen() const { return chosen_; }  ///< index of a row; -1: none
  /// Returns the message: why there are no rows, an error, or the next action; may be empty.
  [[nodiscard]] std::string message() const;
  /// The file to be replaced, while the dialog asks about it.
  [[nodiscard]] const std::optional<std::filesystem::path>& to_replace() const { return replaced_; }

  /// Edited by the text field; call note_typed() afterwards. `typed_count` grows when the dialog
  /// itself changes the text.
  std::string typed;
  [[nodiscard]] int typed_count() const { return typed_count_; }
  SceneWords words;
  void note_typed();

  void choose(int row);
  void move(int by);
  void go_up();
  /// Enters the chosen folder, or answers with the file; or asks a question, or shows an error.
  void enter();
  /// Goes back one question; at the first one, closes the dialog.
  void escape();
  /// Checks whether the folder has changed.
  void look_again();
  [[nodiscard]] std::optional<ChosenFile> take_answer();

 private:
  void begin(Purpose purpose, const std::filesystem::path& folder);
  void put_typed(std::string text);
  void go_to(const std::filesystem::path& folder);
  void read();
  void fill();
  /// Returns the typed text as a path; "~" at the beginning is the user's home.
  [[nodiscard]] std::filesystem::path typed_path() const;
  /// Returns the typed path's folder, or the current one if none was typed.
  [[nodiscard]] std::filesystem::path typed_folder() const;
  [[nodiscard]] std::filesystem::path kept_within(const std::filesystem::path& folder) const;
  void enter_to_open();
  void enter_to_save();
  void answer(const std::filesystem::path& path, bool replace);

  std::filesystem::path within_;
  Purpose purpose_ = Purpose::open;
  FileKind saved_kind_ = FileKind::scene;
  bool is_open_ = false;
  std::uint64_t count_ = 0;
  int typed_count_ = 0;
  std::filesystem::path base_;
  FolderList listed_;
  std::vector<std::filesystem::path> recent_;
  std::vector<FileRow> rows_;
  int chosen_ = -1;
  bool chosen_by_hand_ = false;
  std::string wrong_;
  std::optional<std::filesystem::path> replaced_;
  bool asks_only_to_replace_ = false;
  std::optional<ChosenFile> answer_;
};

}  // namespace heatwave::files
