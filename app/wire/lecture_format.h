// The keys of a lecture's file, a JSON object:
//
//   {"heatwave": "lecture", "version": 1, "title": "…", "about": "…", "steps": [
//     {"title": "…", "text": "…", "watch": "…", "question": "…", "answer": "…",
//      "room": "fields", "scene": "lens",
//      "commands": [{"do": "set-parameter", "id": "c2", "value": 0.2}, {"do": "play"}]},
//     {"title": "…", "room": "fields", "run_to": 400},
//     {"title": "…", "room": "lab", "lab": {"experiment": "dot", "variant": "vector"}},
//     {"title": "…", "room": "stage", "stage": {"lesson": "dot", "step": 12}}]}
//
// All of a step but its title and its room may be left out. A step may say what the lab and the
// stage show while another room is seen. `run_to` is a step of the field: the field runs to it at
// the scene's pace and pauses there, and holds the same bits as after as many steps at once.
#pragma once

namespace heatwave::wire {

inline constexpr const char* kLectureWord = "lecture";
inline constexpr int kLectureVersion = 1;

}  // namespace heatwave::wire
