// The options of field_bench are parsed here.
#include "tests/bench/field_options.h"

#include <algorithm>
#include <sstream>

#include "kernels/core/error.h"

namespace heatwave::bench {
namespace {

std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> all;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) all.push_back(part);
  return all;
}

template <typename Value>
Value named(const std::string& option, const std::string& name,
            const std::map<std::string, Value>& all) {
  const auto found = all.find(name);
  if (found == all.end()) throw core::Error(option + " knows no '" + name + "'");
  return found->second;
}

}  // namespace

const std::map<std::string, field::EdgeKind>& edge_kinds() {
  static const std::map<std::string, field::EdgeKind> kinds{
      {"held", field::EdgeKind::held},
      {"reflecting", field::EdgeKind::reflecting},
      {"periodic", field::EdgeKind::periodic},
      {"absorbing", field::EdgeKind::absorbing}};
  return kinds;
}

Wanted parsed(std::span<char*> arguments) {
  Wanted wanted;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string name = arguments[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == arguments.size()) throw core::Error(name + " needs a value");
      return arguments[++i];
    };
    if (name == "--grids") {
      wanted.grids.clear();
      for (const std::string& grid : parts(value())) {
        const auto x = grid.find('x');
        if (x == std::string::npos) throw core::Error("a grid is as 640x480, not " + grid);
        wanted.grids.push_back({std::stoi(grid), std::stoi(grid.substr(x + 1))});
      }
    } else if (name == "--threads") {
      wanted.threads.clear();
      for (const std::string& count : parts(value())) wanted.threads.push_back(std::stoi(count));
    } else if (name == "--equation") {
      wanted.equation = value();
    } else if (name == "--sources") {
      wanted.sources = std::stoi(value());
    } else if (name == "--edges") {
      wanted.edges = named(name, value(), edge_kinds());
    } else if (name == "--simd") {
      wanted.simd = named<core::SimdLevel>(name, value(),
                                           {{"basic", core::SimdLevel::basic},
                                            {"avx2", core::SimdLevel::avx2},
                                            {"avx512", core::SimdLevel::avx512}});
    } else if (name == "--backend") {
      wanted.backend = named<field::Backend>(
          name, value(), {{"cpu", field::Backend::cpu}, {"cuda", field::Backend::cuda}});
    } else if (name == "--tiles") {
      wanted.tiles = named<field::Tiles>(name, value(),
                                         {{"small", field::Tiles::small},
                                          {"large", field::Tiles::large},
                                          {"strips", field::Tiles::strips}});
    } else if (name == "--rounds") {
      wanted.rounds = std::max(1, std::stoi(value()));
    } else if (name == "--probes") {
      wanted.probes = std::stoi(value());
    } else if (name == "--spacing") {
      wanted.spacing = std::max(1, std::stoi(value()));
    } else if (name == "--totals") {
      wanted.totals = true;
    } else if (name == "--media") {
      wanted.media = true;
    } else if (name == "--formula") {
      wanted.formula = true;
    } else if (name == "--bytecode") {
      wanted.bytecode = true;
    } else if (name == "--only-ours") {
      wanted.only_ours = true;
    } else if (name == "--levels") {
      wanted.levels = true;
    } else if (name == "--json") {
      wanted.json = true;
    } else {
      throw core::Error("there is no option " + name);
    }
  }
  return wanted;
}

}  // namespace heatwave::bench
