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

/// Reads JSON into the arena of a ``LocatedDocument``, recovering from mistakes.
package struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let entries: [JSONEntry]
  private var builder = LocatedBuilder()
  private var cursor: PositionCursor

  /// The readable part of `source`, nil if there is none, and every mistake in it.
  package static func read(_ source: SourceText) -> (document: LocatedDocument?, problems: [Problem]) {
    let json = JSONDocument.parse(source, limits: JSONLimits(depth: LocatedDocument.deepest))
    return (json.located?.document, json.problems)
  }

  fileprivate static func read(_ json: JSONDocument) -> LocatedDocument {
    json.source.bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes, entries: json.entries, cursor: PositionCursor(bytes))
      reader.append(0)
      return reader.builder.finished(name: json.source.name, language: .json)
    }
  }

  private mutating func append(_ index: Int) {
    let entry = entries[index]
    switch entry.kind {
    case .null, .invalid: append(.null, "null".utf8, entry)
    case .boolean: append(.boolean, bytes[entry.range], entry)
    case .integer: append(.integer, bytes[entry.range], entry)
    case .number: append(.number, bytes[entry.range], entry)
    case .string, .key: append(.string, JSONText.decoded(bytes, entry).utf8, entry)
    case .array:
      builder.begin(.array, at: cursor.position(at: entry.range.lowerBound))
      for element in entries.children(of: index) { append(element) }
      builder.end(at: cursor.position(at: entry.range.upperBound))
    case .object:
      builder.begin(.object, at: cursor.position(at: entry.range.lowerBound))
      for key in entries.children(of: index) where !entries[key].flags.contains(.absent) {
        let value = entries[key + 1]
        // A key without a value is still being typed.
        if value.kind == .invalid, value.range.isEmpty { continue }
        append(key)
        if value.kind == .invalid { append(.unread, "".utf8, value) } else { append(key + 1) }
      }
      builder.end(at: cursor.position(at: entry.range.upperBound))
    }
  }

  private mutating func append(_ kind: LocatedNode.Kind, _ text: some Collection<UInt8>, _ entry: JSONEntry) {
    let start = cursor.position(at: entry.range.lowerBound)
    let end = cursor.position(at: entry.range.upperBound)
    builder.scalar(kind, text, isPlain: kind != .string, from: start, to: end)
  }
}

/// Converts growing byte offsets to lines and columns in one pass over the text.
struct PositionCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var current = NodePosition(line: 1, column: 1)

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// `target` must not be before the previous target.
  mutating func position(at target: Int) -> NodePosition {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      offset += 1
      let isLineEnd = byte == 0x0A || (byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A))
      if isLineEnd {
        current = NodePosition(line: current.line + 1, column: 1)
      } else if !(offset < bytes.count && bytes[offset] & 0xC0 == 0x80) {
        current.column += 1
      }
    }
    return current
  }
}
