#version 330 core
// This shader covers the viewport with a rectangle of two triangles that share a diagonal.

out vec2 part;  // 0 to 1 from left to right and from bottom to top

void main() {
  int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID == 3 ? 0 : gl_VertexID - 2;
  part = vec2(corner == 1 || corner == 2, corner >= 2);
  gl_Position = vec4(part * 2.0 - 1.0, 0.0, 1.0);
}
