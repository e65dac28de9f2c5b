import Testing
import VirgaSession
import VirgaTestSupport

@Suite("A change that cannot be saved", .ownThread, .timeLimit(.minutes(20)))
struct RunCommandUnsavedTests {
  private let place: Workplace
  private let script = "select alpha\nset limits.two 7\nset limits.two 8\n"

  init() throws {
    place = try Workplace()
    place.directory.write(script, to: "script")
  }

  /// Runs the script in every mode without a screen, with a session file.
  private func runs(on session: String) throws -> [ChildProcess] {
    try [
      place.virga("run", "script", "good.yaml", "--session", session),
      place.virga("open", "good.yaml", "--script", "script", "--exit", "--session", session),
      place.virga("open", "good.yaml", "--plain", "--session", session, input: script),
    ]
  }

  /// Expects that runs of a script report it once, with the line, and nothing else.
  private func expectOnce(_ runs: [ChildProcess], _ reason: String) {
    for run in runs.prefix(2) {
      let lines = run.errors.split(separator: "\n")
      #expect(
        lines.count == 1 && lines[0].hasPrefix("script:2: 1 change could not be kept: "),
        "\(run.errors)")
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(!run.output.contains("kept"), "\(run.output)")
    }
  }

  private func expectNothingKept(_ runs: [ChildProcess], _ reason: String) {
    for run in runs {
      #expect(run.code == 2)
      #expect(!run.output.contains("set limits.two ="))
      #expect((run.output + run.errors).contains(reason))
    }
    expectOnce(runs, reason)
  }

  @Test("is not reported as done while another program writes") func locked() throws {
    let store = try SessionStore(
      place.directory.path("s.virga"), .init(manifest: place.directory.path("good.yaml")))
    try store.perform { _ in
      expectNothingKept(try runs(on: "s.virga"), "is locked by another program")
      return nil
    }
    _ = try store.refresh()
    #expect(store.session.keys.isEmpty)
  }

  @Test(
    "is not reported as done on a read-only disk",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func readOnly() throws {
    let disk = try SmallFileSystem(place.directory, kibibytes: 1024)
    _ = try SessionStore(disk.path("s.virga"), .init(manifest: place.directory.path("good.yaml")))
    try disk.makeReadOnly()
    expectNothingKept(try runs(on: "small/s.virga"), "1 change could not be kept: ")
  }

  /// A full disk with a session that has one override.
  private func fullDisk() throws -> SmallFileSystem {
    let disk = try SmallFileSystem(place.directory, kibibytes: 1024)
    let before = try place.virga(
      "run", "-", "good.yaml", "--session", "small/s.virga",
      input: "select alpha\nset limits.one 5\n")
    #expect(before.code == 0)
    disk.fill()
    return disk
  }

  @Test(
    "is not reported as done on a full disk",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func full() throws {
    let disk = try fullDisk()
    expectNothingKept(try runs(on: "small/s.virga"), "the disk is full")
    withExtendedLifetime(disk) {}
  }

  @Test(
    "leaves the session readable on a full disk",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func readable() throws {
    let disk = try fullDisk()
    _ = try runs(on: "small/s.virga")
    for words in [["show"], ["export"], ["show", "--format", "shell"]] {
      let shown = try VirgaProgram.run(
        ["session"] + words + ["--session", "small/s.virga"], in: place.directory.root)
      #expect(shown.code == 0)
      #expect(shown.output.contains("5"))
    }
    let console = try place.virga(
      "open", "good.yaml", "--plain", "--session", "small/s.virga", input: "select alpha\nlist\n")
    #expect(console.output.contains("overridden"))
    withExtendedLifetime(disk) {}
  }

  @Test(
    "creates no session on a full disk",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func newSession() throws {
    let disk = try fullDisk()
    let new = try place.virga(
      "clock", "+1d", "--session", "small/new.virga", "--manifest", "good.yaml")
    #expect(new.code == 2)
    #expect(!disk.names().contains { $0.hasPrefix("new") })
  }
}
