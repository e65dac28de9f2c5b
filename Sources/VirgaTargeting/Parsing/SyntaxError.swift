import VirgaSource

/// Why a text is not an expression, with byte offsets.
struct SyntaxError: Error {
  var code: Problem.Code
  var message: String
  var bytes: Range<Int>
  var hint: String?

  init(_ code: Problem.Code, _ message: String, _ bytes: Range<Int>, hint: String? = nil) {
    self.code = code
    self.message = message
    self.bytes = bytes
    self.hint = hint
  }

  func problem(in source: SourceText) -> Problem {
    Problem(
      .error, code, message, at: SourceLocation(file: source.name, range: source.range(of: bytes))
    ).with(hint: hint)
  }
}
