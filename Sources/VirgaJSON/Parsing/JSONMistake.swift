import VirgaSource

/// A problem before its byte range has become lines and columns.
struct JSONMistake {
  let code: Problem.Code
  let range: Range<Int>
  let message: String
  var severity = Problem.Severity.error
  var hint: String?
  /// Another place that the message speaks of; its line and column are put after the message.
  var other: Int?

  init(_ code: Problem.Code, _ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.code = code
    self.range = range
    self.message = message
    self.hint = hint
  }

  /// The problem in `source`.
  func problem(in source: SourceText) -> Problem {
    let place = other.map { " at \(source.position(at: $0))" } ?? ""
    let location = SourceLocation(file: source.name, range: source.range(of: range))
    return Problem(severity, code, message + place, at: location, hint: hint)
  }
}
