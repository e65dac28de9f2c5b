public import VirgaSource

/// A value in a parsed text, with its location.
public struct JSONNode: Sendable {
  /// The kinds of nodes.
  public enum Kind: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// Any number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
    /// Something unreadable, or an empty range where a value is missing. It has been reported.
    case invalid
  }

  let tree: JSONTree
  let index: Int

  var entry: JSONEntry { tree.entries[index] }

  /// The kind of value.
  public var kind: Kind {
    switch entry.kind {
    case .null: .null
    case .boolean: .boolean
    case .integer, .number: .number
    case .string, .key: .string
    case .array: .array
    case .object: .object
    case .invalid: .invalid
    }
  }

  /// The bytes of the value in the text, including quotes and brackets.
  public var range: Range<Int> { entry.range }

  /// The value's lines and columns.
  public var sourceRange: SourceRange { tree.source.range(of: range) }

  /// The value's location, with the name of the text.
  public var location: SourceLocation { SourceLocation(file: tree.source.name, range: sourceRange) }

  /// The value without its unreadable parts; `null` for an invalid node.
  public var value: JSONValue {
    tree.source.bytes.withUnsafeBufferPointer { bytes in
      var builder = JSONValueBuilder(bytes, tree.entries)
      return builder.value(at: index)
    }
  }

  /// The elements of an array in order, including unreadable ones; empty for anything else.
  public var elements: [JSONNode] {
    guard entry.kind == .array else { return [] }
    return childIndices.map { JSONNode(tree: tree, index: $0) }
  }

  /// The members of an object, including repeated and incomplete ones; empty for anything else.
  public var members: [JSONMember] {
    guard entry.kind == .object else { return [] }
    let children = childIndices
    return stride(from: 0, to: children.count, by: 2).map { JSONMember(tree: tree, index: children[$0]) }
  }

  /// The last member `key` of an object; nil if there is none.
  public func member(_ key: String) -> JSONMember? {
    members.last { !$0.isKeyMissing && Name($0.key) == Name(key) }
  }

  private var childIndices: [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < entry.next {
      children.append(child)
      child = Int(tree.entries[child].next)
    }
    return children
  }
}

/// A member of an object in a parsed text, with locations of key and value.
public struct JSONMember: Sendable {
  let tree: JSONTree
  let index: Int

  private var entry: JSONEntry { tree.entries[index] }

  /// The key; empty if it is missing.
  public var key: String {
    tree.source.bytes.withUnsafeBufferPointer { JSONText.decoded($0, entry) }
  }

  /// Whether the value has no key.
  ///
  /// This has been reported.
  public var isKeyMissing: Bool { entry.flags.contains(.absent) }

  /// The bytes of the key, quotes included.
  public var keyRange: Range<Int> { entry.range }

  /// The value; of kind ``JSONNode/Kind/invalid`` if it is missing or unreadable.
  public var value: JSONNode { JSONNode(tree: tree, index: index + 1) }
}
