import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Config editor frames") struct EditorFrameTests {
  private func expect(_ driver: EditorDriver, equals name: String, atEverySize: Bool = false) {
    FrameCase.expect(driver.lines, size: driver.size, equals: "editor-\(name)", atEverySize: atEverySize)
  }

  @Test("problems are marked and listed", arguments: FrameCase.sizes) func problems(size: Size) throws {
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
  }

  @Test("completions appear at the cursor", arguments: FrameCase.sizes) func completion(size: Size) throws {
    var driver = try EditorDriver("{\n  \"delay\": 1,\n  |\n}", size: size)
    driver.type("\"se")
    expect(driver, equals: "completion")
  }

  @Test("a valid text appears beside its merged result", arguments: FrameCase.sizes) func valid(size: Size) throws {
    let text = "{\n  \"sections-enabled\": {\n    \"pocket\": false\n  },\n  \"greeting\": \"日本 e\u{301}|\"\n}"
    expect(try EditorDriver(text, size: size), equals: "valid")
  }

  @Test("a long list of problems says how many are out of sight", arguments: [FrameCase.goldenSize])
  func manyProblems(size: Size) throws {
    let wrong = (1...9).map { "  \"wrong-\($0)\": \($0)" }.joined(separator: ",\n")
    var driver = try EditorDriver("|{\n\(wrong)\n}", size: size)
    _ = driver.editor.goToProblem(step: 1)
    _ = driver.editor.goToProblem(step: 1)
    driver.reconcile()
    expect(driver, equals: "many-problems")
    driver.editor.scrollProblems(by: 100)
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains("problem 2 of 9 ") && $0.contains(" above ") })
    driver.editor.go(to: driver.editor.cursor)
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains(" 1 above, ") })
  }

  @Test("a long title is shortened to make room for the number of problems") func longTitle() throws {
    let driver = try EditorDriver("{ \"delay\": \"x\"| }", size: Size(columns: 60, rows: 20))
    func title(_ titles: DisplayText...) -> String {
      var canvas = Canvas(size: driver.size)
      EditorPanel(editor: driver.editor, layout: driver.layout, titles: titles, hasFocus: true).draw(on: &canvas)
      return canvas.lines()[1]
    }
    #expect(
      title("Edit of something with a long name  over treatment-b", "Edit over treatment-b", "Edit")
        .hasPrefix("┏━ Edit over treatment-b ━") == true)
    #expect(title("Edit of something with a long name  over treatment-b", "Edit").hasSuffix(" 1 problem ━┓"))
  }

  @Test("folds and search matches are shown") func folds() throws {
    var driver = try EditorDriver(
      "{\n  \"sections-enabled\": {|\n    \"pocket\": false\n  },\n  \"delay\": 1\t\u{1B}\n}")
    _ = driver.editor.toggleFold()
    driver.search(for: "de")
    driver.reconcile()
    expect(driver, equals: "folds", atEverySize: true)
  }
}
