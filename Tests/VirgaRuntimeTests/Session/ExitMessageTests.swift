import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Farewell message")
struct FarewellTests {
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
    let ending = SessionEnding.kept(file: "s.virga", events: 3, exposures: 1)
    #expect(
      ExitMessage.text(for: ending, of: changed)
        == "1 override stays active in s.virga\nit also keeps 3 events, 1 of them an exposure")
    #expect(ExitMessage.text(for: ending, of: empty) == "s.virga keeps 3 events, 1 of them an exposure")
    #expect(
      ExitMessage.text(for: .kept(file: "s.virga", events: 2, exposures: 2), of: empty) == "s.virga keeps 2 exposures")
    #expect(ExitMessage.text(for: .kept(file: "s.virga", events: 0, exposures: 0), of: empty) == nil)
  }

  @Test("says that an in-memory session was discarded if it held anything") func inMemory() {
    let discarded = SessionEnding.lost(reason: nil, written: nil)
    #expect(
      ExitMessage.text(for: discarded, of: changed) == "1 override was discarded: the session was kept in memory only")
    #expect(ExitMessage.text(for: discarded, of: empty) == nil)
  }

  @Test("counts the changes that a file refused, with the reason") func notKept() {
    #expect(
      ExitMessage.text(for: .unkept(2, reason: "it is locked"), of: changed)
        == "2 changes could not be kept: it is locked"
    )
    #expect(ExitMessage.text(for: .refused(Refusal("another one came first")), of: changed) == "another one came first")
  }

  @Test("counts only what a lost session's file lacks") func lost() {
    #expect(
      ExitMessage.text(for: .lost(reason: "the disk is full", written: nil), of: changed)
        == "1 override could not be kept: the disk is full")
    #expect(
      ExitMessage.text(for: .lost(reason: "the disk is full", written: Session()), of: changed)
        == "1 override could not be kept: the disk is full")
    #expect(ExitMessage.text(for: .lost(reason: "the disk is full", written: session), of: changed) == nil)
  }
}
