#!/bin/sh
# Runs a program for Windows under wine, whose settings and drive C lie in a folder of the build's own.
here=${HEATWAVE_WINE_FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/heatwave/wine}
mkdir -p "$here"
export WINEPREFIX="$here" WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}"
# No tool of wine's asks to be installed, which would wait for an answer, and none adds what is
# installed to the menu of this system.
export WINEDLLOVERRIDES="${WINEDLLOVERRIDES:-mscoree=;mshtml=;winemenubuilder.exe=}"
# Wine translates names of files and arguments by the locale.
export LC_ALL="${LC_ALL:-C.UTF-8}"
# The installer refuses versions before Windows 10, such as the one that wine is at first.
grep -qs '"CurrentBuild"="18362"' "$here/system.reg" || wine winecfg -v win10
exec wine "$@"
