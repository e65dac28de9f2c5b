public import VirgaSource

/// A possibly incomplete JSON text with its tree and its problems, for editors.
///
/// Each mistake is reported once and parsing continues after it, so that the tree contains everything that could be understood.
public struct JSONDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// All mistakes, in text order.
  ///
  /// They are errors, except for a byte-order mark, which is a warning.
  public let problems: [Problem]

  let tree: JSONTree

  /// Parses `source` as RFC 8259 JSON and recovers from every mistake.
  public static func parse(_ source: SourceText, limits: JSONLimits = JSONLimits()) -> JSONDocument {
    let (entries, mistakes) = source.bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, limits: limits, findsDuplicates: true)
      parser.parse()
      return (parser.entries, parser.mistakes)
    }
    let sorted = mistakes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return JSONDocument(
      source: source, problems: sorted.map { $0.problem(in: source) }, tree: JSONTree(source: source, entries: entries))
  }

  /// Parses a text called `name`; see ``parse(_:limits:)``.
  public static func parse(_ text: String, name: String = "-") -> JSONDocument {
    parse(SourceText(name: name, text: text))
  }

  private init(source: SourceText, problems: [Problem], tree: JSONTree) {
    self.source = source
    self.problems = problems
    self.tree = tree
  }

  /// The outermost value; nil if the text contains none.
  public var root: JSONNode? { tree.entries.isEmpty ? nil : JSONNode(tree: tree, index: 0) }

  /// The value of everything that could be read; nil if the text contains no value.
  ///
  /// Unreadable members and elements are left out; the last value of a repeated key wins.
  public var value: JSONValue? {
    guard let root, root.kind != .invalid else { return nil }
    return root.value
  }
}

extension JSONDocument {
  /// The node at `path`; nil if it does not exist.
  ///
  /// The last member of a repeated key wins.
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
  /// The readable element of an array at `index` (from 0); nil if out of range.
  public func element(_ index: Int) -> JSONNode? {
    let elements = elements.filter { $0.kind != .invalid }
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// The child values: elements, or values of members.
  public var children: [JSONNode] { kind == .object ? members.map(\.value) : elements }
}
