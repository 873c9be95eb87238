# Finds the fonts to embed. Sets HEATWAVE_FONTS to entries for heatwave_embed; empty when there are
# none, then the window falls back on the font that comes with Dear ImGui.
include_guard()

set(font_folders
  /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF
  /usr/share/fonts/truetype/roboto/unhinted
  /usr/share/fonts/truetype/roboto
  /usr/share/fonts/TTF
  /usr/share/fonts/google-roboto
  /usr/share/fonts/truetype/dejavu
  /usr/share/fonts/dejavu-sans-fonts)

find_file(HEATWAVE_FONT_REGULAR NAMES Roboto-Regular.ttf DejaVuSans.ttf
  PATHS ${font_folders} NO_DEFAULT_PATH)
find_file(HEATWAVE_FONT_MEDIUM NAMES Roboto-Medium.ttf DejaVuSans-Bold.ttf
  PATHS ${font_folders} NO_DEFAULT_PATH)
set(HEATWAVE_FONTS "")
if(HEATWAVE_FONT_REGULAR AND HEATWAVE_FONT_MEDIUM)
  set(HEATWAVE_FONTS "fonts/regular=${HEATWAVE_FONT_REGULAR}" "fonts/medium=${HEATWAVE_FONT_MEDIUM}")
else()
  message(STATUS "Heatwave: no Roboto font found (Debian and Ubuntu: fonts-roboto-unhinted)")
endif()
