package import VirgaSource

/// A value of a hand-written document: like JSON, but every part has a location.
package struct LocatedValue: Sendable {
  /// The kind of JSON value; an integer is a number without fraction and exponent.
  package enum Kind: Hashable, Sendable {
    case null, boolean, integer, number, string, array, object
  }

  package let document: LocatedDocument
  /// The index of its node in the document; an alias has a node of its own.
  package let index: Int32
  /// Whether nothing was written; the value is then null, at the location of its owner.
  package let isAbsent: Bool

  /// The value of the node at an index of a document or, if `isAbsent`, a null in place of a value
  /// that is missing in that node, such as the default of a field.
  package init(document: LocatedDocument, index: Int32, isAbsent: Bool = false) {
    self.document = document
    self.index = index
    self.isAbsent = isAbsent
  }

  /// A null in place of a missing value, at the location of `owner`.
  package init(absentFrom owner: LocatedValue) {
    self.init(document: owner.document, index: owner.index, isAbsent: true)
  }

  /// The node with its content: the target of an alias.
  package var node: LocatedNode { document.nodes[Int(document.resolvingAlias(index))] }

  /// The kind of value; null also for a value that could not be read or was not written.
  ///
  /// A value that was not written is absent, or is a node of the kind `.missing`.
  package var kind: Kind {
    if isAbsent { return .null }
    // Never an alias: `node` is the target of an alias.
    return switch node.kind {
    case .null, .alias, .unreadable, .missing: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Where it was written; nil if the program created it.
  package var location: SourceLocation? {
    document.range(of: index).map { SourceLocation(file: document.name, range: $0) }
  }

  /// Where it was written; the start of the file if the program created it.
  package var sourceLocation: SourceLocation { location ?? SourceLocation(startOf: document.name) }

  /// The value itself, unless it is null.
  package var nonNull: LocatedValue? { kind == .null ? nil : self }

  /// The written text of a scalar, without quotes and escapes; nil for arrays and objects,
  /// and for an absent value, which was not written at all.
  package var text: String? {
    guard !isAbsent else { return nil }
    let target = document.resolvingAlias(index)
    let kind = document.nodes[Int(target)].kind
    return kind == .array || kind == .object ? nil : document.string(at: target)
  }

  /// The text of a string; nil for any other kind.
  package var string: String? { kind == .string ? text : nil }

  /// The number of elements or members written, including unreadable ones; zero for a scalar.
  package var count: Int {
    switch kind {
    case .array: Int(node.count)
    // The node counts the key and the value of each member.
    case .object: Int(node.count) / 2
    default: 0
    }
  }

  /// Whether it is a string written without quotes, as YAML allows.
  package var isPlainText: Bool { kind == .string && node.isPlain }

  /// Whether both are the same part of the same document.
  package func isSame(as other: LocatedValue) -> Bool {
    document === other.document && index == other.index && isAbsent == other.isAbsent
  }

  /// The elements of an array; none for any other kind.
  package var elements: LocatedElements {
    let firstChild = kind == .array ? node.firstChild : LocatedNode.noNode
    return LocatedElements(document: document, nextIndex: firstChild)
  }

  /// The members of an object; none for any other kind.
  package var members: LocatedMembers {
    let firstChild = kind == .object ? node.firstChild : LocatedNode.noNode
    return LocatedMembers(document: document, nextIndex: firstChild)
  }

  /// The keys of the members with unreadable values, which ``members`` leaves out.
  package var keysOfUnreadableValues: [LocatedValue] {
    guard kind == .object else { return [] }
    let members = LocatedMembers(
      document: document, nextIndex: node.firstChild, wantsOnlyUnreadable: true)
    return members.map(\.keyNode)
  }

  /// The value of the last member called `key`.
  package subscript(key: String) -> LocatedValue? { member(key)?.value }

  /// The last member called `key`, as the last one of a repeated key wins; nil if there is none.
  func member(_ key: String) -> LocatedMember? {
    var members = members
    var lastKeyNode: Int32?
    while let keyNode = members.nextKey() {
      if document.hasText(key, at: keyNode) { lastKeyNode = keyNode }
    }
    return lastKeyNode.map { LocatedMember(document, key: $0) }
  }

  /// The node directly before this one, which is the key if this is the value of a member with a
  /// scalar key; the root returns itself.
  package var keyOfMember: LocatedValue {
    let nodeBefore = max(0, index - 1)
    return LocatedValue(document: document, index: nodeBefore)
  }

  /// The value without its locations.
  ///
  /// Numbers are spelled as the reference tool prints them; the last value of a repeated key wins.
  package var json: JSONValue { isAbsent ? .null : JSONValueBuilder.value(at: index, of: document) }

  /// Creates a value without locations.
  package init(_ value: JSONValue) {
    var builder = LocatedBuilder()
    builder.append(value)
    self = builder.finished(name: "", language: .json, position: nil).root
  }
}

/// A written member of an object.
package struct LocatedMember: Sendable {
  /// The key as a node, with its own location.
  package let keyNode: LocatedValue
  package let value: LocatedValue

  /// The member whose key node is at the index `key`.
  init(_ document: LocatedDocument, key: Int32) {
    keyNode = LocatedValue(document: document, index: key)
    value = LocatedValue(document: document, index: document.nodes[Int(key)].nextSibling)
  }

  package var key: String { keyNode.text ?? "" }
}

/// The elements of an array, in order, without unreadable ones.
package struct LocatedElements: Sequence, IteratorProtocol, Sendable {
  fileprivate let document: LocatedDocument
  /// The index of the next node to read, or -1.
  fileprivate var nextIndex: Int32

  /// The next element, nil after the last one; elements that could not be read are skipped.
  package mutating func next() -> LocatedValue? {
    while nextIndex >= 0 {
      let index = nextIndex
      nextIndex = document.nodes[Int(index)].nextSibling
      if document.nodes[Int(index)].isReadable {
        return LocatedValue(document: document, index: index)
      }
    }
    return nil
  }
}

/// The members of an object, in order.
///
/// Every member of a repeated key is included; the last one wins.
///
/// Members whose key is an array, an object or missing are left out, and those whose value is
/// unreadable.
package struct LocatedMembers: Sequence, IteratorProtocol, Sendable {
  fileprivate let document: LocatedDocument
  /// The index of the next node to read, or -1.
  fileprivate var nextIndex: Int32
  /// Whether to return only the members whose values are unreadable, instead of the readable ones;
  /// those without a value are left out either way.
  fileprivate var wantsOnlyUnreadable = false

  /// The next member; those that the sequence leaves out are skipped.
  package mutating func next() -> LocatedMember? {
    nextKey().map { LocatedMember(document, key: $0) }
  }

  /// The key node of the next member that is wanted; nil after the last one.
  ///
  /// That is a member with a readable value or, with `wantsOnlyUnreadable`, one whose value could
  /// not be parsed; a member whose value is missing or whose key is an array or object is skipped.
  /// Keys and values are nodes in turn; a node that does not exist has the index -1.
  mutating func nextKey() -> Int32? {
    while nextIndex >= 0 {
      let key = nextIndex
      let value = document.nodes[Int(key)].nextSibling
      guard value >= 0 else { return nil }
      nextIndex = document.nodes[Int(value)].nextSibling
      let valueNode = document.nodes[Int(value)]
      let isWanted = wantsOnlyUnreadable ? valueNode.kind == .unreadable : valueNode.isReadable
      guard isWanted else { continue }
      // In YAML a key can be an alias, which counts as its target.
      let keyNode = document.nodes[Int(document.resolvingAlias(key))]
      if keyNode.kind.canBeKey { return key }
    }
    return nil
  }
}

extension LocatedBuilder {
  /// Appends a value without positions: each of its nodes has the same empty range.
  fileprivate mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append(.null, "null")
    case .boolean(let truth): append(.boolean, truth ? "true" : "false")
    case .integer(let integer): append(.integer, String(integer))
    case .number(let number): append(.number, number.literal)
    case .string(let text): append(.string, text)
    case .array(let elements):
      begin(.array, at: 0..<0)
      for element in elements { append(element) }
      end(at: 0)
    case .object(let members):
      begin(.object, at: 0..<0)
      for (key, value) in members {
        append(.string, key)
        append(value)
      }
      end(at: 0)
    }
  }

  /// Appends a scalar without a position.
  private mutating func append(_ kind: LocatedNode.Kind, _ text: String) {
    appendScalar(kind, text, at: 0..<0)
  }
}
