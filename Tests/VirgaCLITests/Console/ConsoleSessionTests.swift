import ArgumentParser
import Testing
import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaCLI

@Suite("The session of a console")
struct ConsoleSessionTests {
  private static func setting(_ name: String, by process: String) throws -> VirgaSession.Operation {
    let operation = VirgaSession.Operation(json: [
      "operation": 0, "label": .string("set \(name)"), "time": "2026-01-01T00:00:00Z", "process": .string(process),
      "changes": [["kind": "preference", "name": .string(name), "new": true]],
    ])
    return try #require(operation)
  }

  @Test("is shown as it is where what another process has done cannot be undone unseen")
  func undoAfterAnother() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let session = try ConsoleSession(
      try SessionOptions.parse(["--session", path]), manifest: nil, isReadOnly: false, .current)
    var shown = Session()
    let mine = shown.perform(try Self.setting("a", by: "console"))
    _ = session.keep(shown) { try $0.perform(mine) }
    try SessionStore(path).perform(try Self.setting("b", by: "script"))
    _ = shown.undo()
    let events = session.keep(shown) { try $0.undo(mine) }
    guard case .session(let truth) = events.first, case .outcome(let outcome) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(truth.names(of: .preference) == ["a", "b"])
    #expect(outcome == .refusal("not undone: set a; script came between: set b"))
    let next = try Self.setting("c", by: "console")
    #expect(session.keep(truth) { try $0.perform(next) }.isEmpty)
    #expect(try SessionStore(path).session.names(of: .preference) == ["a", "b", "c"])
  }
}
