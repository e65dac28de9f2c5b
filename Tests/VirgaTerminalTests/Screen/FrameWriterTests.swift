import CVirgaCurses
import Testing
import VirgaCanvas

@testable import VirgaTerminal

/// What is sent for a changed frame; the words are those of one type for the process, so that these run in turn.
@Suite(.serialized) struct FrameWriterTests {
  @Test func sendsOnlyWhatChangedAndMovesWithinARowTheShortWay() {
    var writer = writer("xterm-256color")
    let first = canvas { $0.draw("one two three four", at: .zero) }
    _ = writer.change(from: nil, to: first)
    let next = canvas { $0.draw("ONE two three FOUR", at: .zero) }
    #expect(sent(writer.change(from: first, to: next)) == "␛[1;1HONE␛[15GFOUR")
    #expect(writer.change(from: next, to: next) == [])
  }

  @Test func clearsTheScreenWhereNothingIsKnownOfIt() {
    var writer = writer("xterm-256color")
    #expect(sent(writer.change(from: nil, to: canvas { $0.draw("a", at: .zero) })) == "␛(B␛[m␛[H␛[2J␛[1;1Ha␛[?25l")
  }

  @Test func addsToAStyleWhatTheNextOneHasMoreAndElseBeginsAnew() {
    var writer = writer("xterm-256color")
    let frame = canvas {
      $0.draw("ab", at: .zero, style: .dim)
      $0.draw("cd", at: Point(column: 2, row: 0), style: .dim.reversed())
      $0.draw("ef", at: Point(column: 4, row: 0), style: .text)
    }
    #expect(
      sent(writer.change(from: canvas { _ in }, to: frame))
        == "␛[1;1H␛[2mab␛[7mcd␛(B␛[mef␛[?25l")
  }

  @Test func writesBlanksInTheStyleThatIsSetWhereNoneIsSeenOnThem() {
    var writer = writer("xterm-256color")
    let frame = canvas {
      $0.draw("a", at: .zero, style: .dim)
      $0.draw("b", at: Point(column: 3, row: 0), style: .dim)
    }
    let before = canvas { $0.draw("wxyz", at: .zero) }
    #expect(sent(writer.change(from: before, to: frame)) == "␛[1;1H␛[2ma  b␛(B␛[m␛[?25l")
  }

  @Test func keepsBlanksReversedAndPlainOnesBesideThemPlain() {
    var writer = writer("xterm-256color")
    let frame = canvas { $0.fill(Rectangle(column: 0, row: 0, columns: 3, rows: 1), style: .selection) }
    let before = canvas { $0.draw("wxyz", at: .zero) }
    #expect(sent(writer.change(from: before, to: frame)) == "␛[1;1H␛[7m   ␛(B␛[m ␛[?25l")
  }

  @Test func erasesManyBlanksAndTheRestOfARow() {
    var writer = writer("xterm-256color")
    let before = canvas { $0.draw(DisplayText(String(repeating: "x", count: 30)), at: .zero) }
    let gap = canvas { $0.draw("xxxxxxxxxx", at: Point(column: 20, row: 0)) }
    #expect(sent(writer.change(from: before, to: gap)) == "␛[1;1H␛[20X␛[?25l")
    let end = canvas { $0.draw("xxxxxxxxxxxxxxxxxxxx", at: .zero) }
    #expect(sent(writer.change(from: before, to: end)) == "␛[1;21H␛[K")
  }

  @Test func showsTheCursorWhereItBelongsAndHidesItOnce() {
    var writer = writer("xterm-256color")
    var shown = canvas { $0.draw("a", at: .zero) }
    let hidden = shown
    shown.cursor = Point(column: 2, row: 1)
    #expect(sent(writer.change(from: hidden, to: shown)) == "␛[2;3H␛[?12l␛[?25h")
    #expect(sent(writer.change(from: shown, to: hidden)) == "␛[?25l")
    #expect(writer.change(from: hidden, to: hidden) == [])
  }

  @Test func leavesTheLastCellOutWhereTheScreenWouldScroll() {
    var writer = writer("ansi")
    let row = String(repeating: "x", count: 29)
    let frame = canvas { $0.draw(DisplayText(row + "y"), at: Point(column: 0, row: 2)) }
    let text = sent(writer.change(from: canvas { _ in }, to: frame))
    #expect(text.contains(row) && !text.contains("y"))
  }

  private func writer(_ type: String) -> FrameWriter {
    #expect(virga_curses_find(type, 1) == 1)
    return FrameWriter(FrameWords(TerminalWords.description), .standard, depth: .none)
  }

  private func canvas(_ draw: (inout Canvas) -> Void) -> Canvas {
    var canvas = Canvas(size: Size(columns: 30, rows: 3))
    draw(&canvas)
    return canvas
  }

  private func sent(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }
}
