extension JSONDocument {
  /// The node at `path`, nil where there is none; of a repeated key the last member counts.
  public func node(at path: JSONPath) -> JSONNode? {
    var node = root
    for component in path.components {
      switch component {
      case .key(let key): node = node?.member(key)?.value
      case .index(let index): node = node?.element(index)
      }
    }
    return node
  }

  /// The member at `path`, for its key's place; nil where the path does not end in a key that is there.
  public func member(at path: JSONPath) -> JSONMember? {
    guard let parent = path.parent, case .key(let key)? = path.components.last else { return nil }
    return node(at: parent)?.member(key)
  }

  /// The innermost node that holds the byte at `offset` or ends there, nil where none does.
  public func innermostNode(at offset: Int) -> JSONNode? {
    guard var node = root, node.touches(offset) else { return nil }
    while let child = node.children.last(where: { $0.touches(offset) }) { node = child }
    return node
  }
}

extension JSONNode {
  /// The element at `index` of an array, from 0, among those that could be read; nil where there is none.
  public func element(_ index: Int) -> JSONNode? {
    let elements = elements.filter { $0.kind != .invalid }
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// The values within: elements, or values of members.
  public var children: [JSONNode] { kind == .object ? members.map(\.value) : elements }

  fileprivate func touches(_ offset: Int) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
}
