// Dear ImGui's own field, with a string that grows.
#include "app/ui/text_field.h"

#include "app/ui/controls.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

int on_edit(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text->data();
  }
  return 0;
}

}  // namespace

bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys) {
  if (takes_keys) ImGui::SetKeyboardFocusHere();
  // The history makes Up and Down the field's own keys: they choose from what is found below it.
  const ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackHistory;
  const bool changed =
      ImGui::InputTextWithHint(id, hint, text.data(), text.capacity() + 1, flags, on_edit, &text);
  note_place(look, id + 2);  // without the "##" of what has no label
  return changed;
}

}  // namespace heatwave::ui
