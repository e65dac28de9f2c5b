extension WrittenDocument {
  /// The way from the root to a node: `features.kiosk.variables`, `imports[1].path`; empty for the root.
  ///
  /// For a single problem: the way is found from above, by the order of the nodes. ``NodePaths`` serves many.
  func path(to target: Int32) -> String {
    var path = ""
    var current: Int32 = 0
    while let step = step(from: current, to: target) {
      path += step.text
      current = step.child
      if current == target { break }
    }
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  private func step(from parent: Int32, to target: Int32) -> (text: String, child: Int32)? {
    let node = nodes[Int(parent)]
    guard node.kind == .array || node.kind == .object, target > parent else { return nil }
    var child = node.content
    var position = 0
    while child >= 0 {
      let next = nodes[Int(child)].next
      if next < 0 || next > target { break }
      child = next
      position += 1
    }
    guard child >= 0 else { return nil }
    if node.kind == .array { return ("[\(position)]", child) }
    let key = position.isMultiple(of: 2) ? child : keyBefore(child, in: parent)
    let kind = nodes[Int(content(of: key))].kind
    return (kind == .array || kind == .object ? ".?" : ".\(string(at: content(of: key)))", child)
  }

  private func keyBefore(_ value: Int32, in parent: Int32) -> Int32 {
    var child = nodes[Int(parent)].content
    while child >= 0, nodes[Int(child)].next != value { child = nodes[Int(child)].next }
    return max(0, child)
  }
}
