public import VirgaSource

/// A possibly incomplete JSON text with its tree and its problems, for editors.
///
/// Each mistake is reported once and parsing continues after it, so that the tree contains everything that could be understood.
public struct JSONDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// All mistakes, in text order; they are errors, except for a byte-order mark, which is a warning.
  public let problems: [Problem]

  let entries: [JSONEntry]

  /// Parses `source` as RFC 8259 JSON and recovers from every mistake.
  public static func parse(_ source: SourceText, limits: JSONLimits = JSONLimits()) -> JSONDocument {
    let (entries, mistakes) = source.bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, limits: limits, findsDuplicates: true)
      parser.parse()
      return (parser.entries, parser.mistakes)
    }
    let sorted = mistakes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return JSONDocument(source: source, problems: sorted.map { $0.problem(in: source) }, entries: entries)
  }

  /// Parses a text called `name`; see ``parse(_:limits:)``.
  public static func parse(_ text: String, name: String = "-") -> JSONDocument {
    parse(SourceText(name: name, text: text))
  }

  /// The value of everything that could be read; nil if the text contains no value.
  ///
  /// Unreadable members and elements are left out; the last value of a repeated key wins.
  public var value: JSONValue? {
    guard isReadable else { return nil }
    return source.bytes.withUnsafeBufferPointer { bytes in
      var builder = JSONValueBuilder(bytes: bytes, entries: entries)
      return builder.value(at: 0)
    }
  }

  var isReadable: Bool { !entries.isEmpty && entries[0].kind != .invalid }

  /// The location of the value at `path`, even an unreadable one; nil if it does not exist.
  ///
  /// The last member of a repeated key wins; unreadable elements are not counted.
  public func range(at path: JSONPath) -> SourceRange? {
    var index = entries.indices.first
    for component in path.components { index = index.flatMap { child(component, of: $0) } }
    return index.map { source.range(of: entries[$0].range) }
  }

  private func child(_ component: JSONPath.Component, of container: Int) -> Int? {
    let children = entries.children(of: container)
    switch (component, entries[container].kind) {
    case (.key(let name), .object):
      let keys = children.filter { !entries[$0].flags.contains(.absent) && key($0).isSameName(as: name) }
      return keys.last.map { $0 + 1 }
    case (.index(let index), .array):
      return index < 0 ? nil : children.filter { entries[$0].kind != .invalid }.dropFirst(index).first
    default: return nil
    }
  }

  func key(_ index: Int) -> String {
    source.bytes.withUnsafeBufferPointer { JSONText.decoded($0, entries[index]) }
  }

  /// The value of all that could be read, with its positions; nil if the text holds no value.
  package var located: LocatedValue? { isReadable ? JSONReader.read(self).root : nil }
}
