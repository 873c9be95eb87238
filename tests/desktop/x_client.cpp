// Uses Xlib. The XTEST extension is loaded at run time, because machines with xdotool have its
// library but not its header.
#include "x_client.h"
#include "kernels/core/non_copyable.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace heatwave::test {
namespace {

using FakeKey = int (*)(Display*, unsigned, int, unsigned long);
using FakeButton = int (*)(Display*, unsigned, int, unsigned long);
using FakeMotion = int (*)(Display*, int, int, int, unsigned long);

/// Ignores X errors: a window may be gone before a request for it arrives.
int ignore(Display* /*display*/, XErrorEvent* /*event*/) { return 0; }

/// A key of the keyboard, and whether Shift must be held for its symbol.
struct FoundKey {
  KeyCode code;
  bool needs_shift;
};

FoundKey key_of(Display* display, const std::string& name) {
  constexpr std::array<std::array<std::string_view, 2>, 3> kModifiers{
      {{"ctrl", "Control_L"}, {"shift", "Shift_L"}, {"alt", "Alt_L"}}};
  std::string full = name;
  for (const auto& [shorter, longer] : kModifiers) {
    if (name == shorter) full = longer;
  }
  const KeySym symbol = XStringToKeysym(full.c_str());
  if (symbol == NoSymbol && name.find_first_not_of("0123456789") == std::string::npos) {
    return {static_cast<KeyCode>(std::stoul(name)), false};
  }
  const KeyCode code = XKeysymToKeycode(display, symbol);
  if (code == 0) throw std::runtime_error("the keyboard has no key '" + name + "'");
  const bool needs_shift = XkbKeycodeToKeysym(display, code, 0, 0) != symbol &&
                           XkbKeycodeToKeysym(display, code, 0, 1) == symbol;
  return {code, needs_shift};
}

int bits_before(unsigned long mask) {
  int bits = 0;
  for (; mask != 0 && (mask & 1U) == 0; mask >>= 1U) ++bits;
  return bits;
}

/// A drag of files from one window to another, by the protocol XDND 5.
class Dragged : core::NonCopyable {
 public:
  Dragged(Display* display, Window target)
      : display_(display),
        target_(target),
        source_(XCreateSimpleWindow(display, DefaultRootWindow(display), -9, -9, 1, 1, 0, 0, 0)) {}
  ~Dragged() { XDestroyWindow(display_, source_); }

  void drop(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) list_ += "file://" + path + "\r\n";
    const Atom selection = atom("XdndSelection");
    XSetSelectionOwner(display_, selection, source_, CurrentTime);
    constexpr long kVersion = 5L << 24;
    tell("XdndEnter", {kVersion, static_cast<long>(atom("text/uri-list")), 0, 0});
    constexpr long kPlace = (200L << 16) | 200L;
    tell("XdndPosition", {0, kPlace, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    wait_for(atom("XdndStatus"));
    tell("XdndDrop", {0, CurrentTime, 0, 0});
    wait_for(atom("XdndFinished"));
  }

 private:
  [[nodiscard]] Atom atom(const char* name) const { return XInternAtom(display_, name, 0); }

  void tell(const char* what, const std::array<long, 4>& words) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source_);
    for (std::size_t i = 0; i < words.size(); ++i) event.xclient.data.l[i + 1] = words[i];
    XSendEvent(display_, target_, 0, NoEventMask, &event);
    XFlush(display_);
  }

