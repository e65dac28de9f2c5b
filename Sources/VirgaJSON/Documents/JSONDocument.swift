public import VirgaSource

/// A JSON text with its tree and its problems: what an editor shows, however far the text is typed.
///
/// Each mistake is reported once and parsing goes on behind it, so that the tree holds all that could be understood.
public struct JSONDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// All mistakes, in the order of the text.
  ///
  /// They are errors, except for a byte-order mark, which is a warning.
  public let problems: [Problem]

  let tree: JSONTree

  /// Reads `source` as RFC 8259 has it, and past every mistake.
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

  /// Reads a text called `name`; see ``parse(_:limits:)``.
  public static func parse(_ text: String, name: String = "-") -> JSONDocument {
    parse(SourceText(name: name, text: text))
  }

  private init(source: SourceText, problems: [Problem], tree: JSONTree) {
    self.source = source
    self.problems = problems
    self.tree = tree
  }

  /// The outermost value, nil where the text holds none.
  public var root: JSONNode? { tree.entries.isEmpty ? nil : JSONNode(tree: tree, index: 0) }

  /// The value of all that could be read, nil where the text holds no value.
  ///
  /// Members and elements that could not be read are left out; of a repeated key the last value counts.
  public var value: JSONValue? {
    guard let root, root.kind != .invalid else { return nil }
    return root.value
  }
}

extension JSONDocument {
  /// The node at `path`, nil where there is none; of a repeated key the last member counts.
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
  /// The element at `index` of an array, from 0, among those that could be read; nil where there is none.
  public func element(_ index: Int) -> JSONNode? {
    let elements = elements.filter { $0.kind != .invalid }
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// The values within: elements, or values of members.
  public var children: [JSONNode] { kind == .object ? members.map(\.value) : elements }
}
