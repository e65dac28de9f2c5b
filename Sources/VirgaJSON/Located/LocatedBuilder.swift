/// Builds the arena of a document, node by node in reading order.
///
/// The children of an object are keys and values in turn.
package struct LocatedBuilder {
  private(set) var nodes: [LocatedNode] = []
  /// The texts of the scalars; see `LocatedDocument.text`.
  private(set) var text: [UInt8]
  /// The open arrays and objects, outermost first.
  private(set) var openNodes: [OpenNode] = []
  /// The key nodes that repeat one before them in their object.
  private(set) var repeatedKeys: [(first: Int32, second: Int32)] = []
  /// The key nodes of the object that just ended; a property, so that all objects share its memory.
  private var keysOfEndedObject: [Int32] = []

  /// An array or object that has not ended yet.
  struct OpenNode {
    /// The index of its node.
    let index: Int32
    let isObject: Bool
    /// The index of its last child, or -1.
    var lastChild = LocatedNode.noNode
    /// The index of the child before the last one, or -1.
    var childBeforeLast = LocatedNode.noNode
  }

  /// - Parameter text: The text whose parts scalars can refer to, so that they need no copies.
  package init(text: [UInt8] = []) { self.text = text }

  /// The number of open arrays and objects.
  package var depth: Int { openNodes.count }

  /// Whether the next node is the key of a member.
  package var expectsKey: Bool {
    guard let parent = openNodes.last else { return false }
    // A member is two children, a key and a value.
    let hasWholeMembers = nodes[Int(parent.index)].count.isMultiple(of: 2)
    return parent.isObject && hasWholeMembers
  }

  /// The last child of the innermost open node; nil if there is none, or if it has children itself.
  ///
  /// If no node is open, it is the last node. The JSON parser uses it to repair a string that it
  /// has just read.
  var lastChild: LocatedNode? {
    guard let parent = openNodes.last else { return nodes.last }
    let indexOfLastNode = Int32(nodes.count - 1)
    return parent.lastChild == indexOfLastNode ? nodes.last : nil
  }

  /// Reserves memory for an expected number of nodes and of bytes of text.
  package mutating func reserve(nodes nodeCount: Int, bytes: Int = 0) {
    nodes.reserveCapacity(nodeCount)
    if bytes > 0 { text.reserveCapacity(bytes) }
  }

  /// Appends a scalar whose text is not in the builder's text yet, and adds it there; returns the
  /// index of the node.
  @discardableResult
  package mutating func appendScalar(
    _ kind: LocatedNode.Kind, _ bytes: UnsafeBufferPointer<UInt8>, _ flags: LocatedNode.Flags = [],
    at range: Range<Int>
  ) -> Int32 {
    let start = text.count
    text.append(contentsOf: bytes)
    return appendScalar(kind, content: start..<text.count, flags, at: range)
  }

  /// Appends a scalar whose text is not in the builder's text yet, and adds it there; returns the
  /// index of the node.
  @discardableResult
  package mutating func appendScalar(
    _ kind: LocatedNode.Kind, _ text: String, _ flags: LocatedNode.Flags = [], at range: Range<Int>
  ) -> Int32 {
    // A copy, because `withUTF8` is mutating.
    var text = text
    return text.withUTF8 { bytes in appendScalar(kind, bytes, flags, at: range) }
  }

  /// Appends a scalar whose text is already in the builder's text, at `content`; returns the index
  /// of the node.
  @discardableResult
  mutating func appendScalar(
    _ kind: LocatedNode.Kind, content: Range<Int>, _ flags: LocatedNode.Flags, at range: Range<Int>
  ) -> Int32 {
    var node = LocatedNode(kind, flags, at: range)
    node.content = Int32(content.lowerBound)
    node.count = Int32(content.count)
    return append(node)
  }

  /// Appends an alias and returns its index; `target` is the index of the node with the anchor.
  @discardableResult
  package mutating func appendAlias(of target: Int32, at range: Range<Int>) -> Int32 {
    var node = LocatedNode(.alias, .plain, at: range)
    node.aliasTarget = target
    return append(node)
  }

  /// Opens an array or object and returns its index.
  ///
  /// `range` is where it is opened, for example by a bracket; ``end(at:_:)`` extends it to the end.
  @discardableResult
  package mutating func begin(
    _ kind: LocatedNode.Kind, _ flags: LocatedNode.Flags = [], at range: Range<Int>
  ) -> Int32 {
    let index = append(LocatedNode(kind, flags, at: range))
    openNodes.append(OpenNode(index: index, isObject: kind == .object))
    return index
  }

  /// Closes the innermost array or object.
  ///
  /// If `end` is nil, it ends where its last child ends: the block style of YAML has no closing
  /// bracket.
  package mutating func end(at end: Int?, _ flags: LocatedNode.Flags = []) {
    guard let closed = openNodes.popLast() else { return }
    let index = Int(closed.index)
    let hasChildren = closed.lastChild >= 0
    if let end {
      nodes[index].end = UInt32(end)
    } else if hasChildren {
      // A range must not end before its start.
      nodes[index].end = max(nodes[index].start, nodes[Int(closed.lastChild)].end)
    }
    nodes[index].flags.formUnion(flags)
    let childrenPerMember = 2
    let hasSeveralMembers = nodes[index].count > childrenPerMember
    if closed.isObject, hasSeveralMembers { recordRepeatedKeys(in: closed.index) }
  }

  /// Removes the last node, a scalar of the innermost open node, to append another one in its
  /// place.
  ///
  /// Must not be called twice in a row: after a call, the child before the last one is not known.
  mutating func removeLast() {
    let removed = nodes.removeLast()
    // The builder has stored the decoded text of a string, `count` bytes, at the end of its text;
    // other scalars refer to the source at its start.
    if removed.flags.contains(.needsDecoding) { text.removeLast(Int(removed.count)) }
    // The root has no parent.
    guard let innermost = openNodes.indices.last else { return }
    let parent = Int(openNodes[innermost].index)
    let previous = openNodes[innermost].childBeforeLast
    nodes[parent].count -= 1
    openNodes[innermost].lastChild = previous
    let wasOnlyChild = previous == LocatedNode.noNode
    if wasOnlyChild {
      nodes[parent].firstChild = LocatedNode.noNode
    } else {
      nodes[Int(previous)].nextSibling = LocatedNode.noNode
    }
  }

  /// Adds a flag to the last node.
  mutating func addFlagToLast(_ flag: LocatedNode.Flags) {
    nodes[nodes.count - 1].flags.insert(flag)
  }

  /// Whether a node is still open, so that an alias of it would contain itself.
  package func isOpen(_ index: Int32) -> Bool { openNodes.contains { $0.index == index } }

  /// The document; `position` converts an offset of a node to a line and a column, and is nil if
  /// the program created the values.
  package func finished(
    name: String, language: LocatedDocument.Language, position: LocatedDocument.Positions?
  ) -> LocatedDocument {
    LocatedDocument(self, name: name, language: language, position: position)
  }

  /// Appends a node as the last child of the innermost open node, marked if it is a key; returns
  /// its index.
  private mutating func append(_ node: LocatedNode) -> Int32 {
    let index = Int32(nodes.count)
    nodes.append(node)
    // The root has no parent.
    guard let innermost = openNodes.indices.last else { return index }
    let parent = Int(openNodes[innermost].index)
    let previous = openNodes[innermost].lastChild
    let isFirstChild = previous == LocatedNode.noNode
    if isFirstChild {
      nodes[parent].firstChild = index
    } else {
      nodes[Int(previous)].nextSibling = index
    }
    // A member is two children, a key and a value, so a key follows an even number of children.
    let isKey = openNodes[innermost].isObject && nodes[parent].count.isMultiple(of: 2)
    if isKey { nodes[Int(index)].flags.insert(.key) }
    nodes[parent].count += 1
    // `removeLast` needs the child before the last one.
    openNodes[innermost].childBeforeLast = previous
    openNodes[innermost].lastChild = index
    return index
  }

  /// The maximum number of keys that are compared with each other: for the 92 features of a real
  /// manifest that takes less time than preparing a hash table.
  private static let pairwiseLimit = 100

  /// Adds the repeated keys of an object that just ended.
  ///
  /// Its children are keys and values in turn; a child that does not exist has the index -1.
  private mutating func recordRepeatedKeys(in object: Int32) {
    keysOfEndedObject.removeAll(keepingCapacity: true)
    var key = nodes[Int(object)].firstChild
    while key >= 0 {
      if resolvingAlias(key).kind.canBeKey { keysOfEndedObject.append(key) }
      let value = nodes[Int(key)].nextSibling
      key = value >= 0 ? nodes[Int(value)].nextSibling : LocatedNode.noNode
    }
    // Few keys are compared faster than a hash table is prepared.
    if keysOfEndedObject.count <= Self.pairwiseLimit {
      recordRepeatsByComparing()
    } else {
      recordRepeatsByHashing()
    }
  }

  /// Records each key that repeats an earlier one, together with the nearest earlier one; compares
  /// all pairs.
  private mutating func recordRepeatsByComparing() {
    let keys = keysOfEndedObject
    for later in keys.indices.dropFirst() {
      var earlier = later - 1
      while earlier >= 0, !isSameText(keys[earlier], keys[later]) { earlier -= 1 }
      if earlier >= 0 { repeatedKeys.append((keys[earlier], keys[later])) }
    }
  }

  /// Records each key that repeats an earlier one, together with the nearest earlier one; uses a
  /// hash table.
  private mutating func recordRepeatsByHashing() {
    var seen: [ArraySlice<UInt8>: Int32] = [:]
    seen.reserveCapacity(keysOfEndedObject.count)
    for key in keysOfEndedObject {
      let bytes = text[resolvingAlias(key).textRange]
      if let earlier = seen.updateValue(key, forKey: bytes) { repeatedKeys.append((earlier, key)) }
    }
  }

  /// The node itself, or the target of an alias.
  private func resolvingAlias(_ index: Int32) -> LocatedNode {
    let node = nodes[Int(index)]
    return node.kind == .alias ? nodes[Int(node.aliasTarget)] : node
  }

  /// Whether two key nodes have the same decoded text, as `"\u0061"` and `"a"` have.
  private func isSameText(_ leftKey: Int32, _ rightKey: Int32) -> Bool {
    let left = resolvingAlias(leftKey)
    let right = resolvingAlias(rightKey)
    // Most keys differ in their length already.
    guard left.count == right.count else { return false }
    return text[left.textRange] == text[right.textRange]
  }
}