  /// Hands the files over whenever the window asks for them: wine does it as soon as they are over
  /// its window, others when they are dropped.
  void wait_for(Atom message) {
    constexpr int kTries = 4000;
    for (int tries = 0; tries < kTries; ++tries) {
      while (XPending(display_) > 0) {
        XEvent event{};
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == message) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    throw std::runtime_error("the window takes no files");
  }

  void hand_over(const XSelectionRequestEvent& asked) {
    XChangeProperty(display_, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(list_.data()),
                    static_cast<int>(list_.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = asked.requestor;
    event.xselection.selection = asked.selection;
    event.xselection.target = asked.target;
    event.xselection.property = asked.property;
    event.xselection.time = asked.time;
    XSendEvent(display_, asked.requestor, 0, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window target_;
  Window source_;
  std::string list_;  ///< the files, one address a line
};

}  // namespace

struct XClient::Impl : core::NonCopyable {
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
    // The extension's library stays loaded, because Xlib holds pointers to its functions.
  }

  /// Returns whether it is a window of a program. Wine shows windows of its own, which have no
  /// class.
  [[nodiscard]] bool has_class(Window window) const {
    XClassHint words{};
    if (XGetClassHint(display, window, &words) == 0) return false;
    XFree(words.res_name);
    XFree(words.res_class);
    return true;
  }

  /// Returns the oldest visible window; without a window manager, this is the program's first.
  [[nodiscard]] Window window() const {
    Window root = 0;
    Window parent = 0;
    Window* children = nullptr;
    unsigned count = 0;
    Window found = 0;
    if (XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count) == 0) {
      return 0;
    }
    for (unsigned i = 0; i < count; ++i) {
      XWindowAttributes facts{};
      if (XGetWindowAttributes(display, children[i], &facts) != 0 &&
          facts.map_state == IsViewable && facts.c_class == InputOutput &&
          (found == 0 || children[i] < found) && has_class(children[i])) {
        found = children[i];
      }
    }
    if (children != nullptr) XFree(children);
    return found;
  }

  /// Returns whether a window takes the keyboard only when a window manager offers it, as windows
  /// of wine do.
  [[nodiscard]] bool takes_focus_itself(Window window) const {
    const Atom take_focus = XInternAtom(display, "WM_TAKE_FOCUS", 0);
    Atom* protocols = nullptr;
    int count = 0;
    if (XGetWMProtocols(display, window, &protocols, &count) == 0) return false;
    const bool takes = std::find(protocols, protocols + count, take_focus) != protocols + count;
    XFree(protocols);
    return takes;
  }

  void offer_focus(Window window) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = window;
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", 0);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_TAKE_FOCUS", 0));
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(display, window, 0, NoEventMask, &event);
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
  impl_->fake_key(impl_->display, key_of(impl_->display, name).code, down ? 1 : 0, 0);
}

void XClient::chord(const std::string& keys) {
  std::vector<KeyCode> codes;
  std::istringstream names(keys);
  for (std::string name; std::getline(names, name, '+');) {
    const FoundKey found = key_of(impl_->display, name);
    if (found.needs_shift) codes.push_back(key_of(impl_->display, "shift").code);
    codes.push_back(found.code);
  }
  for (const KeyCode code : codes) impl_->fake_key(impl_->display, code, 1, 0);
  std::reverse(codes.begin(), codes.end());
  for (const KeyCode code : codes) impl_->fake_key(impl_->display, code, 0, 0);
}

void XClient::button(int number, bool down) {
  impl_->fake_button(impl_->display, static_cast<unsigned>(number), down ? 1 : 0, 0);
}

void XClient::move(int x, int y) { impl_->fake_motion(impl_->display, -1, x, y, 0); }

void XClient::resize(int width, int height) {
  XMoveResizeWindow(impl_->display, impl_->window(), 0, 0, static_cast<unsigned>(width),
                    static_cast<unsigned>(height));
}

void XClient::move_window_to_corner() { XMoveWindow(impl_->display, impl_->window(), 0, 0); }

void XClient::focus(bool on_window) {
  const Window to = on_window ? impl_->window() : DefaultRootWindow(impl_->display);
  if (to == 0) return;
  XSetInputFocus(impl_->display, to, RevertToPointerRoot, CurrentTime);
  if (on_window && impl_->takes_focus_itself(to)) impl_->offer_focus(to);
}

void XClient::drop(const std::vector<std::string>& paths) {
  Dragged dragged(impl_->display, impl_->window());
  dragged.drop(paths);
}

bool XClient::has_clipboard() {
  return XGetSelectionOwner(impl_->display, XInternAtom(impl_->display, "CLIPBOARD", 0)) != None;
}

std::string XClient::clipboard() {
  Display* display = impl_->display;
  const Window asking =
      XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  const Atom place = XInternAtom(display, "HEATWAVE_TEST", 0);
  const Atom text = XInternAtom(display, "UTF8_STRING", 0);
  XConvertSelection(display, XInternAtom(display, "CLIPBOARD", 0), text, place, asking,
                    CurrentTime);
  XFlush(display);
  XEvent event{};
  bool answered = false;
  for (int tries = 0; tries < 4000 && !answered; ++tries) {
    answered = XCheckTypedWindowEvent(display, asking, SelectionNotify, &event) != 0;
    if (!answered) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!answered || event.xselection.property == None) {
    throw std::runtime_error("there is no text on the clipboard");
  }
  Atom type = 0;
  int format = 0;
  unsigned long count = 0;
  unsigned long left = 0;
  unsigned char* bytes = nullptr;
  constexpr long kMost = 1L << 24;
  XGetWindowProperty(display, asking, place, 0, kMost, 1, AnyPropertyType, &type, &format, &count,
                     &left, &bytes);
  std::string copied(reinterpret_cast<const char*>(bytes), count);
  XFree(bytes);
  XDestroyWindow(display, asking);
  return copied;
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
