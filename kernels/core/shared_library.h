// SharedLibrary opens at run time what a machine may lack, such as a library of the CUDA toolkit,
// so that the program starts without it.
#pragma once

#include <initializer_list>
#include <string>

namespace heatwave::core {

class SharedLibrary {
 public:
  /// Opens the first of these files that the system or a folder of the CUDA toolkit has; it stays
  /// open until the program ends. `title` is the library's name in messages. Throws Unavailable
  /// when no file is found.
  SharedLibrary(std::string title, std::initializer_list<const char*> files);

  /// Finds a function by its name. Throws Unavailable when the library has none of this name.
  template <typename Function>
  void find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(address_of(name));
  }
  /// Finds a function by its name; null: the library has none of this name.
  template <typename Function>
  void find_if_there(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(address_if_there(name));
  }

 private:
  [[nodiscard]] void* address_of(const char* name) const;
  [[nodiscard]] void* address_if_there(const char* name) const;

  std::string title_;
  void* library_ = nullptr;
};

/// Opens the library of NVIDIA's driver. Throws Unavailable when there is none.
inline SharedLibrary gpu_driver_library() {
  return {"the GPU's driver", {"libcuda.so.1", "nvcuda.dll"}};
}

}  // namespace heatwave::core
