// The keys of a lecture's file, a JSON object:
//
//   {"heatwave": "lecture", "version": 1, "title": "…", "about": "…", "steps": [
//     {"title": "…", "text": "…", "watch": "…", "question": "…", "answer": "…",
//      "room": "fields", "scene": "lens",
//      "commands": [{"do": "set-parameter", "id": "c2", "value": 0.2}, {"do": "play"}]},
//     {"title": "…", "room": "lab", "lab": {"experiment": "dot", "variant": "vector"}},
//     {"title": "…", "room": "stage", "stage": {"lesson": "dot", "step": 12}}]}
//
// All of a step but its title and its room may be left out. A step may say what the lab and the
// stage show while another room is seen.
#pragma once

namespace heatwave::wire {

inline constexpr const char* kLectureWord = "lecture";
inline constexpr int kLectureVersion = 1;

}  // namespace heatwave::wire
