# What ./run and ./check share: the packages they need, and how they configure and fill a build folder.
# Sourced with $root set to the top of the source tree.

# Names as in Debian 12 and Ubuntu 24.04.
build_packages=(
  cmake ninja-build g++ pkg-config python3
  libglfw3-dev libgl-dev libstb-dev libfmt-dev libcli11-dev nlohmann-json3-dev zlib1g-dev libxbyak-dev
  libx11-dev python3-glad fonts-roboto-unhinted fonts-jetbrains-mono libgtest-dev
)
check_packages=(
  git clang clang-format clang-tidy libclang-rt-14-dev xvfb xdotool x11-xkb-utils libxtst6 libgl1-mesa-dri
  dpkg-dev file man-db mandoc appstream desktop-file-utils wbritish-large
  libopenmpi-dev openmpi-bin # optional: one field over several processes
)

# For ./check --long.
long_packages=(clang-19)

# For the program for Windows: compiler, installer, and wine to run it.
windows_packages=(g++-mingw-w64-x86-64-posix libz-mingw-w64-dev nsis wine64 wine)

# For the program on 64-bit ARM: compiler, and qemu to run it.
aarch64_packages=(g++-aarch64-linux-gnu qemu-user-static)

say() { printf '%s\n' "$*" >&2; }

# Those of the named packages that are not installed, one a line.
missing_packages() {
  dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    awk -v wanted="$*" '
      $2 == "installed" { have[$1] = 1 }
      END { n = split(wanted, names, " "); for (i = 1; i <= n; ++i) if (!have[names[i]]) print names[i] }'
}

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi
}

# Installs those of the named packages that are missing. What cannot be installed is only named: the
# build may still find the library elsewhere, or fetch its source.
install_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    command -v cmake >/dev/null && command -v ninja >/dev/null && return
    say "Heatwave needs what Debian and Ubuntu call: $*"
    say "This system has no apt-get, so please install them by its own means."
    return
  fi
  local missing available package
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "Heatwave needs these packages and will install them now: ${missing[*]}"
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    say "That needs root, and there is no sudo here. Going on without them."
    return
  fi
  as_root apt-get update -q >&2 || say "The package lists could not be renewed. Going on with the old ones."
  available=()
  for package in "${missing[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      available+=("$package")
    else
      say "There is no package $package here. Going on without it."
    fi
  done
  ((${#available[@]})) || return 0
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${available[@]}" >&2 ||
    say "Not all packages could be installed. Going on; the build says what it lacks."
}

find_nvcc() {
  command -v nvcc || { [[ -x /usr/local/cuda/bin/nvcc ]] && echo /usr/local/cuda/bin/nvcc; }
}

# Whether there is an NVIDIA GPU. A Jetson has a device file, and before JetPack 6 no nvidia-smi.
has_gpu() { nvidia-smi -L >/dev/null 2>&1 || [[ -e /dev/nvhost-gpu || -e /dev/nvgpu ]]; }

# Configures build/PRESET unless that is done; Ninja renews it later by itself. Afresh where the tree
# has moved, or where nvcc has come since.
configure() {
  local preset=$1 folder="$root/build/$1" fresh=()
  local cache="$folder/CMakeCache.txt"
  if [[ -f $cache ]]; then
    if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
      fresh=(--fresh)
    elif grep -q '^HEATWAVE_NVCC:.*-NOTFOUND$' "$cache" && find_nvcc >/dev/null; then
      fresh=(--fresh)
    fi
  fi
  if [[ ${#fresh[@]} -gt 0 || ! -f $folder/build.ninja ]]; then
    (cd "$root" && cmake --preset "$preset" "${fresh[@]}")
  fi
}

# build PRESET [TARGET]: one compiler for each processor; more take turns in its caches, and all longer.
build() {
  configure "$1" && ninja -C "$root/build/$1" -j "$(nproc)" ${2:+"$2"}
}

# fetch_aarch64_libraries: what the system's packages for 64-bit ARM have, in build/aarch64-libraries. The
# system itself stays as it is: it neither installs them nor comes to know of another architecture.
# Ubuntu has them on another server, and the build then fetches the source.
fetch_aarch64_libraries() {
  local folder="$root/build/aarch64-libraries" apt
  [[ -f $folder/lib/libz.a ]] && return
  rm -rf "$folder"
  mkdir -p "$folder"/{lists,cache}/partial "$folder"/cache/archives/partial "$folder"/{include,lib}
  apt=(apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64
    -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=)
  if (cd "$folder" && "${apt[@]}" update >&2 && "${apt[@]}" download zlib1g-dev >&2 &&
    dpkg-deb -x zlib1g-dev_*_arm64.deb unpacked); then
    find "$folder/unpacked/usr/include" -name 'z*.h' -exec mv -t "$folder/include" {} +
    mv "$folder"/unpacked/usr/lib/*/libz.a "$folder/lib"
  else
    say "There is no zlib for 64-bit ARM here. Going on; the build fetches its source."
  fi
  rm -rf "$folder"/{lists,cache,unpacked} "$folder"/*.deb
}
