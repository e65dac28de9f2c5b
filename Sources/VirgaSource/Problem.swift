/// A problem in hand-written input: what, where, and how to fix it.
public struct Problem: Hashable, Sendable {
  /// How serious a problem is.
  public enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The input cannot be used.
    case error
    /// The input works, but probably not as its author intended.
    case warning
    /// The input could be better.
    case hint

    /// Whether one severity sorts before the other; errors come first.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    /// The position among the cases, of which the most serious is the first.
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A stable kebab-case name for a kind of problem, such as `unknown-type`.
  public struct Code: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let description: String

    /// The code called `value`.
    public init(stringLiteral value: String) { description = value }
  }

  /// How serious it is.
  public var severity: Severity
  /// The kind of problem.
  public var code: Code
  /// The model element it belongs to, such as `features/app-menu#items.icon`; empty if there is
  /// none.
  public var path: String
  /// What is wrong and what to do, as a sentence without a final period.
  public var message: String
  /// Where it was written, if known.
  public var location: SourceLocation?
  /// A suggested fix, such as `did you mean Boolean?`.
  public var hint: String?
  /// The text that fixes the problem in place of the text at the location; nil if none is known.
  package var replacement: String?

  /// The message and the suggested fix in one sentence, without the location.
  public var sentence: String { hint.map { message.followed(byClause: $0) } ?? message }

  /// Creates a problem without a suggested fix; without a location, nothing in a file is marked.
  ///
  /// User names and passwords in URLs are masked in `message`.
  package init(
    _ severity: Severity, _ code: Code, path: String = "", _ message: String,
    at location: SourceLocation? = nil
  ) {
    self.severity = severity
    self.code = code
    self.path = path
    self.message = message.maskingCredentials
    self.location = location
  }

  /// Returns the problem with a suggested fix, in which secrets in URLs are masked; with nil it
  /// has no suggested fix.
  package func with(hint: String?) -> Problem {
    var problem = self
    problem.hint = hint?.maskingCredentials
    return problem
  }

  /// Returns the problem with `replacement`: the text that fixes it if written in place of the text
  /// at its location; nil if no such text is known.
  package func with(replacement: String?) -> Problem {
    var problem = self
    problem.replacement = replacement
    return problem
  }

  /// The problem as text.
  ///
  /// It has location, severity, message and hint, then the source line with a marker below.
  ///
  /// `source` returns the text of a file that a location names; if it returns nil, the result is
  /// only the first line. The result is not safe for a terminal: escape control characters before
  /// printing it.
  package func rendered(source: (String) -> SourceText? = { _ in nil }) -> String {
    renderedLines(source: source).joined(separator: "\n")
  }

  /// The lines of the problem as text: the message and, if it has a location in a known text, the
  /// marked source.
  ///
  /// The first line has the location, the severity, the path of the model element, the message with
  /// its hint, and the code. `source` returns the text of a file, nil if that is not known.
  ///
  /// Line ends in the first line are shown as `⏎`. The marked source is shown as it is: it may have
  /// characters that some programs take for a line end.
  package func renderedLines(source: (String) -> SourceText? = { _ in nil }) -> [String] {
    var firstLine = location.map { "\($0): " } ?? ""
    firstLine += "\(severity.rawValue): "
    if !path.isEmpty { firstLine += "\(path): " }
    firstLine += sentence
    firstLine = "\(firstLine) [\(code)]".inOneLine
    guard let location, let source = source(location.file) else { return [firstLine] }
    let firstScalar = source.stretch(ofLine: location.range.start.line, from: 1, count: 1).text
    // An empty source line has nothing to show or mark.
    guard !firstScalar.isEmpty else { return [firstLine] }
    return [firstLine] + Self.excerpt(of: source, marking: location.range)
  }

  /// The maximum number of scalars of a source line that an excerpt shows.
  private static let maxExcerptWidth = 110

  /// The line in which a range starts, and below it a line that marks the range.
  ///
  ///      12 | type: Bolean
  ///         |       ^~~~~~
  ///
  /// Of a long line it shows the part around the start, with an ellipsis where the line is cut.
  /// Lengths are counted in scalars.
  private static func excerpt(of source: SourceText, marking range: SourceRange) -> [String] {
    let lengthBefore = range.start.column - 1
    // At most half of the excerpt is before the start of the range.
    let hiddenLength = max(0, lengthBefore - maxExcerptWidth / 2)
    let (shownText, endIsCut) = source.stretch(
      ofLine: range.start.line, from: hiddenLength + 1, count: maxExcerptWidth)
    let scalarsBefore = shownText.unicodeScalars.prefix(lengthBefore - hiddenLength)
    let indent = blanks(asWideAs: scalarsBefore)
    let lengthAfter = shownText.unicodeScalars.count - scalarsBefore.count
    let number = String(range.start.line)
    let belowNumber = String(repeating: " ", count: number.count)
    let startIsCut = hiddenLength > 0
    // The line below has a space under the ellipsis.
    let (ellipsis, belowEllipsis) = startIsCut ? ("…", " ") : ("", "")
    let line = shownText.maskingCredentialsKeepingColumns + (endIsCut ? "…" : "")
    return [
      " \(number) | \(ellipsis)\(line)",
      " \(belowNumber) | \(belowEllipsis)\(indent)\(underline(of: range, maxLength: lengthAfter))",
    ]
  }

  /// Blanks that are as wide as a part of a line: a tab stays a tab, so that what follows is below
  /// the text after that part however wide tabs are.
  private static func blanks(asWideAs scalars: Substring.UnicodeScalarView) -> String {
    scalars.map { $0 == "\t" ? "\t" : " " }.joined()
  }

  /// The mark below a range: `^~~~~~`.
  ///
  /// - Parameter maxLength: The length of the shown text from the start of the range. The mark of a
  ///   range that ends in a later line has this length.
  private static func underline(of range: SourceRange, maxLength: Int) -> String {
    let endsInLine = range.end.line == range.start.line
    let rangeLength = endsInLine ? range.end.column - range.start.column : maxLength
    // An empty range is marked too, by the `^` alone.
    let length = max(1, min(rangeLength, maxLength))
    return "^" + String(repeating: "~", count: length - 1)
  }
}

extension Problem {
  /// Whether it reports a key that an object of JSON or YAML has twice.
  package var isRepeatedKey: Bool { code == "json-duplicate-key" || code == "duplicate-key" }

  /// The same problem; if it is about a repeated key, the message adds that the marked value, the
  /// last one, is used.
  package var sayingWhichValueIsUsed: Problem {
    var problem = self
    if isRepeatedKey { problem.message += ": this value is used" }
    return problem
  }
}

extension [Problem] {
  /// The problems of one file by line and column; those without a location count as at its start.
  ///
  /// Problems at the same position keep their order.
  package var inTextOrder: [Problem] {
    let starts = map { $0.location?.range.start ?? .start }
    // The index decides between problems at the same position.
    let sortedIndices = indices.sorted { left, right in
      (starts[left], left) < (starts[right], right)
    }
    return sortedIndices.map { self[$0] }
  }
}

/// An error that contains the problems of an unusable input.
public struct Problems: Error, Hashable, Sendable {
  /// The problems; at least one is an error.
  public var all: [Problem]

  /// Creates an error from `problems`.
  public init(_ problems: [Problem]) { all = problems }
}
