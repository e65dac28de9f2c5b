import VirgaSource

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
