import Testing
import VirgaSource

@Suite("A problem as lines for people") struct ProblemRenderingTests {
  private func lines(of text: String, from start: SourcePosition, to end: SourcePosition) -> [String] {
    let source = SourceText(name: "a.yaml", text: text)
    let place = SourceLocation(file: "a.yaml", range: SourceRange(start, end))
    let problem = Problem(.error, "wrong-type", path: "p", "wrong", at: place).with(hint: "mend it")
    return problem.rendered { $0 == "a.yaml" ? source : nil }.split(separator: "\n").map(String.init)
  }

  @Test("has its place, severity, path, message, hint and code, and the place marked below its line") func marked() {
    let lines = lines(
      of: "one\nabc def\n", from: SourcePosition(line: 2, column: 5), to: SourcePosition(line: 2, column: 7))
    #expect(lines == ["a.yaml:2:5: error: p: wrong; mend it [wrong-type]", " 2 | abc def", "   |     ^~"])
  }

  @Test("what goes on in the next line is marked to the end of its first") func severalLines() {
    let lines = lines(
      of: "abc def\nghi\n", from: SourcePosition(line: 1, column: 5), to: SourcePosition(line: 2, column: 2))
    #expect(lines.last == "   |     ^~~")
  }

  @Test("a tab before the place is one before the mark, so that both stand alike") func tab() {
    let lines = lines(of: "\tx y", from: SourcePosition(line: 1, column: 2), to: SourcePosition(line: 1, column: 3))
    #expect(lines.suffix(2) == [" 1 | \tx y", "   | \t^"])
  }

  @Test("of a long line the part around the place is shown") func longLine() {
    let text = String(repeating: "x", count: 100) + "here" + String(repeating: "y", count: 100)
    let lines = lines(of: text, from: SourcePosition(line: 1, column: 101), to: SourcePosition(line: 1, column: 105))
    let shown = String(repeating: "x", count: 55) + "here" + String(repeating: "y", count: 51)
    #expect(lines.suffix(2) == [" 1 | …\(shown)…", "   | " + String(repeating: " ", count: 56) + "^~~~"])
  }

  @Test("is one line where its own is empty, gone or unknown") func oneLine() {
    let (start, end) = (SourcePosition(line: 2, column: 1), SourcePosition(line: 2, column: 2))
    for text in ["a\n\nb\n", "a"] { #expect(lines(of: text, from: start, to: end).count == 1) }
    #expect(Problem(.hint, "unused", "drop it").rendered() == "hint: drop it [unused]")
  }

  @Test("is as quick in a very long line as in a short one", .timeLimit(.minutes(2))) func veryLongLine() {
    let text = String(repeating: "é", count: 2_000_000) + "here" + String(repeating: "y", count: 2_000_000)
    let source = SourceText(name: "a.yaml", text: text)
    let start = SourcePosition(line: 1, column: 2_000_001)
    let place = SourceLocation(file: "a.yaml", range: SourceRange(start, SourcePosition(line: 1, column: 2_000_005)))
    let problem = Problem(.error, "wrong-type", path: "p", "wrong", at: place)
    let excerpt = " 1 | …" + String(repeating: "é", count: 55) + "here" + String(repeating: "y", count: 51) + "…"
    for _ in 0..<5_000 where problem.rendered(source: { _ in source }).split(separator: "\n")[1] != excerpt {
      Issue.record("another excerpt")
      return
    }
  }
}
