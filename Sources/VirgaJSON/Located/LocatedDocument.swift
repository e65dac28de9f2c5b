package import VirgaSource

/// A document as an arena of nodes: YAML, JSON, or a value that the program created.
///
/// The node at index 0 is the root. All texts are in one pool, so that a node has no reference to
/// count.
package final class LocatedDocument: Sendable {
  /// How numbers are spelled when they are printed.
  package enum Language: Sendable { case yaml, json }

  /// Converts an offset to a line and a column.
  ///
  /// Offsets are bytes in JSON, and in YAML scalars as libyaml counts them.
  package typealias Positions = @Sendable (_ offset: Int) -> SourcePosition

  /// The maximum depth of arrays and objects, with aliases followed.
  package static let deepest = 128

  /// The file's name in problems; shared by every location in it.
  package let name: String
  let language: Language
  package let nodes: [LocatedNode]
  /// The texts of the scalars; in JSON the whole text, followed by decoded strings.
  package let text: [UInt8]
  /// Repeated keys of an object: the key node before and the repeated one.
  package let repeatedKeys: [(first: Int32, second: Int32)]
  package var hasRepeatedKeys: Bool { !repeatedKeys.isEmpty }
  private let position: Positions?

  init(_ builder: LocatedBuilder, name: String, language: Language, position: Positions?) {
    self.name = name
    self.language = language
    self.position = position
    nodes = builder.nodes
    text = builder.text
    repeatedKeys = builder.repeatedKeys
  }

  package var root: LocatedValue { LocatedValue(document: self, index: 0) }

  /// The root; nil if the text has no value or an unreadable one.
  package var readableRoot: LocatedValue? { nodes.first?.isReadable == true ? root : nil }

  /// The node itself, or the target of an alias.
  func content(of index: Int32) -> Int32 {
    let node = nodes[Int(index)]
    return node.kind == .alias ? node.content : index
  }

  /// The text of a scalar as written, unescaped.
  func string(at index: Int32) -> String {
    let node = nodes[Int(index)]
    let start = Int(node.content)
    return text.withUnsafeBufferPointer {
      String(
        decoding: UnsafeBufferPointer(rebasing: $0[start..<start + Int(node.count)]), as: UTF8.self)
    }
  }

  /// Compares the text of a scalar without creating a string.
  func hasText(_ other: String, at index: Int32) -> Bool {
    let node = nodes[Int(content(of: index))]
    return Int(node.count) == other.utf8.count
      && text[Int(node.content)..<Int(node.content + node.count)].elementsEqual(other.utf8)
  }

  /// Nil if the program created the node.
  func range(of index: Int32) -> SourceRange? {
    guard let position else { return nil }
    let node = nodes[Int(index)]
    return SourceRange(position(Int(node.start)), position(Int(node.end)))
  }

  /// The location of the value at `path`, even of an unreadable one; nil if it does not exist.
  ///
  /// The last member of a repeated key wins; unreadable elements are not counted.
  package func range(at path: JSONPath) -> SourceRange? {
    var index = nodes.isEmpty ? nil : Int32(0)
    for component in path.components { index = index.flatMap { child(component, of: $0) } }
    return index.flatMap(range(of:))
  }

  private func child(_ component: JSONPath.Component, of container: Int32) -> Int32? {
    switch (component, nodes[Int(container)].kind) {
    case (.key(let name), .object):
      let key = items(of: container).reversed().first {
        nodes[Int($0)].kind != .missing && hasText(name, at: $0)
      }
      return key.map { nodes[Int($0)].next }
    case (.index(let index), .array):
      let elements = items(of: container).filter { nodes[Int($0)].isReadable }
      return elements.indices.contains(index) ? elements[index] : nil
    default: return nil
    }
  }

  /// The elements of an array, or the keys of an object, each of which its value follows.
  func items(of container: Int32) -> [Int32] {
    let node = nodes[Int(container)]
    var items: [Int32] = []
    var child = node.content
    while child >= 0 {
      items.append(child)
      let last = node.kind == .object ? nodes[Int(child)].next : child
      child = last >= 0 ? nodes[Int(last)].next : -1
    }
    return items
  }
}

/// A node of a document, without references, so that a million cost one array.
package struct LocatedNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, boolean, integer, number, string, array, object
    /// An alias of another node, at its own position; `content` is the target.
    case alias
    /// An unreadable value: it is left out, and its member except for its key.
    case unread
    /// An empty range where a key or value is missing: its member is left out.
    case missing

    /// Whether a key can be of this kind.
    var isOfKey: Bool {
      switch self {
      case .null, .boolean, .integer, .number, .string: true
      case .array, .object, .alias, .unread, .missing: false
      }
    }
  }

  /// How a node is written.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    /// A scalar without quotes.
    package static let plain = Flags(rawValue: 1)
    /// The key of a JSON object's member.
    static let key = Flags(rawValue: 2)
    /// A JSON string that had to be decoded: it contains escapes or mistakes.
    static let escaped = Flags(rawValue: 4)
    /// A JSON string without its closing quote, or a container without its closing bracket.
    static let unclosed = Flags(rawValue: 8)
    /// A JSON string without its opening quote.
    static let unopened = Flags(rawValue: 16)
    /// A node that was reported, so that mistakes that follow from it are not.
    static let reported = Flags(rawValue: 32)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  package let kind: Kind
  package var flags: Flags
  /// The offsets of its text, in the unit of the document.
  var start: UInt32
  var end: UInt32
  /// Scalar: offset of its text.
  ///
  /// Array, object: first child, or -1. Alias: its target.
  package var content: Int32 = -1
  /// Scalar: bytes of text; array, object: number of children (for an object, keys and values in
  /// turn).
  package var count: Int32 = 0
  /// The next child of the same parent, or -1.
  package var next: Int32 = -1

  init(_ kind: Kind, _ flags: Flags, at range: Range<Int>) {
    self.kind = kind
    self.flags = flags
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// Whether a scalar was written without quotes.
  package var isPlain: Bool { flags.contains(.plain) }

  var isReadable: Bool { kind != .unread && kind != .missing }

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The path from the root to every node, because nodes do not know their parents.
///
/// Computed once for a file with many problems.
package struct NodePaths {
  package let document: LocatedDocument
  private var parents: [Int32]
  private var ordinals: [Int32]

  package init(_ document: LocatedDocument) {
    self.document = document
    parents = Array(repeating: -1, count: document.nodes.count)
    ordinals = Array(repeating: 0, count: document.nodes.count)
    for (index, node) in document.nodes.enumerated()
    where node.kind == .array || node.kind == .object {
      var child = node.content
      var ordinal: Int32 = 0
      while child >= 0 {
        parents[Int(child)] = Int32(index)
        ordinals[Int(child)] = ordinal
        ordinal += 1
        child = document.nodes[Int(child)].next
      }
    }
  }

  /// The path of a node: `features.kiosk.variables`, `imports[1].path`; empty for the root.
  package func text(of node: Int32) -> String {
    var steps: [String] = []
    var current = node
    while current >= 0, parents[Int(current)] >= 0 {
      steps.append(step(to: current))
      current = parents[Int(current)]
    }
    let path = steps.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  private func step(to node: Int32) -> String {
    let ordinal = ordinals[Int(node)]
    guard document.nodes[Int(parents[Int(node)])].kind == .object else { return "[\(ordinal)]" }
    let key = document.content(of: ordinal.isMultiple(of: 2) ? node : node - 1)
    let kind = document.nodes[Int(key)].kind
    return kind == .array || kind == .object ? ".?" : ".\(document.string(at: key))"
  }
}
