import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Exit message")
struct ExitMessageTests {
  private let empty = Model(size: Size(columns: 80, rows: 24), options: Model.Options())
  private let session: Session

  init() throws {
    let operation = SessionOperation(json: [
      "operation": 0, "label": "set a", "time": "2026-01-01T00:00:00Z", "process": "console",
      "changes": [["kind": "preference", "name": "a", "new": true]],
    ])
    var session = Session()
    session.perform(try #require(operation))
    self.session = session
  }

  /// A console with a session that has one override.
  private var changed: Model {
    var model = empty
    _ = update(&model, .session(session))
    return model
  }

  @Test("counts what stays active in the file, then what else the file keeps") func kept() {
    #expect(
      ExitMessage.saved(changed, in: "s.virga", events: 3, exposures: 1)
        == ["1 override stays active in s.virga", "it also keeps 3 events, 1 of them an exposure"])
    #expect(
      ExitMessage.saved(empty, in: "s.virga", events: 3, exposures: 1)
        == ["s.virga keeps 3 events, 1 of them an exposure"])
    #expect(
      ExitMessage.saved(empty, in: "s.virga", events: 2, exposures: 2) == [
        "s.virga keeps 2 exposures"
      ])
    #expect(ExitMessage.saved(empty, in: "s.virga", events: 0, exposures: 0) == [])
  }

  @Test("says that an in-memory session was discarded if it held anything") func inMemory() {
    #expect(
      ExitMessage.lost(changed, because: nil, sessionInFile: nil)
        == "1 override was discarded: the session was kept in memory only")
    #expect(ExitMessage.lost(empty, because: nil, sessionInFile: nil) == nil)
  }

  @Test("counts the changes that a file refused, with the reason") func notKept() {
    #expect(
      ExitMessage.unsaved(2, because: "it is locked") == "2 changes could not be kept: it is locked"
    )
  }

  @Test("counts only what a lost session's file lacks") func lost() {
    let reason = "the disk is full"
    #expect(
      ExitMessage.lost(changed, because: reason, sessionInFile: nil)
        == "1 override could not be kept: the disk is full")
    #expect(
      ExitMessage.lost(changed, because: reason, sessionInFile: Session())
        == "1 override could not be kept: the disk is full")
    #expect(ExitMessage.lost(changed, because: reason, sessionInFile: session) == nil)
  }
}
