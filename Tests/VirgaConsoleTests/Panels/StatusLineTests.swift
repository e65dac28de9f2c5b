import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("The status line") struct StatusLineTests {
  @Test("only what failed is marked, not what went well before it") func partialFailure() throws {
    var console = ConsoleDriver()
    let batch = RecipeBatch(SourceText(name: "r.json", text: #"{"foo": 1}"#))
    var opening = SessionOpening(context: ["region": "DE"])
    (opening.problems, opening.unread) = (batch.problems, batch.unread)
    console.send(.opening(opening))
    let (done, failed) = ("loaded 1 attribute; ", "1 recipe could not be read")
    let row = try #require(console.lines.firstIndex { $0.contains(done + failed) })
    let canvas = console.frame
    let roles = (0..<canvas.size.columns).map { canvas[Point(column: $0, row: row)].style.role }
    let margin = 1
    #expect(roles.dropFirst(margin).prefix(done.count).allSatisfy { $0 == .text })
    #expect(roles.dropFirst(margin + done.count).prefix(failed.count).allSatisfy { $0 == .error })
  }
}
