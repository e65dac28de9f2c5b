import Testing
import VirgaTestSupport

@testable import VirgaCanvas

@Suite("Changes between frames") struct CanvasChangesTests {
  private func canvas(_ rows: String..., style: Style = .text) -> Canvas {
    var canvas = Canvas(size: Size(columns: 12, rows: rows.count))
    for (row, text) in rows.enumerated() {
      canvas.draw(DisplayText(text), at: Point(column: 0, row: row), style: style)
    }
    return canvas
  }

  private func run(_ column: Int, _ row: Int, _ text: String, _ style: Style = .text) -> Run {
    Run(
      point: Point(column: column, row: row), style: style,
      content: .scalars(text.unicodeScalars.map(\.value)))
  }

  @Test("an unchanged frame has no runs") func unchanged() {
    #expect(canvas("abc", "漢e\u{301}").changes(since: canvas("abc", "漢e\u{301}")) == [])
  }

  @Test("the first frame is drawn whole") func firstFrame() {
    #expect(canvas("abc").changes(since: nil) == [run(0, 0, "abc         ")])
    #expect(canvas("abc", "d").changes(since: canvas("abc")).count == 2)
  }

  @Test("only changed cells are drawn") func changedCells() {
    #expect(canvas("abc", "def").changes(since: canvas("abc", "dxf")) == [run(1, 1, "e")])
  }

  @Test("small gaps are redrawn and large ones are skipped") func gaps() {
    #expect(canvas("ab34ef").changes(since: canvas("xb34xf")) == [run(0, 0, "ab34e")])
    #expect(
      canvas("a2345678b").changes(since: canvas("x2345678x")) == [run(0, 0, "a"), run(8, 0, "b")])
  }

  @Test("a run ends where the style changes") func styles() {
    var next = canvas("")
    next.draw([("ab", .key), ("cd", .string)], at: .zero)
    #expect(next.changes(since: canvas("")) == [run(0, 0, "ab", .key), run(2, 0, "cd", .string)])
  }

  @Test("wide glyphs are drawn whole") func wideGlyphs() {
    #expect(canvas("a漢b").changes(since: canvas("axyb")) == [run(1, 0, "漢")])
    #expect(canvas("axyb").changes(since: canvas("a漢b")) == [run(1, 0, "xy")])
    var reversed = canvas("a漢b")
    reversed.reverse(Rectangle(column: 2, row: 0, columns: 1, rows: 1))
    #expect(reversed.changes(since: canvas("a漢b")) == [run(1, 0, "漢")])
  }

  @Test("a cluster is a run of its own") func clusters() {
    let cluster = Run(point: Point(column: 1, row: 0), style: .text, content: .cluster("e\u{301}"))
    #expect(
      canvas("ae\u{301}b").changes(since: canvas("xyz")) == [
        run(0, 0, "a"), cluster, run(2, 0, "b"),
      ])
    #expect(canvas("ae\u{301}").changes(since: canvas("ae\u{302}")) == [cluster])
  }

  @Test("clusters are compared by text, not by index") func clusterText() {
    var next = canvas("")
    next.draw("o\u{308}e\u{301}", at: .zero)
    next.draw("xe\u{301}", at: .zero)
    #expect(next.changes(since: canvas("xe\u{301}")) == [])
  }

  /// Drawing the runs over the previous frame gives the next one, for any two frames.
  @Test("the runs turn any frame into any other") func anyFrames() {
    var random = SeededRandom(seed: 42)
    let pieces: [DisplayText] = ["a", "漢", "e\u{301}", "bcd", " ", "字x", "●"]
    var previous = Canvas(size: Size(columns: 12, rows: 2))
    for _ in 0..<300 {
      var next = previous
      for _ in 0..<3 {
        let point = Point(
          column: .random(in: -2...12, using: &random), row: .random(in: 0...1, using: &random))
        let style = Style(StyleRole(rawValue: .random(in: 0...3, using: &random)) ?? .text)
        next.draw(pieces.randomElement(using: &random) ?? " ", at: point, style: style)
      }
      var drawn = previous
      for run in next.changes(since: previous) {
        switch run.content {
        case .scalars(let values):
          drawn.draw(
            DisplayText(values.compactMap(Unicode.Scalar.init)), at: run.point, style: run.style)
        case .cluster(let text): drawn.draw(DisplayText(text), at: run.point, style: run.style)
        }
      }
      #expect(drawn.lines() == next.lines())
      #expect(drawn.styleLines() == next.styleLines())
      previous = next
    }
  }
}
