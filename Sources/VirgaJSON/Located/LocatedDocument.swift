package import VirgaSource

/// A document as an arena of nodes: YAML, JSON, or a value that the program created.
///
/// The node at index 0 is the root; nodes refer to each other by index. All texts are in one array
/// of bytes, so that a node has no references to count.
package final class LocatedDocument: Sendable {
  /// The language of the text, which decides how numbers are spelled.
  package enum Language: Sendable { case yaml, json }

  /// Converts an offset to a line and a column.
  ///
  /// Offsets are bytes in JSON, and in YAML scalars as libyaml counts them.
  package typealias Positions = @Sendable (_ offset: Int) -> SourcePosition

  /// The maximum depth of arrays and objects, with aliases followed.
  package static let maxDepth = 128

  /// The file's name in problems; shared by every location in it.
  package let name: String
  let language: Language
  package let nodes: [LocatedNode]
  /// The texts of the scalars; in JSON the whole text, followed by decoded strings.
  package let text: [UInt8]
  /// The indices of two key nodes with the same text in one object, for each repeated key.
  package let repeatedKeys: [(first: Int32, second: Int32)]
  package var hasRepeatedKeys: Bool { !repeatedKeys.isEmpty }
  private let position: Positions?

  /// The document with the nodes of a builder; `position` converts an offset of a node to a line
  /// and a column, and is nil if the program created the values.
  init(_ builder: LocatedBuilder, name: String, language: Language, position: Positions?) {
    self.name = name
    self.language = language
    self.position = position
    nodes = builder.nodes
    text = builder.text
    repeatedKeys = builder.repeatedKeys
  }

  /// The same document with another file name for its problems; the nodes are shared.
  package init(_ other: LocatedDocument, named name: String) {
    self.name = name
    language = other.language
    nodes = other.nodes
    text = other.text
    repeatedKeys = other.repeatedKeys
    position = other.position
  }

  package var root: LocatedValue { LocatedValue(document: self, index: 0) }

  /// The root; nil if the text has no value or an unreadable one.
  package var readableRoot: LocatedValue? { nodes.first?.isReadable == true ? root : nil }

  /// The node itself, or the target of an alias.
  func resolvingAlias(_ index: Int32) -> Int32 {
    let node = nodes[Int(index)]
    return node.kind == .alias ? node.aliasTarget : index
  }

  /// The text of a scalar: of a string without its quotes and with its escapes decoded, of any
  /// other scalar as it was written.
  func string(at index: Int32) -> String {
    let range = nodes[Int(index)].textRange
    return text.withUnsafeBufferPointer { text in
      String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }
  }

  /// Whether the text of a scalar, or of the one that an alias refers to, is `other`; creates no
  /// string.
  func hasText(_ other: String, at index: Int32) -> Bool {
    let node = nodes[Int(resolvingAlias(index))]
    // Most texts differ in their length already.
    guard Int(node.count) == other.utf8.count else { return false }
    return text[node.textRange].elementsEqual(other.utf8)
  }

  /// Where a node was written; nil if the program created it.
  func range(of index: Int32) -> SourceRange? {
    guard let position else { return nil }
    let node = nodes[Int(index)]
    return SourceRange(position(Int(node.start)), position(Int(node.end)))
  }

  /// The location of the value at `path`; nil if it does not exist.
  ///
  /// A member is found even if its value is unreadable, but indices do not count the unreadable
  /// elements of an array. The last member of a repeated key wins.
  package func range(at path: JSONPath) -> SourceRange? {
    guard !nodes.isEmpty else { return nil }
    let root: Int32 = 0
    var index = root
    for component in path.components {
      guard let child = child(component, of: index) else { return nil }
      index = child
    }
    return range(of: index)
  }

  /// The index of one member's value or one element of a container; nil if there is none.
  private func child(_ component: JSONPath.Component, of container: Int32) -> Int32? {
    switch (component, nodes[Int(container)].kind) {
    case (.key(let name), .object):
      // From the end, because the last member of a repeated key wins.
      let key = keysOrElements(of: container).reversed().first { key in
        // A key of YAML can be an array or an object, which has no text.
        nodes[Int(resolvingAlias(key))].kind.canBeKey && hasText(name, at: key)
      }
      // The value follows its key.
      return key.map { nodes[Int($0)].nextSibling }
    case (.index(let index), .array):
      let elements = keysOrElements(of: container).filter { nodes[Int($0)].isReadable }
      return elements.indices.contains(index) ? elements[index] : nil
    default: return nil
    }
  }

  /// The indices of the elements of an array, or of the keys of an object; the value of a key is
  /// the next node of the object.
  func keysOrElements(of container: Int32) -> [Int32] {
    let isObject = nodes[Int(container)].kind == .object
    var items: [Int32] = []
    // A child that does not exist has the index -1.
    var item = nodes[Int(container)].firstChild
    while item >= 0 {
      items.append(item)
      // The children of an object are keys and values in turn.
      let value = isObject ? nodes[Int(item)].nextSibling : item
      item = value >= 0 ? nodes[Int(value)].nextSibling : LocatedNode.noNode
    }
    return items
  }
}

