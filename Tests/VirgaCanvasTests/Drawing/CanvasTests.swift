import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Canvas") struct CanvasTests {
  @Test("draws text at a point") func drawing() {
    var canvas = Canvas(size: Size(columns: 8, rows: 2))
    #expect(canvas.draw("abc", at: Point(column: 2, row: 1), style: .error) == 3)
    #expect(canvas.lines() == ["", "  abc"])
    #expect(canvas.styleLines() == ["", "  eee"])
  }

  @Test(
    "clips text at both sides",
    arguments: [
      TestRow("the start is left of the canvas", (-2, "cde   ")),
      TestRow("the text ends where the canvas begins", (-5, "      ")),
      TestRow("the end is right of the canvas", (3, "   abc")),
      TestRow("the text begins where the canvas ends", (6, "      ")),
      TestRow("at the largest column", (Int.max, "      ")),
      TestRow("at the smallest column", (Int.min, "      ")),
    ])
  func clipping(_ row: TestRow<(Int, String)>) {
    let (column, text) = row.values
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    #expect(canvas.draw("abcde", at: Point(column: column, row: 0)) == 5)
    #expect(canvas.lines(trimmed: false) == [text])
  }

  @Test("clips wide glyphs as a whole", arguments: [(-1, " 字"), (3, "   漢"), (4, ""), (-3, "")])
  func clippingWideGlyphs(column: Int, row: String) {
    var canvas = Canvas(size: Size(columns: 5, rows: 1))
    canvas.draw("漢字", at: Point(column: column, row: 0))
    #expect(canvas.lines() == [row])
  }

  @Test("draws nothing at extreme coordinates") func extremeCoordinates() {
    var canvas = Canvas(size: Size(columns: 4, rows: 3))
    let wild = [Int.min, Int.min + 1, -1_000_000, -1, 1_000_000, Int.max - 1, Int.max]
    for column in wild {
      for row in wild {
        canvas.draw("wild漢", at: Point(column: column, row: row), within: column)
        for columns in wild {
          let area = Rectangle(column: column, row: row, columns: columns, rows: columns)
          canvas.fill(area, glyph: " ")
          canvas.border(area.inset(by: row), title: "t", subtitle: "n")
          canvas.restyle(area.droppingLeft(row).bottom(columns)) { $0.bold() }
        }
      }
    }
    #expect(canvas.text() == Canvas(size: canvas.size).text())
  }

  @Test("limits columns with or without an ellipsis") func limiting() {
    var canvas = Canvas(size: Size(columns: 10, rows: 2))
    #expect(canvas.draw("abcdef", at: .zero, within: 4) == 4)
    #expect(canvas.draw("abcdef", at: Point(column: 0, row: 1), within: 4, ellipsis: .empty) == 4)
    #expect(canvas.lines() == ["abc…", "abcd"])
  }

  @Test("draws pieces in order up to the limit") func pieces() {
    var canvas = Canvas(size: Size(columns: 10, rows: 1))
    let used = canvas.draw(
      [("ab", .key), ("cdef", .string), ("gh", .number)], at: .zero, within: 5)
    #expect(used == 5)
    #expect(canvas.lines() == ["abcd…"])
    #expect(canvas.styleLines() == ["kkqqq"])
  }

  @Test("never leaves half of a wide glyph", arguments: [(0, "x  b"), (1, " x b"), (2, "漢xb")])
  func halfGlyphs(column: Int, row: String) {
    var canvas = Canvas(size: Size(columns: 4, rows: 1))
    canvas.draw("漢 b", at: .zero)
    canvas.draw("x", at: Point(column: column, row: 0))
    #expect(canvas.lines() == [row])
  }

  @Test("filling over half of a wide glyph leaves a blank") func fillingHalves() {
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    canvas.draw("漢字漢", at: .zero)
    canvas.fill(Rectangle(column: 1, row: 0, columns: 4, rows: 1), glyph: "-")
    #expect(canvas.lines(trimmed: false) == [" ---- "])
  }

  @Test("combining marks stay on their cell") func combiningMarks() {
    var canvas = Canvas(size: Size(columns: 4, rows: 1))
    canvas.draw("e\u{301}x\u{302}\u{303}", at: .zero)
    #expect(canvas.glyph(at: .zero) == "e\u{301}")
    #expect(canvas.glyph(at: Point(column: 1, row: 0)) == "x\u{302}\u{303}")
    #expect(canvas.lines() == ["e\u{301}x\u{302}\u{303}"])
  }

  @Test("a border carries its title and note") func borders() {
    var canvas = Canvas(size: Size(columns: 22, rows: 3))
    canvas.border(canvas.bounds, BorderLook(.border, .heavy), title: "Flags", subtitle: "4 on")
    #expect(
      canvas.lines() == [
        "┏━ Flags ━━━━━ 4 on ━┓", "┃                    ┃", "┗━━━━━━━━━━━━━━━━━━━━┛",
      ])
  }

  @Test("a narrow border drops the note, then cuts the title") func narrowBorders() {
    var canvas = Canvas(size: Size(columns: 12, rows: 2))
    canvas.border(canvas.bounds, title: "Features", subtitle: "44")
    #expect(canvas.lines() == ["┌─ Featu… ─┐", "└──────────┘"])
  }

  @Test("an ASCII canvas shows replacements") func asciiReplacements() {
    var canvas = Canvas(size: Size(columns: 10, rows: 3), isASCII: true)
    canvas.border(canvas.bounds, BorderLook(.border, .heavy), title: "◆")
    canvas.draw("●漢e\u{301}é…", at: Point(column: 1, row: 1))
    #expect(canvas.lines() == ["+- # ----+", "|*??e..  |", "+--------+"])
  }

  @Test("in ASCII an ellipsis is two dots and takes no extra columns")
  func ellipsesInASCII() {
    var canvas = Canvas(size: Size(columns: 12, rows: 4), isASCII: true)
    canvas.draw("sections-enabled", at: .zero, within: 8)
    canvas.draw("…enabled", at: Point(column: 0, row: 1))
    canvas.draw("drop all …", at: Point(column: 0, row: 2))
    canvas.draw("…", at: Point(column: 0, row: 3))
    #expect(canvas.lines() == ["sectio..", "..nabled", "drop all..", "."])
  }

  @Test("restyling keeps the glyphs") func restyling() {
    var canvas = Canvas(size: Size(columns: 4, rows: 2))
    canvas.draw("a漢b", at: .zero, style: .key)
    canvas.reverse(Rectangle(column: 0, row: 0, columns: 3, rows: 1))
    #expect(canvas.lines() == ["a漢b", ""])
    #expect(canvas.styleLines() == ["KKKk", ""])
  }

  @Test("draws another canvas") func nestedCanvas() {
    var inner = Canvas(size: Size(columns: 4, rows: 1))
    inner.draw("漢e\u{301}b", at: .zero, style: .hint)
    var canvas = Canvas(size: Size(columns: 6, rows: 3))
    canvas.draw(inner, at: Point(column: 1, row: 0))
    canvas.draw(inner, at: Point(column: -1, row: 1))
    canvas.draw(inner, at: Point(column: 5, row: 2))
    #expect(canvas.lines() == [" 漢e\u{301}b", " e\u{301}b", ""])
    #expect(canvas.styleLines() == [" iiii", "iii", "     i"])
  }

  @Test("absurd sizes are bounded") func absurdSizes() {
    #expect(Canvas(size: Size(columns: .max, rows: .max)).size == Canvas.largest)
    var none = Canvas(size: Size(columns: -5, rows: 9))
    none.draw("a", at: .zero)
    none.border(none.bounds)
    #expect(none.lines() == Array(repeating: "", count: 9))
  }

  @Test("a cell takes eight bytes") func cellSize() {
    #expect(MemoryLayout<Cell>.stride == 8)
  }
}
