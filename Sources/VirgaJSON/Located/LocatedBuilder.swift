/// Builds the arena of a document, node by node in reading order.
package struct LocatedBuilder {
  private(set) var nodes: [LocatedNode] = []
  private(set) var text: [UInt8] = []
  private var open: [OpenNode] = []
  private var repeatedKeys: [(first: Int32, second: Int32)] = []

  private struct OpenNode {
    var index: Int32
    var last: Int32 = -1
  }

  package init() {}

  /// The number of open arrays and objects.
  package var depth: Int { open.count }

  /// Whether the next node is the key of a member.
  package var expectsKey: Bool {
    guard let parent = open.last.map({ nodes[Int($0.index)] }) else { return false }
    return parent.kind == .object && parent.count.isMultiple(of: 2)
  }

  package mutating func reserve(bytes: Int) {
    nodes.reserveCapacity(bytes / 14)
    text.reserveCapacity(bytes / 2)
  }

  @discardableResult
  package mutating func scalar(
    _ kind: LocatedNode.Kind, _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, from start: NodePosition,
    to end: NodePosition
  ) -> Int32 {
    let offset = Int32(text.count)
    text.append(contentsOf: bytes)
    return append(
      LocatedNode(
        kind: kind, isPlain: isPlain, start: start, end: end, content: offset, count: Int32(text.count) - offset))
  }

  @discardableResult
  package mutating func scalar(
    _ kind: LocatedNode.Kind, _ text: String, isPlain: Bool, from start: NodePosition, to end: NodePosition
  ) -> Int32 {
    var text = text
    return text.withUTF8 { scalar(kind, $0, isPlain: isPlain, from: start, to: end) }
  }

  @discardableResult
  package mutating func alias(of target: Int32, from start: NodePosition, to end: NodePosition) -> Int32 {
    append(LocatedNode(kind: .alias, isPlain: true, start: start, end: end, content: target))
  }

  @discardableResult
  package mutating func begin(_ kind: LocatedNode.Kind, at start: NodePosition) -> Int32 {
    let index = append(LocatedNode(kind: kind, isPlain: true, start: start, end: start, content: -1))
    open.append(OpenNode(index: index))
    return index
  }

  /// Closes the innermost array or object.
  ///
  /// If `end` is nil, it ends where its last child ends, because block style has no closing mark.
  package mutating func end(at end: NodePosition?) {
    guard let closed = open.popLast() else { return }
    let index = Int(closed.index)
    if let end {
      nodes[index].end = end
    } else if closed.last >= 0 {
      nodes[index].end = max(nodes[index].start, nodes[Int(closed.last)].end)
    }
    if nodes[index].kind == .object, nodes[index].count > 2 { recordRepeatedKeys(in: closed.index) }
  }

  /// Whether a node is still open, so that an alias of it would contain itself.
  package func isOpen(_ index: Int32) -> Bool { open.contains { $0.index == index } }

  package func finished(name: String, language: LocatedDocument.Language) -> LocatedDocument {
    LocatedDocument(name: name, language: language, nodes: nodes, text: text, repeatedKeys: repeatedKeys)
  }

  private mutating func append(_ node: LocatedNode) -> Int32 {
    let index = Int32(nodes.count)
    nodes.append(node)
    if let top = open.indices.last {
      let parent = Int(open[top].index)
      if open[top].last < 0 {
        nodes[parent].content = index
      } else {
        nodes[Int(open[top].last)].next = index
      }
      nodes[parent].count += 1
      open[top].last = index
    }
    return index
  }

  // Comparing the 92 features of a real manifest takes less time than preparing a hash table.
  private static let pairwiseLimit = 100

  private mutating func recordRepeatedKeys(in object: Int32) {
    var keys: [Int32] = []
    keys.reserveCapacity(Int(nodes[Int(object)].count) / 2)
    var child = nodes[Int(object)].content
    while child >= 0 {
      if scalar(of: child).kind.rawValue <= LocatedNode.Kind.string.rawValue { keys.append(child) }
      let value = nodes[Int(child)].next
      child = value >= 0 ? nodes[Int(value)].next : -1
    }
    if keys.count <= Self.pairwiseLimit { recordRepeatsByComparing(keys) } else { recordRepeatsByHashing(keys) }
  }

  private mutating func recordRepeatsByComparing(_ keys: [Int32]) {
    for later in keys.indices.dropFirst() {
      for earlier in 0..<later where isSameText(keys[earlier], keys[later]) {
        repeatedKeys.append((keys[earlier], keys[later]))
        break
      }
    }
  }

  private mutating func recordRepeatsByHashing(_ keys: [Int32]) {
    var seen: [ArraySlice<UInt8>: Int32] = [:]
    seen.reserveCapacity(keys.count)
    for key in keys {
      let node = scalar(of: key)
      let bytes = text[Int(node.content)..<Int(node.content + node.count)]
      if let first = seen[bytes] { repeatedKeys.append((first, key)) } else { seen[bytes] = key }
    }
  }

  /// The node itself, or the target of an alias.
  private func scalar(of index: Int32) -> LocatedNode {
    let node = nodes[Int(index)]
    return node.kind == .alias ? nodes[Int(node.content)] : node
  }

  private func isSameText(_ left: Int32, _ right: Int32) -> Bool {
    let (left, right) = (scalar(of: left), scalar(of: right))
    return left.count == right.count
      && (0..<Int(left.count)).allSatisfy { text[Int(left.content) + $0] == text[Int(right.content) + $0] }
  }
}
