import VirgaSource

extension JSONParser {
  /// Reads a number, or the word that looks like one.
  mutating func readNumber() {
    let start = index
    var end = index
    var isInteger = true
    var hasExponent = false
    if bytes[end] == Byte.minus { end += 1 }
    let whole = end
    skipDigits(&end)
    var isSound = end > whole && (bytes[whole] != Byte.zero || end == whole + 1)
    if end < bytes.count, bytes[end] == Byte.point {
      isInteger = false
      end += 1
      isSound = skipDigits(&end) && isSound
    }
    if end < bytes.count, bytes[end] | 0x20 == Byte.e {
      isInteger = false
      hasExponent = true
      end += 1
      if end < bytes.count, bytes[end] == Byte.plus || bytes[end] == Byte.minus { end += 1 }
      isSound = skipDigits(&end) && isSound
    }
    guard isSound, end >= bytes.count || !Byte.continuesWord(bytes[end]) || startsComment(at: end) else {
      return recoverNumber()
    }
    if hasExponent || end - start >= Self.riskyLength, isOutOfRange(start..<end) {
      let message = "`\(shown(start..<end))` is too large for a number; write one below 1.8e308"
      report(JSONMistake("json-number-range", start..<end, message))
      return append(.invalid, start..<end)
    }
    append(isInteger ? .integer : .number, start..<end)
  }

  /// A shorter number without an exponent is always in a double's range.
  private static let riskyLength = 309

  private func isOutOfRange(_ range: Range<Int>) -> Bool {
    let literal = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    return JSONNumber(checked: literal).double.isInfinite
  }

  @inline(__always) @discardableResult
  private func skipDigits(_ end: inout Int) -> Bool {
    let start = end
    while end < bytes.count, Byte.isDigit(bytes[end]) { end += 1 }
    return end > start
  }

  /// Reports a word that starts like a number.
  mutating func recoverNumber() {
    let range = index..<max(index + 1, wordEnd(from: index))
    let word = shown(range)
    report(JSONMistake("json-bad-number", range, "`\(word)` is not a JSON number; \(advice(range))"))
    append(.invalid, range)
  }

  private func advice(_ range: Range<Int>) -> String {
    var rest = bytes[range]
    if rest.first == Byte.plus { return "remove the `+`" }
    if rest.first == Byte.minus { rest.removeFirst() }
    guard let first = rest.first else { return "write digits after the `-`" }
    if first == Byte.point { return "write a digit before the `.`" }
    let whole = rest.prefix(while: Byte.isDigit)
    if whole.count > 1, first == Byte.zero { return "remove the zero at its start" }
    rest = rest.dropFirst(whole.count)
    switch rest.first {
    case Byte.point where !(rest.dropFirst().first.map(Byte.isDigit) ?? false): return "write a digit after the `.`"
    case Byte.e, UInt8(ascii: "E"): return "write digits after the `e`"
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return "write it in decimal"
    case UInt8(ascii: "_"): return "write its digits without `_`"
    default: return "write digits, or text in double quotes"
    }
  }
}
