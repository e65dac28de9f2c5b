extension ExpressionValue: CustomStringConvertible {
  /// The value as compact JSON, the form in which it is hashed: keys in byte order, a real always with a fraction.
  public var description: String {
    var bytes: [UInt8] = []
    appendCompactJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as compact JSON in UTF-8, the form in which it is hashed.
  package func appendCompactJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .largeInteger(let value): bytes += String(value).utf8
    case .real(let value): bytes += RealText.spelling(of: value).utf8
    case .string(let value): Self.appendQuoted(value, to: &bytes)
    case .array(let members):
      Self.append(members, between: "[", "]", to: &bytes) { $0.appendCompactJSON(to: &$1) }
    case .object(let members):
      let sorted = members.sorted { ByteText.isLess($0.key, $1.key) }
      Self.append(sorted, between: "{", "}", to: &bytes) { member, bytes in
        Self.appendQuoted(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.appendCompactJSON(to: &bytes)
      }
    }
  }

  /// Appends a text as a JSON string; only quotes, backslashes and control characters are escaped.
  package static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += escape(of: byte).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(of control: UInt8) -> String {
    switch control {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (control < 0x10 ? "0" : "") + String(control, radix: 16)
    }
  }

  private static func append<Member>(
    _ members: [Member], between open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
    _ append: (Member, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(member, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }
}
