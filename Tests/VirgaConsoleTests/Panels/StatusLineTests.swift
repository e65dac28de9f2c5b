import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("The status line") struct StatusLineTests {
  @Test("a refusal has a red sign and plain text") func refusal() throws {
    let console = ConsoleDriver().after(":no-such-command")
    let text = "! unknown command no-such-command"
    let row = try #require(console.lines.firstIndex { $0.hasPrefix(" \(text)") })
    let roles = Self.roles(in: row, of: console)
    #expect(roles[1] == .warning)
    #expect(roles[2..<text.count].allSatisfy { $0 == .text })
  }

  private static func roles(in row: Int, of console: ConsoleDriver) -> [StyleRole] {
    let canvas = console.frame
    return (0..<canvas.size.columns).map { canvas[Point(column: $0, row: row)].style.role }
  }

  @Test("only what failed has a sign, not what went well before it") func partialFailure() throws {
    var console = ConsoleDriver()
    let batch = RecipeBatch(SourceText(name: "r.json", text: #"{"foo": 1}"#))
    var opening = SessionOpening(context: ["region": "DE"])
    (opening.problems, opening.unread) = (batch.problems, batch.unread)
    console.send(.opening(opening))
    let (done, failed) = ("loaded 1 attribute; ", "! 1 recipe could not be read")
    let row = try #require(console.lines.firstIndex { $0.contains(done + failed) })
    let roles = Self.roles(in: row, of: console)
    let signColumn = 1 + done.count
    #expect(roles[signColumn] == .error)
    let message = roles.prefix(signColumn + failed.count)
    #expect(message.count { $0 != .text } == 1)
  }
}
