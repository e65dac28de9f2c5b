import VirgaSource

/// The mistakes of a text as a whole, and how they become problems.
extension JSONParser {
  /// Reports a text that cannot be read at all, as one mistake; returns whether it was reported.
  mutating func reportUnreadableText() -> Bool {
    // Offsets are stored as `Int32`. They are offsets in the text or in the decoded strings, which
    // are stored after it. These are together at most as long as the text, so offsets reach up to
    // twice its length.
    let maxLength = Int(Int32.max) / 2
    guard bytes.count < maxLength else {
      report("json-too-large", 0..<0, "the document is larger than 1 GiB")
      return true
    }
    let littleEndianMark: [UInt8] = [0xFF, 0xFE]
    let bigEndianMark: [UInt8] = [0xFE, 0xFF]
    if bytes.starts(with: littleEndianMark) || bytes.starts(with: bigEndianMark) {
      report(
        "json-invalid-utf8", 0..<littleEndianMark.count, "the text is UTF-16; save it as UTF-8")
      return true
    }
    return false
  }

  /// Skips a byte-order mark, with a warning.
  mutating func skipByteOrderMark() {
    let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard bytes.starts(with: utf8Mark) else { return }
    var mistake = JSONSyntaxProblem(
      "json-byte-order-mark", 0..<utf8Mark.count,
      "the text starts with a byte-order mark; save it without")
    mistake.severity = .warning
    report(mistake)
    skip(utf8Mark.count)
  }

  /// Reports a text without any value.
  mutating func reportEmpty() {
    report("json-empty", index..<index, "the document is empty; expected a value")
  }

  /// Reports the text after the root, which starts at the index, as one mistake.
  mutating func reportStrayText() {
    // It has at least one byte, so the space at its end is looked for after that.
    let end = endBeforeSpace(of: index + 1..<bytes.count)
    report("json-text-after-value", index..<end, "unexpected text after the document; remove it")
  }

  /// Reports a repeated key; its hint ends with the position of the first one.
  mutating func reportDuplicate(_ key: LocatedNode, of first: LocatedNode) {
    let name = shown(key.contentRange)
    var mistake = JSONSyntaxProblem(
      "json-duplicate-key", key.range, "duplicate key `\(name)`", hint: "remove it or the one")
    // The hint becomes "remove it or the one at 3:5".
    mistake.offsetAfterHint = first.range.lowerBound
    report(mistake)
  }
}

/// A problem with a byte range instead of lines and columns.
struct JSONSyntaxProblem {
  private let code: Problem.Code
  let range: Range<Int>
  let message: String
  var severity = Problem.Severity.error
  var hint: String?
  /// The text that fixes the mistake in place of the range; nil if none is known.
  var replacement: String?
  /// An offset whose line and column are appended to the hint; nil if the hint is complete.
  var offsetAfterHint: Int?

  /// An error at a range of bytes.
  init(_ code: Problem.Code, _ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.code = code
    self.range = range
    self.message = message
    self.hint = hint
  }

  /// The problem with lines and columns of a text in place of its offsets.
  func problem(in source: SourceText) -> Problem {
    // A hint such as "remove it or the one" ends with a position: " at 3:5".
    let endOfHint = offsetAfterHint.map { offset in " at \(source.position(at: offset))" } ?? ""
    let location = SourceLocation(file: source.name, range: source.range(of: range))
    let hint = hint.map { $0 + endOfHint }
    let problem = Problem(severity, code, message, at: location)
    return problem.with(hint: hint).with(replacement: replacement)
  }
}
