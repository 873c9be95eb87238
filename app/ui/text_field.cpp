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

void begin_typing(const Look& look, const char* id, bool takes_keys) {
  look.memory.focus.begin_typing(ImGui::GetID(id), Takes::text, takes_keys);
}

void text_stop(const Look& look, const char* id) { key_stop(look, id, Takes::text); }

bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys) {
  begin_typing(look, id, takes_keys);
  const bool changed = ImGui::InputTextWithHint(id, hint, text.data(), text.capacity() + 1,
                                                ImGuiInputTextFlags_CallbackResize, on_edit, &text);
  text_stop(look, id);
  note_place(look, id + 2);  // without the "##" of what has no label
  return changed;
}

}  // namespace heatwave::ui
