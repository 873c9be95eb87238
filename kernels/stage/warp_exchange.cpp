// The lanes that have arrived take part; a lane that is missing gives no value.
#include "kernels/stage/warp_exchange.h"

#include <algorithm>

namespace heatwave::stage {

using cuda_text::ShuffleKind;
using cuda_text::VoteKind;
using cuda_text::Word;

namespace {

const LaneValue* lane_of(const std::vector<LaneValue>& lanes, int lane) {
  const auto found = std::find_if(lanes.begin(), lanes.end(),
                                  [lane](const LaneValue& each) { return each.lane == lane; });
  return found == lanes.end() ? nullptr : &*found;
}

Word shuffled(const std::vector<LaneValue>& lanes, const LaneValue& own) {
  const Request& request = *own.request;
  const int width = std::clamp(request.width, 1, 32);
  const int begin = own.lane / width * width;
  const int within = own.lane - begin;
  int from = own.lane;
  switch (static_cast<ShuffleKind>(request.how)) {
    case ShuffleKind::lane:
      from = begin + ((request.lane % width) + width) % width;
      break;
    case ShuffleKind::up:
      if (within >= request.lane) from = own.lane - request.lane;
      break;
    case ShuffleKind::down:
      if (request.lane >= 0 && within + request.lane < width) from = own.lane + request.lane;
      break;
    case ShuffleKind::exclusive_or: {
      const int other = own.lane ^ request.lane;
      if (other < begin + width) from = other;
      break;
    }
  }
  // A lane that does not take part gives an undefined value; here it is the lane's own.
  const LaneValue* source = lane_of(lanes, from);
  return source == nullptr ? request.data[0] : source->request->data[0];
}

Word voted(const std::vector<LaneValue>& lanes, const LaneValue& own) {
  using cuda_text::Binary;
  const Request& request = *own.request;
  const auto kind = static_cast<VoteKind>(request.how);
  Word mask = 0;
  std::size_t set = 0;
  Word result = lanes.front().request->data[0];
  for (const LaneValue& each : lanes) {
    const Word value = each.request->data[0];
    const bool counts = kind == VoteKind::match ? value == request.data[0] : value != 0;
    if (counts) {
      mask |= Word{1} << static_cast<unsigned>(each.lane);
      ++set;
    }
    if (&each == &lanes.front()) continue;
    const Binary operation = kind == VoteKind::add       ? Binary::add
                             : kind == VoteKind::minimum ? Binary::minimum
                             : kind == VoteKind::maximum ? Binary::maximum
                             : kind == VoteKind::bit_and ? Binary::bit_and
                             : kind == VoteKind::bit_or  ? Binary::bit_or
                                                         : Binary::bit_xor;
    if (kind >= VoteKind::add) {
      result = cuda_text::result_of(operation, request.scalar, result, value);
    }
  }
  if (kind == VoteKind::any) return set > 0 ? 1 : 0;
  if (kind == VoteKind::all) return set == lanes.size() ? 1 : 0;
  return kind >= VoteKind::add ? result : mask;
}

}  // namespace

std::vector<Word> exchanged(const std::vector<LaneValue>& lanes) {
  std::vector<Word> results;
  for (const LaneValue& each : lanes) {
    results.push_back(each.request->op == Op::vote ? voted(lanes, each) : shuffled(lanes, each));
  }
  return results;
}

}  // namespace heatwave::stage
