import VirgaJSON
import VirgaSource

/// The way from the root of a document to the innermost part at a position.
struct TreePath {
  /// The steps to the part; if it is the key of a member, the last one leads to the member.
  private(set) var components: [JSONPath.Component] = []
  /// The innermost key or value at the position.
  private(set) var node: LocatedValue
  /// Whether that is the key of a member.
  private(set) var isKey = false

  /// The way to a position, to the root if nothing else is there; nil for a text without a value.
  init?(to position: SourcePosition, in document: LocatedDocument) {
    guard let root = document.readableRoot else { return nil }
    node = root
    while !isKey, enter(position) {}
  }

  /// The range of the innermost part; nil if the program created it.
  var range: SourceRange? { node.location?.range }

  /// Goes on to the member or element at the position; false if none is there.
  private mutating func enter(_ position: SourcePosition) -> Bool {
    switch node.kind {
    case .object:
      for member in node.members {
        let isOnKey = member.keyNode.contains(position)
        guard isOnKey || member.value.contains(position) else { continue }
        components.append(.key(member.key))
        node = isOnKey ? member.keyNode : member.value
        isKey = isOnKey
        return true
      }
    case .array:
      for (index, element) in node.elements.enumerated() where element.contains(position) {
        components.append(.index(index))
        node = element
        return true
      }
    default: break
    }
    return false
  }
}

extension LocatedValue {
  /// Whether a position is in the value, or directly after it.
  func contains(_ position: SourcePosition) -> Bool {
    guard let range = location?.range else { return false }
    return range.start <= position && position <= range.end
  }
}
