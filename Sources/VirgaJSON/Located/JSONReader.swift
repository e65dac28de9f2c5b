package import VirgaSource

/// Reads JSON into the arena of a ``LocatedDocument``, recovering from mistakes.
package struct JSONReader {
  private var builder = LocatedBuilder()
  private var cursor: PositionCursor

  /// The readable part of `source`, nil if there is none, and every mistake in it.
  package static func read(_ source: SourceText) -> (document: LocatedDocument?, problems: [Problem]) {
    let json = JSONDocument.parse(source, limits: JSONLimits(depth: LocatedDocument.deepest))
    return (json.located?.document, json.problems)
  }

  fileprivate static func read(_ root: JSONNode) -> LocatedDocument {
    let source = root.tree.source
    var reader = JSONReader(cursor: PositionCursor(source.bytes))
    reader.append(root)
    return reader.builder.finished(name: source.name, language: .json)
  }

  private init(cursor: PositionCursor) { self.cursor = cursor }

  private mutating func append(_ node: JSONNode) {
    switch node.kind {
    case .null, .invalid: append(.null, "null", node.range)
    case .boolean, .number, .string: appendScalar(node)
    case .array:
      builder.begin(.array, at: cursor.position(at: node.range.lowerBound))
      for element in node.elements { append(element) }
      builder.end(at: cursor.position(at: node.range.upperBound))
    case .object:
      builder.begin(.object, at: cursor.position(at: node.range.lowerBound))
      for member in node.members where !member.isKeyMissing {
        let isUnread = member.value.kind == .invalid
        // A key without a value is still being typed.
        if isUnread, member.value.range.isEmpty { continue }
        append(.string, member.key, member.keyRange)
        if isUnread { append(.unread, "", member.value.range) } else { append(member.value) }
      }
      builder.end(at: cursor.position(at: node.range.upperBound))
    }
  }

  private mutating func appendScalar(_ node: JSONNode) {
    switch node.value {
    case .boolean(let truth): append(.boolean, truth ? "true" : "false", node.range)
    case .integer(let integer): append(.integer, String(integer), node.range)
    case .number(let number): append(number.isInteger ? .integer : .number, number.literal, node.range)
    case .string(let text): append(.string, text, node.range)
    default: append(.null, "null", node.range)
    }
  }

  private mutating func append(_ kind: LocatedNode.Kind, _ text: String, _ range: Range<Int>) {
    let start = cursor.position(at: range.lowerBound)
    let end = cursor.position(at: range.upperBound)
    builder.scalar(kind, text.utf8, isPlain: kind != .string, from: start, to: end)
  }
}

extension JSONDocument {
  /// The value of all that could be read, with its positions; nil if the text holds no value.
  package var located: LocatedValue? {
    root.flatMap { $0.kind == .invalid ? nil : JSONReader.read($0).root }
  }
}

extension JSONNumber {
  fileprivate var isInteger: Bool { !literal.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 } }
}

/// Converts growing byte offsets to lines and columns in one pass over the text.
struct PositionCursor {
  private let bytes: [UInt8]
  private var offset = 0
  private var current = NodePosition(line: 1, column: 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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
