import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Problems in the config editor") struct ConfigEditorProblemsTests {
  @Test("a problem appears at its position while it is typed") func problems()
    throws
  {
    var driver = try EditorDriver(
      "{\n  \"sections-enabled\": {\n    \"recent-savd\": true|\n  }\n}")
    #expect(driver.problems.count == 1 && driver.problems[0].hasPrefix("3:5 "))
    driver.type(",\n\"pocket\": 1")
    #expect(driver.problems.count == 2)
    while driver.editor.canUndo { driver.editor.undo() }
    driver.reconcile()
    #expect(driver.problems.count == 1)
  }

  @Test("F8 goes from problem to problem, even at one place") func steps()
    throws
  {
    var driver = try EditorDriver("{|\n  \"delay\": \"x\",\n  \"greeting\": 1\n}")
    for (step, place) in [(1, "2:12"), (1, "3:15"), (1, "2:12"), (-1, "3:15")] {
      driver.editor.goToProblem(step: step)
      #expect(driver.editor.buffer.sourcePosition(of: driver.editor.cursor).description == place)
    }
    driver = try EditorDriver("{|\n  \"nothing\": 1,\n  \"delay\": \"x\"\n}")
    for index in [0, 1, 0] {
      driver.editor.goToProblem(step: 1)
      #expect(driver.editor.currentFindingIndex == index)
    }
  }

  @Test("a large text is checked once it is saved")
  func largeText() throws {
    let filler = (0..<4_000).map { "  \"x\($0)\": \"some text that makes it large\"," }.joined(
      separator: "\n")
    var driver = try EditorDriver("|")
    driver.paste("{\n\(filler)\n  \"delay\": \"x\"\n}")
    #expect(!driver.editor.isSmall && driver.editor.isUnchecked && driver.editor.findings.isEmpty)
    driver.editor.textBase.storedVersion = driver.editor.version
    driver.reconcile()
    #expect(!driver.editor.isUnchecked && !driver.editor.findings.isEmpty)
    driver.editor.go(to: .start)
    driver.type("\n")
    #expect(driver.editor.isUnchecked && driver.editor.findings.isEmpty)
    driver.editor.undo()
    driver.editor.undo()
    #expect(driver.marked == "|")
  }
}
