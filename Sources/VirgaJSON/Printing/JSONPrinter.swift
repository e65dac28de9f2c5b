import VirgaSource

/// Prints JSON as UTF-8.
package struct JSONPrinter {
  private(set) var output: [UInt8] = []
  /// Spaces per level; nil prints everything on one line.
  let indent: Int?

  /// A printer that indents each level by `indent` spaces; nil prints everything on one line.
  init(indent: Int?) { self.indent = indent }

  /// Appends a value; `level` is the number of containers around it.
  mutating func write(_ value: JSONValue, level: Int = 0) {
    switch value {
    case .null: output.append(contentsOf: "null".utf8)
    case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value): output.append(contentsOf: value.literal.utf8)
    case .string(let value): write(string: value)
    case .array(let elements): write(array: elements, level: level)
    case .object(let object): write(object: object, level: level)
    }
  }

  /// Writes an array; `level` is the number of containers around it.
  private mutating func write(array elements: [JSONValue], level: Int) {
    output.append(Byte.openBracket)
    for (index, element) in elements.enumerated() {
      beginItem(isFirst: index == 0, level: level + 1)
      write(element, level: level + 1)
    }
    if !elements.isEmpty { breakLine(level: level) }
    output.append(Byte.closeBracket)
  }

  /// Writes an object; `level` is the number of containers around it.
  private mutating func write(object: JSONObject, level: Int) {
    output.append(Byte.openBrace)
    for index in object.indices {
      let (key, value) = object[index]
      beginItem(isFirst: index == 0, level: level + 1)
      write(string: key)
      output.append(Byte.colon)
      if indent != nil { output.append(Byte.space) }
      write(value, level: level + 1)
    }
    if !object.isEmpty { breakLine(level: level) }
    output.append(Byte.closeBrace)
  }

  /// Appends what is before an item of a container: a comma unless it is the first, and a line end.
  private mutating func beginItem(isFirst: Bool, level: Int) {
    if !isFirst { output.append(Byte.comma) }
    breakLine(level: level)
  }

  /// Starts a new line, indented to `level`, unless everything is on one line.
  private mutating func breakLine(level: Int) {
    guard let indent else { return }
    output.append(Byte.lineFeed)
    output.append(contentsOf: repeatElement(Byte.space, count: indent * level))
  }

  /// Appends a string in quotes.
  ///
  /// Escapes the characters that RFC 8259 requires to be escaped, and those that could harm readers
  /// of the output: DEL and the C1 controls, which a terminal interprets, and U+2028 and U+2029,
  /// which end a line in JavaScript.
  mutating func write(string text: String) {
    // A copy, because `withUTF8` is mutating.
    var text = text
    output.append(Byte.quote)
    text.withUTF8 { bytes in writeEscaped(bytes) }
    output.append(Byte.quote)
  }

  /// Appends well-formed UTF-8, with escape sequences for the scalars that must be escaped.
  private mutating func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    // The bytes between two escapes are copied at once. All bytes before `copiedEnd` are copied.
    var copiedEnd = 0
    var index = 0
    while index < bytes.count {
      guard let escaped = Self.escapedScalar(in: bytes, at: index) else {
        index += 1
        continue
      }
      output += bytes[copiedEnd..<index]
      output += Self.escapeSequence(escaped.scalar).utf8
      index += escaped.length
      copiedEnd = index
    }
    output += bytes[copiedEnd...]
  }

  /// The scalar at `index` and its length in bytes if it must be escaped; else nil.
  ///
  /// `bytes` are well-formed UTF-8: after C2 there is at least one more byte, after E2 two.
  @inline(__always)
  private static func escapedScalar(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = bytes[index]
    let delete: UInt8 = 0x7F
    if byte < Byte.space || byte == Byte.quote || byte == Byte.backslash || byte == delete {
      return (UInt32(byte), 1)
    }
    // The C1 controls, U+0080 to U+009F, are the bytes C2 80 to C2 9F.
    if byte == 0xC2, bytes[index + 1] < 0xA0 { return (UInt32(bytes[index + 1]), 2) }
    // U+2028 and U+2029 are the bytes E2 80 A8 and E2 80 A9.
    if byte == 0xE2, bytes[index + 1] == 0x80 {
      if bytes[index + 2] == 0xA8 { return (0x2028, 3) }
      if bytes[index + 2] == 0xA9 { return (0x2029, 3) }
    }
    return nil
  }

  /// The escape sequence of a scalar below U+10000: `\n`, `\u0000`.
  package static func escapeSequence(_ scalar: UInt32) -> String {
    switch scalar {
    case UInt32(Byte.quote): "\\\""
    case UInt32(Byte.backslash): "\\\\"
    case UInt32(Byte.backspace): "\\b"
    case UInt32(Byte.tab): "\\t"
    case UInt32(Byte.lineFeed): "\\n"
    case UInt32(Byte.formFeed): "\\f"
    case UInt32(Byte.carriageReturn): "\\r"
    default: "\\u" + scalar.hexadecimal(digits: 4)
    }
  }
}
