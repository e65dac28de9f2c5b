import Testing
import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Reading the history")
struct RunnerHistoryTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("a.virga") }

  init() throws {
    directory = try TemporaryDirectory()
    let store = try SessionStore(path)
    for (name, value) in [("region", "DE"), ("region", "FR"), ("locale", "de")] {
      try store.perform { session in
        let key = EntryKey(.context, name)
        return SessionOperation(
          "set \(name) = \(value)",
          changes: [EntryChange(key, from: session[key], to: .string(value))], time: .epoch,
          process: "tests 1")
      }
    }
    try store.undo(at: .epoch, by: "tests 1")
  }

  private func runner(isRecorded: Bool = false) throws -> Runner {
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: SessionLocation.demo, isReadOnly: false)
    let reader = ManifestReader(.demo, on: .current) {
      ManifestLoader(files: .disk(), workingFolder: $0)
    }
    var setup = ConsoleSetup(
      reader: reader, session: session, opening: SessionOpening(), options: Model.Options(),
      lines: [])
    if isRecorded { setup.recorder = try Recorder(directory.path("recording")) }
    let runner = try Runner(setup, on: .frame, size: Size(columns: 120, rows: 40))
    runner.start()
    runner.finish()
    return runner
  }

  @Test("screens 1 to 4 and the list of overrides do not need the history")
  func withoutHistory() throws {
    let runner = try runner()
    for line in ["features", "flags", "channels", "experiments", "overrides"] {
      runner.send(.command(line))
      runner.finish()
      let lines = frame(of: runner.model).lines()
      #expect(lines[0].contains("client changed"), "\(line)")
      #expect(runner.model.session.operations.map(\.isOutline) == [true, true, true], "\(line)")
      #expect(
        runner.model.clientChanges.all == [
          EntryChange(EntryKey(.context, "region"), from: nil, to: "FR")
        ])
    }
    runner.send(.command("reset-client all"))
    #expect(
      runner.model.session[.context, "region"] == nil
        && runner.model.clientChanges.all.isEmpty)
  }

  @Test("screen 5 reads the history") func events() throws {
    let runner = try runner()
    runner.send(.command("events"))
    #expect(
      runner.model.session == (try SessionStore(path).session) && !runner.model.session.hasOutlines)
  }

  @Test(
    "undo and redo read the history and are reported and recorded once",
    arguments: ["undo", "redo"])
  func undo(_ command: String) throws {
    let runner = try runner(isRecorded: true)
    runner.send(.command(command))
    let session = runner.model.session
    #expect(
      !session.hasOutlines && session[.context, "region"] == (command == "undo" ? "DE" : "FR"))
    #expect(session[.context, "locale"] == (command == "undo" ? nil : "de"))
    #expect(try SessionStore(path).session == session)
    let said: StatusMessage =
      command == "undo"
      ? .undone("set region = FR", by: "tests, 1970-01-01")
      : .redone("set locale = de", by: "tests, 1970-01-01")
    #expect(runner.model.status == said)
    let recorded = String(
      decoding: try FileReading.disk().read(directory.path("recording")), as: UTF8.self)
    #expect(
      recorded.split(separator: "\n").last
        == "\(command) context \(command == "undo" ? "region" : "locale")")
    #expect(recorded.ranges(of: command).count == 1)
  }

  @Test("a session that lost its file continues in memory with its history") func loss() throws {
    let runner = try runner()
    directory.remove("a.virga")
    runner.refreshSession()
    #expect(runner.session.fileLossReason != nil)
    #expect(runner.model.session.operations.map(\.isOutline) == [false, false, false])
    runner.send(.command("undo"))
    #expect(runner.model.session[.context, "region"] == "DE")
  }
}
