package import VirgaSource

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

  static func read(_ json: JSONDocument) -> LocatedDocument {
    json.source.bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes, entries: json.entries, cursor: PositionCursor(bytes))
      reader.append(0)
      return reader.builder.finished(name: json.source.name, language: .json)
    }
  }

  private mutating func append(_ index: Int) {
    let entry = entries[index]
    switch entry.kind {
    case .null, .invalid: append(.null, "null", entry)
    case .boolean: append(.boolean, String(decoding: bytes[entry.range], as: UTF8.self), entry)
    case .integer: append(.integer, String(decoding: bytes[entry.range], as: UTF8.self), entry)
    case .number: append(.number, String(decoding: bytes[entry.range], as: UTF8.self), entry)
    case .string, .key: append(.string, JSONText.decoded(bytes, entry), entry)
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
        if value.kind == .invalid { append(.unread, "", value) } else { append(key + 1) }
      }
      builder.end(at: cursor.position(at: entry.range.upperBound))
    }
  }

  private mutating func append(_ kind: LocatedNode.Kind, _ text: String, _ entry: JSONEntry) {
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
