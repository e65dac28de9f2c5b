package import VirgaJSON
package import VirgaSource

/// The unit in which client and server count the characters of a line.
package enum PositionEncoding: String, Sendable {
  /// Bytes of UTF-8.
  case utf8 = "utf-8"
  /// Code units of UTF-16, which every client knows.
  case utf16 = "utf-16"

  /// The first unit that a client offers and the server knows.
  package static func negotiated(_ offered: JSONValue?) -> PositionEncoding {
    let names = (offered?.arrayValue ?? []).compactMap(\.stringValue)
    return names.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
  }
}

/// Converts between positions of LSP and those of a text: the only place that does.
///
/// LSP counts lines and characters from 0, in the units that were negotiated. virga counts from 1,
/// in Unicode scalars.
package struct TextPositions: Sendable {
  private let source: SourceText
  private let encoding: PositionEncoding

  package init(_ source: SourceText, _ encoding: PositionEncoding) {
    self.source = source
    self.encoding = encoding
  }

  /// The position of LSP, such as `{"line": 0, "character": 4}`.
  package func json(_ position: SourcePosition) -> JSONValue {
    let start = source.offset(of: SourcePosition(line: position.line, column: 1))
    let end = source.offset(of: position)
    let character = units(in: start..<max(start, end))
    return ["line": .integer(Int64(position.line - 1)), "character": .integer(Int64(character))]
  }

  /// The range of LSP.
  package func json(_ range: SourceRange) -> JSONValue {
    ["start": json(range.start), "end": json(range.end)]
  }

  /// The position that LSP means; nil if the value is not a position.
  ///
  /// A character after the end of its line is that end, and a line after the last one is the end of
  /// the text.
  package func position(_ json: JSONValue?) -> SourcePosition? {
    guard let line = json?["line"]?.integerValue, let character = json?["character"]?.integerValue,
      line >= 0, character >= 0
    else { return nil }
    let lineNumber = Int(min(line, Self.largest)) + 1
    let lineStart = source.offset(of: SourcePosition(line: lineNumber, column: 1))
    let lineEnd = source.offset(of: SourcePosition(line: lineNumber, column: Int.max))
    let limit = Int(min(character, Self.largest))
    return source.position(at: offset(of: limit, in: lineStart..<max(lineStart, lineEnd)))
  }

  /// The range that LSP means; nil if the value is not a range.
  package func range(_ json: JSONValue?) -> SourceRange? {
    guard let start = position(json?["start"]), let end = position(json?["end"]) else { return nil }
    return SourceRange(start, max(start, end))
  }

  /// A number that no line or character exceeds.
  private static let largest = Int64(Int32.max)

  /// The number of units in a range of bytes.
  private func units(in range: Range<Int>) -> Int {
    switch encoding {
    case .utf8: range.count
    case .utf16: source.bytes[range].reduce(0) { count, byte in count + Self.utf16Units(of: byte) }
    }
  }

  /// The offset that is `count` units after the start of a range, or its end.
  private func offset(of count: Int, in range: Range<Int>) -> Int {
    switch encoding {
    case .utf8: return min(range.lowerBound + count, range.upperBound)
    case .utf16:
      var rest = count
      var offset = range.lowerBound
      while offset < range.upperBound {
        let units = Self.utf16Units(of: source.bytes[offset])
        // Bytes that continue a scalar belong to it.
        if units > 0, rest <= 0 { break }
        rest -= units
        offset += 1
      }
      return offset
    }
  }

  /// The number of UTF-16 units of the scalar that begins with a byte of UTF-8; none for a byte
  /// that continues a scalar.
  private static func utf16Units(of byte: UInt8) -> Int {
    let isContinuation = byte & 0xC0 == 0x80
    if isContinuation { return 0 }
    // Scalars beyond U+FFFF have four bytes, and two units.
    let firstOfFourBytes: UInt8 = 0xF0
    return byte >= firstOfFourBytes ? 2 : 1
  }
}
