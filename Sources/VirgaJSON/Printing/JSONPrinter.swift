/// Writes a value as UTF-8, compact or indented.
struct JSONPrinter {
  private(set) var output: [UInt8] = []
  /// Spaces per level; nil for everything on one line.
  let indent: Int?

  init(indent: Int?) { self.indent = indent }

  mutating func append(_ byte: UInt8) { output.append(byte) }

  mutating func append(_ bytes: some Sequence<UInt8>) { output.append(contentsOf: bytes) }

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

  private mutating func write(array elements: [JSONValue], level: Int) {
    output.append(Byte.openBracket)
    for (index, element) in elements.enumerated() {
      separate(isFirst: index == 0, level: level + 1)
      write(element, level: level + 1)
    }
    if !elements.isEmpty { breakLine(level: level) }
    output.append(Byte.closeBracket)
  }

  private mutating func write(object: JSONObject, level: Int) {
    output.append(Byte.openBrace)
    for index in object.indices {
      let (key, value) = object[index]
      separate(isFirst: index == 0, level: level + 1)
      write(string: key)
      output.append(Byte.colon)
      if indent != nil { output.append(Byte.space) }
      write(value, level: level + 1)
    }
    if !object.isEmpty { breakLine(level: level) }
    output.append(Byte.closeBrace)
  }

  private mutating func separate(isFirst: Bool, level: Int) {
    if !isFirst { output.append(Byte.comma) }
    breakLine(level: level)
  }

  private mutating func breakLine(level: Int) {
    guard let indent else { return }
    output.append(Byte.lineFeed)
    output.append(contentsOf: repeatElement(Byte.space, count: indent * level))
  }
}
