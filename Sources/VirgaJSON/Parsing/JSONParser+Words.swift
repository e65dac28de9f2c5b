import VirgaSource

extension JSONParser {
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, continuesWord(at: end), !startsComment(at: end) { end += 1 }
    return end
  }

  /// Whether the byte at `offset` is part of a word; a full-width comma, colon or bracket is not.
  func continuesWord(at offset: Int) -> Bool {
    guard Byte.continuesWord(bytes[offset]) else { return false }
    guard bytes[offset] >= 0x80, let found = lookalike(at: offset) else { return true }
    return !found.character.endsWord
  }

  func startsComment(at offset: Int) -> Bool {
    guard bytes[offset] == Byte.slash, offset + 1 < bytes.count else { return false }
    return bytes[offset + 1] == Byte.slash || bytes[offset + 1] == Byte.star
  }

  /// Reads words in place of a value, as one mistake.
  mutating func recoverBareWord() {
    let first = bytes[index]
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    if first == Byte.plus || first == Byte.point, second.isDigit || second == Byte.point {
      return recoverNumber()
    }
    if let quote = nextQuote(from: index), isEnd(quote, of: .string) {
      return appendUnopened(index..<quote + 1, .string)
    }
    let range = index..<phraseEnd(from: index)
    report(foreignWord(range) ?? bareWord(range))
    append(.unread, range)
  }

  private mutating func appendUnopened(_ range: Range<Int>, _ kind: StringKind) {
    report("json-unopened-string", range, "the string has no opening quote; add `\"` before it")
    appendString(kind, range, [.unopened, .escaped, .reported])
  }

  private func bareWord(_ range: Range<Int>) -> JSONSyntaxProblem {
    let word = shown(range)
    switch word.lowercased() {
    case "none", "nil", "undefined", "nan", "infinity":
      return JSONSyntaxProblem(
        "json-bare-word", range, "`\(word)` is not a JSON value; write `null`")
    default:
      let hint = NameSuggestions.hint(for: word, among: ["true", "false", "null"])
      return JSONSyntaxProblem(
        "json-bare-word", range, "`\(word)` is not a JSON value; put text in double quotes",
        hint: hint)
    }
  }

  /// Includes blanks between words and colons within, as in `see http://a.b`.
  private func phraseEnd(from start: Int) -> Int {
    var end = max(start + 1, wordEnd(from: start))
    while end < bytes.count {
      var next = end
      if bytes[end] == Byte.colon {
        next += 1
      } else {
        while next < bytes.count, bytes[next] == Byte.space || bytes[next] == Byte.tab { next += 1 }
      }
      guard next < bytes.count, next > end, continuesWord(at: next) else { break }
      if bytes[end] != Byte.colon && startsComment(at: next) { break }
      end = max(next + 1, wordEnd(from: next + 1))
    }
    return end
  }

  mutating func readBareKey() {
    let start = index
    var end = start
    while end < bytes.count, continuesWord(at: end) || bytes[end] == Byte.space { end += 1 }
    if end < bytes.count, bytes[end] == Byte.quote, isEnd(end, of: .key) {
      return appendUnopened(start..<end + 1, .key)
    }
    while end > start + 1, bytes[end - 1] == Byte.space { end -= 1 }
    if let quote = lookalikeQuote(endingAt: end), quote.range.lowerBound > start {
      let content = start..<quote.range.lowerBound
      return appendForeign(start..<end, content: content, .key, quotedBy: quote.character)
    }
    let range = start..<end
    report("json-unquoted-key", range, "put the key in double quotes: `\"\(shown(range))\"`")
    appendString(.key, range, [.unopened, .unclosed, .reported])
  }

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
    guard isSound, end >= bytes.count || !continuesWord(at: end) || startsComment(at: end) else {
      return recoverNumber()
    }
    if hasExponent || end - start >= Self.minOverflowLength, isOutOfRange(start..<end) {
      let message = "`\(shown(start..<end))` is too large for a number; write one below 1.8e308"
      report("json-number-range", start..<end, message)
      return append(.unread, start..<end)
    }
    append(isInteger ? .integer : .number, start..<end)
  }

  /// The shortest literal without an exponent that can be out of a double's range.
  private static let minOverflowLength = 309

  private func isOutOfRange(_ range: Range<Int>) -> Bool {
    let literal = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    return JSONNumber(checked: literal).double.isInfinite
  }

  @inline(__always) @discardableResult
  private func skipDigits(_ end: inout Int) -> Bool {
    let start = end
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    return end > start
  }

  mutating func recoverNumber() {
    let range = index..<max(index + 1, wordEnd(from: index))
    let message = "`\(shown(range))` is not a JSON number; \(advice(range))"
    report(foreignWord(range) ?? JSONSyntaxProblem("json-bad-number", range, message))
    append(.unread, range)
  }

  private func advice(_ range: Range<Int>) -> String {
    var rest = bytes[range]
    if rest.first == Byte.plus { return "remove the `+`" }
    if rest.first == Byte.minus { rest.removeFirst() }
    guard let first = rest.first else { return "write digits after the `-`" }
    if first == Byte.point { return "write a digit before the `.`" }
    let whole = rest.prefix(while: \.isDigit)
    if whole.count > 1, first == Byte.zero { return "remove the leading zero" }
    rest = rest.dropFirst(whole.count)
    switch rest.first {
    case Byte.point where !(rest.dropFirst().first.map(\.isDigit) ?? false):
      return "write a digit after the `.`"
    case Byte.e, UInt8(ascii: "E"): return "write digits after the `e`"
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return "write it in decimal"
    case UInt8(ascii: "_"): return "remove the `_`"
    default: return "write digits, or text in double quotes"
    }
  }

  /// The length of the UTF-8 sequence at `offset`; 0 if it is ill-formed.
  func scalarLength(at offset: Int) -> Int {
    var parser = UTF8.ForwardParser()
    var iterator = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return 0 }
    return scalar.count
  }

  /// A range of the text for a message: truncated, with ill-formed bytes replaced.
  func shown(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.prefix(200)], as: UTF8.self).shortened(to: 40)
  }

  /// `U+00A0` for 160.
  static func scalarName(_ scalar: UInt32) -> String {
    "U+" + scalar.hexadecimal(4, uppercase: true)
  }
}
