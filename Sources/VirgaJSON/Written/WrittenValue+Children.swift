/// A member of an object as it was written.
package struct WrittenMember: Sendable {
  /// The key as a node of its own: it has a place too.
  package let keyNode: WrittenValue
  /// The value.
  package let value: WrittenValue

  /// The text of the key.
  package var key: String { keyNode.text ?? "" }
}

/// The elements of an array, in order.
package struct WrittenElements: Sequence, IteratorProtocol, Sendable {
  fileprivate let document: WrittenDocument
  fileprivate var following: Int32

  /// The next element.
  package mutating func next() -> WrittenValue? {
    guard following >= 0 else { return nil }
    defer { following = document.nodes[Int(following)].next }
    return WrittenValue(document: document, index: following)
  }
}

/// The members of an object, in order.
///
/// Of a repeated key every member comes; the last one counts.
///
/// A member whose key is an array or an object has no name and is left out, as is one whose value could not be read.
package struct WrittenMembers: Sequence, IteratorProtocol, Sendable {
  fileprivate let document: WrittenDocument
  fileprivate var following: Int32
  fileprivate var areUnread = false

  /// The next member.
  package mutating func next() -> WrittenMember? {
    while following >= 0 {
      let key = following
      let value = document.nodes[Int(key)].next
      guard value >= 0 else { return nil }
      following = document.nodes[Int(value)].next
      let kind = document.nodes[Int(document.content(of: key))].kind
      if kind == .array || kind == .object || (document.nodes[Int(value)].kind == .unread) != areUnread { continue }
      return WrittenMember(
        keyNode: WrittenValue(document: document, index: key), value: WrittenValue(document: document, index: value))
    }
    return nil
  }
}

extension WrittenValue {
  /// The elements of an array; none for any other kind.
  package var elements: WrittenElements {
    WrittenElements(document: document, following: kind == .array ? node.content : -1)
  }

  /// The members of an object; none for any other kind.
  package var members: WrittenMembers {
    WrittenMembers(document: document, following: kind == .object ? node.content : -1)
  }

  /// The keys of the members whose values could not be read.
  package var unreadKeys: [WrittenValue] {
    guard kind == .object else { return [] }
    return WrittenMembers(document: document, following: node.content, areUnread: true).map(\.keyNode)
  }

  /// The value of the last member called `key`.
  package subscript(key: String) -> WrittenValue? {
    var found: WrittenValue?
    for member in members where member.key.isSameName(as: key) { found = member.value }
    return found
  }

  /// The value of the last member whose key has the text of `key`, a scalar, without making texts of keys.
  package func value(ofKeyLike key: WrittenValue) -> WrittenValue? {
    guard kind == .object else { return nil }
    var found: WrittenValue?
    var following = node.content
    while following >= 0 {
      let value = document.nodes[Int(following)].next
      guard value >= 0 else { break }
      let own = WrittenValue(document: document, index: following)
      if own.hasText(of: key), document.nodes[Int(value)].kind != .unread {
        found = WrittenValue(document: document, index: value)
      }
      following = document.nodes[Int(value)].next
    }
    return found
  }

  /// Whether two scalars are spelled alike, without quotes and escapes; false where one is no scalar.
  package func hasText(of other: WrittenValue) -> Bool {
    let (left, right) = (node, other.node)
    guard left.count == right.count, left.kind.isScalar, right.kind.isScalar else { return false }
    for offset in 0..<Int(left.count)
    where document.text[Int(left.content) + offset] != other.document.text[Int(right.content) + offset] {
      return false
    }
    return true
  }

  /// The key node of a value that is a member of an object: keys are scalars and stand right before their value.
  package var keyOfMember: WrittenValue { WrittenValue(document: document, index: max(0, index - 1)) }
}

extension WrittenNode.Kind {
  fileprivate var isScalar: Bool { self != .array && self != .object && self != .alias }
}
