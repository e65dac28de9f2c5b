public import VirgaSource

/// A value in a parsed text, with the place where it stands.
public struct JSONNode: Sendable {
  /// What a node is.
  public enum Kind: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number, whole or not.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
    /// Something that could not be read, or an empty stretch where a value is missing; it has been reported.
    case invalid
  }

  let tree: JSONTree
  let index: Int

  var entry: JSONEntry { tree.entries[index] }

  /// What it is.
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

  /// The bytes of the text that it takes, quotes and brackets included.
  public var range: Range<Int> { entry.range }

  /// Where it stands, in lines and columns.
  public var sourceRange: SourceRange { tree.source.range(of: range) }

  /// Where it stands, with the name of the text.
  public var location: SourceLocation { SourceLocation(file: tree.source.name, range: sourceRange) }

  /// The value; without what could not be read in it, and `null` for an invalid node itself.
  public var value: JSONValue {
    tree.source.bytes.withUnsafeBufferPointer { bytes in
      var builder = JSONValueBuilder(bytes, tree.entries)
      return builder.value(at: index)
    }
  }

  /// The elements of an array in order, with those that could not be read; empty for anything else.
  public var elements: [JSONNode] {
    guard entry.kind == .array else { return [] }
    return childIndices.map { JSONNode(tree: tree, index: $0) }
  }

  /// The members of an object in order, with repeated ones and those without a value; empty for anything else.
  public var members: [JSONMember] {
    guard entry.kind == .object else { return [] }
    let children = childIndices
    return stride(from: 0, to: children.count, by: 2).map { JSONMember(tree: tree, index: children[$0]) }
  }

  /// The member `key` of an object, the last one where it stands twice; nil where there is none.
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

/// A member of an object in a parsed text: a key and a value, each with its place.
public struct JSONMember: Sendable {
  let tree: JSONTree
  let index: Int

  private var entry: JSONEntry { tree.entries[index] }

  /// The key; empty where it is missing.
  public var key: String {
    tree.source.bytes.withUnsafeBufferPointer { JSONText.decoded($0, entry) }
  }

  /// Whether the value stands without a key, which has been reported.
  public var isKeyMissing: Bool { entry.flags.contains(.absent) }

  /// The bytes of the key, quotes included.
  public var keyRange: Range<Int> { entry.range }

  /// The value; of kind ``JSONNode/Kind/invalid`` where it is missing or cannot be read.
  public var value: JSONNode { JSONNode(tree: tree, index: index + 1) }
}
