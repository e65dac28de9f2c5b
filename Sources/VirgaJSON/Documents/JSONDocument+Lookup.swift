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
}

extension JSONNode {
  /// The element at `index` of an array, from 0, among those that could be read; nil where there is none.
  public func element(_ index: Int) -> JSONNode? {
    let elements = elements.filter { $0.kind != .invalid }
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// The values within: elements, or values of members.
  public var children: [JSONNode] { kind == .object ? members.map(\.value) : elements }
}
