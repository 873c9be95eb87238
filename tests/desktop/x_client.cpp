// Xlib; its extension for faked input is looked up when it runs, because only its library and not
// its header is there wherever xdotool is.
#include "x_client.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <dlfcn.h>

#include <stdexcept>

namespace heatwave::test {
namespace {

using FakeKey = int (*)(Display*, unsigned, int, unsigned long);
using FakeButton = int (*)(Display*, unsigned, int, unsigned long);
using FakeMotion = int (*)(Display*, int, int, int, unsigned long);

/// A window may be gone before a request for it arrives; that is no reason to end the tests.
int ignore(Display* /*display*/, XErrorEvent* /*event*/) { return 0; }

int bits_before(unsigned long mask) {
  int bits = 0;
  for (; mask != 0 && (mask & 1U) == 0; mask >>= 1U) ++bits;
  return bits;
}

}  // namespace

struct XClient::Impl {
  explicit Impl(const std::string& name) : display(XOpenDisplay(name.c_str())) {
    if (display == nullptr) throw std::runtime_error("the X server does not answer");
    XSetErrorHandler(ignore);
    library = dlopen("libXtst.so.6", RTLD_NOW);
    if (library == nullptr) return;
    fake_key = reinterpret_cast<FakeKey>(dlsym(library, "XTestFakeKeyEvent"));
    fake_button = reinterpret_cast<FakeButton>(dlsym(library, "XTestFakeButtonEvent"));
    fake_motion = reinterpret_cast<FakeMotion>(dlsym(library, "XTestFakeMotionEvent"));
  }
  ~Impl() {
    XCloseDisplay(display);
    // The extension's library stays loaded: it has told Xlib of functions of its own.
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  Impl(Impl&&) = delete;
  Impl& operator=(Impl&&) = delete;

  /// The first window that shows itself: without a window manager, the program's.
  [[nodiscard]] Window window() const {
    Window root = 0;
    Window parent = 0;
    Window* children = nullptr;
    unsigned count = 0;
    Window found = 0;
    if (XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count) == 0) {
      return 0;
    }
    for (unsigned i = 0; i < count && found == 0; ++i) {
      XWindowAttributes facts{};
      if (XGetWindowAttributes(display, children[i], &facts) != 0 &&
          facts.map_state == IsViewable && facts.c_class == InputOutput) {
        found = children[i];
      }
    }
    if (children != nullptr) XFree(children);
    return found;
  }

  Display* display;
  void* library = nullptr;
  FakeKey fake_key = nullptr;
  FakeButton fake_button = nullptr;
  FakeMotion fake_motion = nullptr;
};

XClient::XClient(const std::string& display) : impl_(std::make_unique<Impl>(display)) {}
XClient::~XClient() = default;

bool XClient::can_fake() const {
  return impl_->fake_key != nullptr && impl_->fake_button != nullptr &&
         impl_->fake_motion != nullptr;
}

void XClient::key(const std::string& name, bool down) {
  const KeyCode code = XKeysymToKeycode(impl_->display, XStringToKeysym(name.c_str()));
  if (code != 0) impl_->fake_key(impl_->display, code, down ? 1 : 0, 0);
}

void XClient::button(int number, bool down) {
  impl_->fake_button(impl_->display, static_cast<unsigned>(number), down ? 1 : 0, 0);
}

void XClient::move(int x, int y) { impl_->fake_motion(impl_->display, -1, x, y, 0); }

void XClient::resize(int width, int height) {
  XResizeWindow(impl_->display, impl_->window(), static_cast<unsigned>(width),
                static_cast<unsigned>(height));
}

void XClient::focus(bool on_window) {
  const Window to = on_window ? impl_->window() : DefaultRootWindow(impl_->display);
  if (to != 0) XSetInputFocus(impl_->display, to, RevertToPointerRoot, CurrentTime);
}

void XClient::finish() { XSync(impl_->display, 0); }

std::array<int, 3> XClient::colour_at(int x, int y) {
  XImage* image =
      XGetImage(impl_->display, DefaultRootWindow(impl_->display), x, y, 1, 1, AllPlanes, ZPixmap);
  if (image == nullptr) throw std::runtime_error("the screen cannot be read there");
  const unsigned long pixel = XGetPixel(image, 0, 0);
  const Visual* visual = DefaultVisual(impl_->display, DefaultScreen(impl_->display));
  std::array<int, 3> colour{};
  const std::array masks{visual->red_mask, visual->green_mask, visual->blue_mask};
  for (std::size_t i = 0; i < masks.size(); ++i) {
    colour[i] = static_cast<int>((pixel & masks[i]) >> bits_before(masks[i]));
  }
  XDestroyImage(image);
  return colour;
}

}  // namespace heatwave::test
