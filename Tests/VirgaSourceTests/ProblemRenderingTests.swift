import Testing
import VirgaSource

@Suite("Rendered problems") struct ProblemRenderingTests {
  private func lines(
    of text: String, from start: SourcePosition, to end: SourcePosition
  ) -> [String] {
    let source = SourceText(name: "a.yaml", text: text)
    let place = SourceLocation(file: "a.yaml", range: SourceRange(start, end))
    let problem = Problem(.error, "wrong-type", path: "p", "wrong", at: place).with(hint: "mend it")
    return problem.rendered { $0 == "a.yaml" ? source : nil }.split(separator: "\n").map(
      String.init)
  }

  @Test("have position, severity, path, message, hint, code and a marked excerpt")
  func marked() {
    let lines = lines(
      of: "one\nabc def\n", from: SourcePosition(line: 2, column: 5),
      to: SourcePosition(line: 2, column: 7))
    #expect(
      lines == ["a.yaml:2:5: error: p: wrong; mend it [wrong-type]", " 2 | abc def", "   |     ^~"])
  }

  @Test("mark a range of several lines to the end of the first")
  func severalLines() {
    let lines = lines(
      of: "abc def\nghi\n", from: SourcePosition(line: 1, column: 5),
      to: SourcePosition(line: 2, column: 2))
    #expect(lines.last == "   |     ^~~")
  }

  @Test("keep a tab before the marker, so that both lines align")
  func tab() {
    let lines = lines(
      of: "\tx y", from: SourcePosition(line: 1, column: 2), to: SourcePosition(line: 1, column: 3))
    #expect(lines.suffix(2) == [" 1 | \tx y", "   | \t^"])
  }

  @Test("show the part of a long line around the position")
  func longLine() {
    let text = String(repeating: "x", count: 100) + "here" + String(repeating: "y", count: 100)
    let lines = lines(
      of: text, from: SourcePosition(line: 1, column: 101), to: SourcePosition(line: 1, column: 105)
    )
    let shown = String(repeating: "x", count: 55) + "here" + String(repeating: "y", count: 51)
    #expect(
      lines.suffix(2) == [" 1 | …\(shown)…", "   | " + String(repeating: " ", count: 56) + "^~~~"])
  }

  @Test("have no excerpt if the line is empty, missing or unknown")
  func oneLine() {
    let (start, end) = (SourcePosition(line: 2, column: 1), SourcePosition(line: 2, column: 2))
    for text in ["a\n\nb\n", "a"] { #expect(lines(of: text, from: start, to: end).count == 1) }
    #expect(Problem(.hint, "unused", "drop it").rendered() == "hint: drop it [unused]")
  }

  @Test("are rendered as quickly in a very long line as in a short one", .timeLimit(.minutes(20)))
  func veryLongLine() {
    let text =
      String(repeating: "é", count: 2_000_000) + "here" + String(repeating: "y", count: 2_000_000)
    let source = SourceText(name: "a.yaml", text: text)
    let start = SourcePosition(line: 1, column: 2_000_001)
    let place = SourceLocation(
      file: "a.yaml", range: SourceRange(start, SourcePosition(line: 1, column: 2_000_005)))
    let problem = Problem(.error, "wrong-type", path: "p", "wrong", at: place)
    let excerpt =
      " 1 | …" + String(repeating: "é", count: 55) + "here" + String(repeating: "y", count: 51)
      + "…"
    for _ in 0..<5_000
    where problem.rendered(source: { _ in source }).split(separator: "\n")[1] != excerpt {
      Issue.record("another excerpt")
      return
    }
  }
}
