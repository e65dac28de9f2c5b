import VirgaSource

/// What a person wrote, as an arena of nodes: the one form that YAML, JSON and values made by the program share.
///
/// The node at index 0 is the root. Texts lie one after the other in one pool, so a node has no reference to count.
package final class WrittenDocument: Sendable {
  /// How numbers are spelled when they are printed.
  package enum Language { case yaml, json }

  /// How deep arrays and objects may nest, with aliases followed.
  package static let deepest = 128

  /// What problems call the file; shared by every location in it.
  package let name: String
  let language: Language
  package let nodes: [WrittenNode]
  package let text: [UInt8]
  /// Keys that stand twice in one object: the earlier and the later key node.
  package let repeatedKeys: [(first: Int32, second: Int32)]
  package let hasRepeatedKeys: Bool

  init(
    name: String, language: Language, nodes: [WrittenNode], text: [UInt8], repeatedKeys: [(first: Int32, second: Int32)]
  ) {
    self.name = name
    self.language = language
    self.nodes = nodes
    self.text = text
    self.repeatedKeys = repeatedKeys
    self.hasRepeatedKeys = !repeatedKeys.isEmpty
  }

  package var root: WrittenValue { WrittenValue(document: self, index: 0) }

  /// The node itself, or what it stands for where it is an alias.
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

  func range(of index: Int32) -> SourceRange? {
    let node = nodes[Int(index)]
    guard node.start.line > 0 else { return nil }
    return SourceRange(
      .init(line: Int(node.start.line), column: Int(node.start.column)),
      .init(line: Int(node.end.line), column: Int(node.end.column)))
  }
}
