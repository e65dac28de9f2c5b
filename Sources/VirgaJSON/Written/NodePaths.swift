/// The way from the root to every node, for a file with many problems: nodes do not know their parents.
package struct NodePaths {
  package let document: WrittenDocument
  private var parents: [Int32]
  private var ordinals: [Int32]

  package init(_ document: WrittenDocument) {
    self.document = document
    parents = Array(repeating: -1, count: document.nodes.count)
    ordinals = Array(repeating: 0, count: document.nodes.count)
    for (index, node) in document.nodes.enumerated() where node.kind == .array || node.kind == .object {
      var child = node.content
      var ordinal: Int32 = 0
      while child >= 0 {
        parents[Int(child)] = Int32(index)
        ordinals[Int(child)] = ordinal
        ordinal += 1
        child = document.nodes[Int(child)].next
      }
    }
  }

  /// The way to a node: `features.kiosk.variables`, `imports[1].path`; empty for the root.
  package func text(of node: Int32) -> String {
    var steps: [String] = []
    var current = node
    while current >= 0, parents[Int(current)] >= 0 {
      steps.append(step(to: current))
      current = parents[Int(current)]
    }
    let path = steps.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  private func step(to node: Int32) -> String {
    let ordinal = ordinals[Int(node)]
    guard document.nodes[Int(parents[Int(node)])].kind == .object else { return "[\(ordinal)]" }
    let key = document.content(of: ordinal.isMultiple(of: 2) ? node : node - 1)
    let kind = document.nodes[Int(key)].kind
    return kind == .array || kind == .object ? ".?" : ".\(document.string(at: key))"
  }
}