/// A node of a document: a value, or the key of a member.
///
/// It has no references, so that a million nodes cost one array.
package struct LocatedNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, boolean, integer, number, string, array, object
    /// An alias of another node, at its own position; `content` is the target.
    case alias
    /// An unreadable value. Readers leave it out, and the member whose value it is.
    case unreadable
    /// A missing key or value, an empty range. Readers leave its member out.
    case missing

    /// Whether the key of a member can be of this kind; for an alias, ask its target.
    var canBeKey: Bool {
      switch self {
      case .null, .boolean, .integer, .number, .string: true
      case .array, .object, .alias, .unreadable, .missing: false
      }
    }
  }

  /// How a node is written.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    /// A scalar without quotes.
    package static let plain = Flags(rawValue: 1)
    /// The key of a member.
    static let key = Flags(rawValue: 2)
    /// A JSON string that must be decoded: it contains escapes or mistakes.
    static let needsDecoding = Flags(rawValue: 4)
    /// A JSON string without its closing quote, or a container without its closing bracket.
    static let unclosed = Flags(rawValue: 8)
    /// A JSON string without its opening quote.
    static let unopened = Flags(rawValue: 16)
    /// A node with a reported mistake; mistakes that follow from it are not reported.
    static let hasReportedMistake = Flags(rawValue: 32)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  package let kind: Kind
  package var flags: Flags
  /// Where it starts, as an offset in the unit of the document.
  var start: UInt32
  /// Where it ends, as an offset in the unit of the document.
  var end: UInt32
  /// For a scalar the offset of its text in `LocatedDocument.text`, for an array or object the
  /// index of its first child or `noNode`, for an alias the index of its target.
  ///
  /// Read as `textRange`, `firstChild` or `aliasTarget`.
  package var content: Int32 = LocatedNode.noNode
  /// For a scalar the length of its text in bytes, for an array or object the number of children;
  /// a member of an object is two, a key and a value.
  package var count: Int32 = 0
  /// The index of the next child of the same parent, or `noNode`.
  package var nextSibling: Int32 = LocatedNode.noNode

  /// Whether it is the key of a member.
  package var isKey: Bool { flags.contains(.key) }

  /// In place of the index of a child or sibling that does not exist; all indices are at least 0.
  static var noNode: Int32 { -1 }

  /// A node at a range of the text; its content and its siblings are set later.
  init(_ kind: Kind, _ flags: Flags, at range: Range<Int>) {
    self.kind = kind
    self.flags = flags
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// Whether a scalar was written without quotes.
  package var isPlain: Bool { flags.contains(.plain) }

  var isReadable: Bool { kind != .unreadable && kind != .missing }

  var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes of a scalar's text in `LocatedDocument.text`.
  package var textRange: Range<Int> { Int(content)..<Int(content + count) }

  /// The index of the first child of an array or object, or ``noNode``.
  var firstChild: Int32 {
    get { content }
    set { content = newValue }
  }

  /// The index of the node that an alias repeats.
  var aliasTarget: Int32 {
    get { content }
    set { content = newValue }
  }
}

/// The path from the root to every node, because nodes do not know their parents.
///
/// Computed once for a file with many problems.
package struct NodePaths {
  package let document: LocatedDocument
  /// The parent of each node, or -1.
  private var parents: [Int32]
  /// The number of children of the same parent before each node.
  private var ordinals: [Int32]

  /// Finds the parent of each node and its position among the siblings, in one pass.
  package init(_ document: LocatedDocument) {
    self.document = document
    let noParent: Int32 = -1
    parents = Array(repeating: noParent, count: document.nodes.count)
    ordinals = Array(repeating: 0, count: document.nodes.count)
    for (index, node) in document.nodes.enumerated()
    where node.kind == .array || node.kind == .object {
      var child = node.firstChild
      var ordinal: Int32 = 0
      // A child that does not exist has the index -1.
      while child >= 0 {
        parents[Int(child)] = Int32(index)
        ordinals[Int(child)] = ordinal
        ordinal += 1
        child = document.nodes[Int(child)].nextSibling
      }
    }
  }

  /// The path of a node: `features.kiosk.variables`, `imports[1].path`; empty for the root.
  package func text(of node: Int32) -> String {
    // From the node to the root, whose parent is -1.
    var steps: [String] = []
    var current = node
    while current >= 0, parents[Int(current)] >= 0 {
      steps.append(step(to: current))
      current = parents[Int(current)]
    }
    let path = steps.reversed().joined()
    // The first name needs no period before it.
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  /// The step from its parent to a node: `[1]` for an element; `.name` for a member, whether the
  /// node is its key or its value; `.?` for a key that is an array or object.
  private func step(to node: Int32) -> String {
    let ordinal = ordinals[Int(node)]
    let parent = document.nodes[Int(parents[Int(node)])]
    guard parent.kind == .object else { return "[\(ordinal)]" }
    // The children of an object are keys and values in turn.
    let isKey = ordinal.isMultiple(of: 2)
    // A scalar key is the node directly before its value. With a key that is an array or object,
    // this may be a node inside of the key, but readers leave out such a member and ask for no path
    // in it.
    let nodeBefore = node - 1
    let key = document.resolvingAlias(isKey ? node : nodeBefore)
    let kind = document.nodes[Int(key)].kind
    return kind == .array || kind == .object ? ".?" : ".\(document.string(at: key))"
  }
}
