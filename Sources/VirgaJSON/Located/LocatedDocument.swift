package import VirgaSource

/// A document as an arena of nodes: YAML, JSON, or a value that the program created.
///
/// The node at index 0 is the root. All texts are in one pool, so that a node has no reference to count.
package final class LocatedDocument: Sendable {
  /// How numbers are spelled when they are printed.
  package enum Language { case yaml, json }

  /// The maximum depth of arrays and objects, with aliases followed.
  package static let deepest = 128

  /// The file's name in problems; shared by every location in it.
  package let name: String
  let language: Language
  package let nodes: [LocatedNode]
  package let text: [UInt8]
  /// Repeated keys of an object: the earlier and the later key node.
  package let repeatedKeys: [(first: Int32, second: Int32)]
  package var hasRepeatedKeys: Bool { !repeatedKeys.isEmpty }

  init(
    name: String, language: Language, nodes: [LocatedNode], text: [UInt8], repeatedKeys: [(first: Int32, second: Int32)]
  ) {
    self.name = name
    self.language = language
    self.nodes = nodes
    self.text = text
    self.repeatedKeys = repeatedKeys
  }

  package var root: LocatedValue { LocatedValue(document: self, index: 0) }

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
      String(decoding: UnsafeBufferPointer(rebasing: $0[start..<start + Int(node.count)]), as: UTF8.self)
    }
  }

  /// Compares the text of a scalar without creating a string.
  func hasText(_ other: String, at index: Int32) -> Bool {
    let node = nodes[Int(content(of: index))]
    return Int(node.count) == other.utf8.count
      && text[Int(node.content)..<Int(node.content + node.count)].elementsEqual(other.utf8)
  }

  func range(of index: Int32) -> SourceRange? {
    let node = nodes[Int(index)]
    guard node.start.line > 0 else { return nil }
    return SourceRange(
      .init(line: Int(node.start.line), column: Int(node.start.column)),
      .init(line: Int(node.end.line), column: Int(node.end.column)))
  }
}

/// A node of a document, without references, so that a million cost one array.
package struct LocatedNode {
  package enum Kind: UInt8 {
    case null, boolean, integer, number, string, array, object
    /// An alias of another node, at its own position; `content` is the target.
    case alias
    /// An unreadable value: its member is left out, except for its key.
    case unread
  }

  package var kind: Kind
  /// Whether a scalar was written without quotes.
  package var isPlain: Bool
  package var start: NodePosition
  var end: NodePosition
  /// Scalar: offset of its text.
  ///
  /// Array, object: first child, or -1. Alias: its target.
  package var content: Int32
  /// Scalar: bytes of text; array, object: number of children (for an object, keys and values in turn).
  package var count: Int32 = 0
  /// The next child of the same parent, or -1.
  package var next: Int32 = -1
}

/// A line and a column from 1, or zeros for values that the program created.
package struct NodePosition: Comparable {
  package var line: UInt32
  package var column: UInt32

  static let none = NodePosition(line: 0, column: 0)

  package init(line: UInt32, column: UInt32) {
    self.line = line
    self.column = column
  }

  package static func < (left: NodePosition, right: NodePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
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
    for (index, node) in document.nodes.enumerated() where node.kind == .array || node.kind == .object {
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

/// A YAML or JSON text other than a manifest: recipes, a targeting context, a config.
package struct LocatedText: Sendable {
  /// The value with its locations; nil if nothing could be read.
  package let written: LocatedValue?
  /// The value as plain JSON; nil if nothing could be read.
  ///
  /// Created at each access, because most readers need only the located value.
  package var json: JSONValue? { written?.json }
  package let problems: [Problem]

  /// Creates a text from its value and the problems found while reading it.
  package init(_ written: LocatedValue?, problems: [Problem]) {
    self.written = written
    self.problems = problems
  }

  package static func json(_ source: SourceText) -> LocatedText {
    let (document, problems) = JSONReader.read(source)
    return LocatedText(document?.root, problems: problems)
  }
}
