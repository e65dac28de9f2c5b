import VirgaSource

extension JSONParser {
  /// Reads a string or key in double quotes.
  mutating func readString(as kind: JSONEntry.Kind) {
    let start = index
    var end = index + 1
    var flags: JSONEntry.Flags = []
    while end < bytes.count {
      let byte = bytes[end]
      if byte == Byte.quote { return append(kind, start..<end + 1, flags) }
      if byte >= 0x20 && byte < 0x80 && byte != Byte.backslash {
        end += 1
      } else {
        guard readUncommon(byte, &end, &flags, in: start, kind) else { break }
      }
    }
    reportUnclosedString(from: start, lineEnd: end, kind, flags)
  }

  /// Reads an escape, a scalar beyond ASCII or a control character; false where the string breaks off before it.
  private mutating func readUncommon(
    _ byte: UInt8, _ end: inout Int, _ flags: inout JSONEntry.Flags, in start: Int, _ kind: JSONEntry.Kind
  ) -> Bool {
    if byte >= 0x80 {
      let length = scalarLength(at: end)
      if length == 0 { reportInvalidUnicode(at: end, &flags) }
      end += max(length, 1)
    } else if byte == Byte.backslash {
      flags.insert(.escaped)
      guard end + 1 < bytes.count, !Byte.isLineEnd(bytes[end + 1]) else {
        end += 1
        return false
      }
      end += readEscape(at: end)
    } else {
      if Byte.isLineEnd(byte), !goesOnInNextLine(from: end, kind) { return false }
      let length = byte == Byte.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Byte.lineFeed ? 2 : 1
      reportControl(byte, end..<end + length, &flags)
      end += length
    }
    return true
  }

  /// Checks the escape at `start` and gives its length.
  private mutating func readEscape(at start: Int) -> Int {
    switch bytes[start + 1] {
    case Byte.quote, Byte.backslash, Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case Byte.u:
      return readUnicodeEscape(at: start)
    default:
      let length = 1 + max(1, scalarLength(at: start + 1))
      let range = start..<start + length
      let advice = "write `\\\\` for a backslash"
      report(JSONMistake("json-bad-escape", range, "`\(shown(range))` is not an escape; \(advice)"))
      return length
    }
  }

  private mutating func readUnicodeEscape(at start: Int) -> Int {
    guard let unit = JSONText.codeUnit(at: start, of: bytes) else {
      let digits = bytes[(start + 2)...].prefix(4).prefix { Byte.hexadecimal($0) != nil }
      let range = start..<start + 2 + digits.count
      report(JSONMistake("json-bad-escape", range, "`\(shown(range))` is not an escape; `\\u` needs four hex digits"))
      return range.count
    }
    guard unit & 0xF800 == 0xD800 else { return 6 }
    if unit < 0xDC00, let low = JSONText.codeUnit(at: start + 6, of: bytes), low & 0xFC00 == 0xDC00 { return 12 }
    let missing = unit < 0xDC00 ? "the second half has to follow" : "the first half has to stand before it"
    let range = start..<start + 6
    report(JSONMistake("json-lone-surrogate", range, "`\(shown(range))` is half of a pair; \(missing)"))
    return 6
  }

  private mutating func reportControl(_ byte: UInt8, _ range: Range<Int>, _ flags: inout JSONEntry.Flags) {
    guard !flags.contains(.reported) else { return }
    flags.insert(.reported)
    let advice =
      switch byte {
      case Byte.tab: "a tab in a string is written `\\t`"
      case Byte.lineFeed, Byte.carriageReturn: "a line end in a string is written `\\n`"
      default:
        "the control character \(Self.scalarName(UInt32(byte))) in a string is written "
          + "`\\u\(String(0x10000 | UInt32(byte), radix: 16).dropFirst())`"
      }
    report(JSONMistake("json-control-character", range, advice))
  }

  private mutating func reportInvalidUnicode(at offset: Int, _ flags: inout JSONEntry.Flags) {
    defer { flags.formUnion([.escaped, .reported]) }
    guard !flags.contains(.reported) else { return }
    reportInvalidUnicode(offset..<offset + 1)
  }

  mutating func reportInvalidUnicode(_ range: Range<Int>) {
    let byte = String(0x100 | Int(bytes[range.lowerBound]), radix: 16, uppercase: true).dropFirst()
    report(JSONMistake("json-invalid-utf8", range, "the byte 0x\(byte) is not UTF-8; save the text as UTF-8"))
  }
}
