import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Config editor frames") struct EditorPanelTests {
  private func expect(_ driver: EditorDriver, equals name: String, atEverySize: Bool = false) {
    FrameCase.expect(
      driver.lines, size: driver.size, equals: "editor-\(name)", atEverySize: atEverySize)
  }

  @Test(
    "problems, completions and the merged result are shown at every size",
    arguments: FrameCase.sizes)
  func frames(size: Size) throws {
    let text = """
      {
        "sections-enabled": {
          "pocket": false,
          "recent-savd": true|
        },
        "delay": "soon"
      }
      """
    expect(try EditorDriver(text, size: size), equals: "problems")
    var driver = try EditorDriver("{\n  \"delay\": 1,\n  |\n}", size: size)
    driver.type("\"se")
    expect(driver, equals: "completion")
    let valid =
      "{\n  \"sections-enabled\": {\n    \"pocket\": false\n  },\n  \"greeting\": \"日本 e\u{301}|\"\n}"
    expect(try EditorDriver(valid, size: size), equals: "valid")
  }

  @Test("a long list of problems says how many are out of sight") func manyProblems() throws {
    let wrong = (1...9).map { "  \"wrong-\($0)\": \($0)" }.joined(separator: ",\n")
    var driver = try EditorDriver("|{\n\(wrong)\n}", size: FrameCase.goldenSize)
    driver.editor.goToProblem(step: 1)
    driver.editor.goToProblem(step: 1)
    driver.reconcile()
    expect(driver, equals: "many-problems")
    driver.editor.problemShift += 100
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains("problem 2 of 9 ") && $0.contains(" above ") })
    driver.editor.go(to: driver.editor.cursor)
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains(" 1 above, ") })
  }

  @Test("a problem has the sign of its severity and plain text") func signs() throws {
    let driver = try EditorDriver("{\n  \"delay\": 1,\n  \"delay\": 2,\n  \"greeting\": 3|\n}")
    let problems = driver.layout.problemLines.visibleLines.filter { $0.pieces[0].text != "  " }
    #expect(problems.map(\.pieces[0].text.plain) == ["▲ ", "! "])
    #expect(problems.map(\.pieces[0].style) == [.warning.bold(), .error.bold()])
    #expect(problems.map(\.pieces[2].style) == [.text, .text])
  }

  @Test("tabs and control characters are shown as signs") func characters() throws {
    let driver = try EditorDriver("{\n  \"delay\":\t1|,\t\"greeting\": \"\u{1B}\"\n}")
    expect(driver, equals: "characters", atEverySize: true)
  }

  @Test("a tab looks wrong in a string, but not between tokens") func tabs() throws {
    let driver = try EditorDriver("{\n\t\"greeting\":\t\"a\tb\"|\n}")
    var canvas = Canvas(size: driver.size)
    EditorPanel(editor: driver.editor, layout: driver.layout, titles: ["Edit"], hasFocus: true)
      .draw(on: &canvas)
    let line = driver.layout.text.line(1)
    let points = (line.column..<line.endColumn).map { Point(column: $0, row: line.row) }
    let tabs = points.filter { canvas.glyph(at: $0) == "→" }
    #expect(
      tabs.map { [.warning, .error].contains(canvas[$0].style.role) } == [false, false, true])
  }
}
