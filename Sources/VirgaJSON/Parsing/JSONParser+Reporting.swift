import VirgaSource

/// The mistakes of a text as a whole, and how they become problems.
extension JSONParser {
  /// Skips a byte-order mark; false, with a mistake, if the text cannot be read at all.
  mutating func checkStart() -> Bool {
    // The decoded strings are at most as long again, and all offsets have 31 bits.
    guard bytes.count < Int(Int32.max) / 2 else {
      report("json-too-large", 0..<0, "the document is larger than 1 GiB")
      return false
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      report("json-invalid-utf8", 0..<2, "the text is UTF-16; save it as UTF-8")
      return false
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      var mark = JSONSyntaxProblem(
        "json-byte-order-mark", 0..<3, "the text starts with a byte-order mark; save it without")
      mark.severity = .warning
      report(mark)
      skip(3)
    }
    return true
  }

  mutating func reportEmpty() {
    report("json-empty", index..<index, "the document is empty; expected a value")
  }

  /// Reports the text after the root as one mistake.
  mutating func reportStrayText() {
    let end = endBeforeSpace(of: index + 1..<bytes.count)
    report("json-text-after-value", index..<end, "unexpected text after the document; remove it")
  }

  /// Reports a repeated key; its hint ends with the position of the first one.
  mutating func reportDuplicate(_ key: LocatedNode, of first: LocatedNode) {
    let name = shown(key.contentRange)
    var mistake = JSONSyntaxProblem(
      "json-duplicate-key", key.range, "duplicate key `\(name)`", hint: "remove it or the one")
    mistake.other = first.range.lowerBound
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
  var other: Int?

  init(_ code: Problem.Code, _ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.code = code
    self.range = range
    self.message = message
    self.hint = hint
  }

  /// The problem with lines and columns.
  func problem(in source: SourceText) -> Problem {
    let otherLocation = other.map { " at \(source.position(at: $0))" } ?? ""
    let location = SourceLocation(file: source.name, range: source.range(of: range))
    let hint = hint.map { $0 + otherLocation }
    let problem = Problem(severity, code, message, at: location)
    return problem.with(hint: hint).with(replacement: replacement)
  }
}

/// Limits of a parser, so that hostile text costs bounded memory and stack.
public struct JSONLimits: Hashable, Sendable {
  /// The maximum depth of arrays and objects.
  ///
  /// Values are compared, printed and freed recursively; 256 levels fit the 512 KiB stack of a
  /// secondary thread on macOS even in a debug build.
  public var depth: Int
  /// The maximum number of problems; one more then reports that parsing stopped.
  public var problems: Int

  /// Creates limits; the defaults suit hand-written text.
  public init(depth: Int = 256, problems: Int = 100) {
    self.depth = depth
    self.problems = problems
  }
}
