# Finds the fonts to embed. Sets HEATWAVE_FONTS to entries for heatwave_embed. For those that are not
# there the window falls back on the font that comes with Dear ImGui. The icon font is always there.
include_guard()

set(font_folders
  /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF
  /usr/share/fonts/truetype/roboto/unhinted
  /usr/share/fonts/truetype/roboto
  /usr/share/fonts/TTF
  /usr/share/fonts/google-roboto
  /usr/share/fonts/truetype/jetbrains-mono
  /usr/share/fonts/jetbrains-mono-fonts
  /usr/share/fonts/truetype/dejavu
  /usr/share/fonts/dejavu-sans-fonts
  /usr/share/fonts/dejavu-sans-mono-fonts)

find_file(HEATWAVE_FONT_REGULAR NAMES Roboto-Regular.ttf DejaVuSans.ttf
  PATHS ${font_folders} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
find_file(HEATWAVE_FONT_MEDIUM NAMES Roboto-Medium.ttf DejaVuSans-Bold.ttf
  PATHS ${font_folders} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
set(HEATWAVE_FONTS "")
if(HEATWAVE_FONT_REGULAR AND HEATWAVE_FONT_MEDIUM)
  set(HEATWAVE_FONTS "fonts/regular=${HEATWAVE_FONT_REGULAR}" "fonts/medium=${HEATWAVE_FONT_MEDIUM}")
else()
  message(STATUS "Heatwave: no Roboto font found (Debian and Ubuntu: fonts-roboto-unhinted)")
endif()

# For the lab's source code
find_file(HEATWAVE_FONT_MONO NAMES JetBrainsMono-Regular.ttf DejaVuSansMono.ttf
  PATHS ${font_folders} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(HEATWAVE_FONT_MONO)
  list(APPEND HEATWAVE_FONTS "fonts/mono=${HEATWAVE_FONT_MONO}")
else()
  message(STATUS "Heatwave: no monospaced font found (Debian and Ubuntu: fonts-jetbrains-mono)")
endif()

# The sources that Dear ImGui is built from bring along Font Awesome 4.7, for icons, and Fira Math, for
# equations, with the measures by which MicroTeX sets it.
FetchContent_GetProperties(interface_libraries SOURCE_DIR interface_libraries_folder)
list(APPEND HEATWAVE_FONTS "fonts/icons=${interface_libraries_folder}/fonts/fontawesome-webfont.ttf"
  "fonts/math=${interface_libraries_folder}/firamath/FiraMath-Regular.otf")
set(HEATWAVE_MATH_MEASURES "measures=${interface_libraries_folder}/firamath/FiraMath-Regular.clm1")
