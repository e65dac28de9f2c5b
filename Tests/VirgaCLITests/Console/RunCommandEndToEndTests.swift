import CVirgaPlatform
import Testing
import VirgaSession
import VirgaTestSupport

@Suite("A script killed while others write", .ownThread, .timeLimit(.minutes(60)))
struct RunCommandEndToEndTests {
  /// The number of scripts to kill: `VIRGA_KILLS`, default a few.
  private static let kills = Repository.environment("VIRGA_KILLS").flatMap(Int.init) ?? 12

  /// How many scripts write to one session, and how many of them beside the same rival.
  private static let (perSession, perRival) = (20, 4)

  /// How the line of an operation begins.
  private static let operation = "set limits.two = "

  @Test("every operation that it printed is saved")
  func killing() throws {
    let place = try Workplace()
    var random = SeededRandom(seed: 24)
    var printed = 0
    var rival: WritingProcess?
    for kill in 0..<Self.kills {
      let path = place.directory.path("s\(kill / Self.perSession).virga")
      if kill.isMultiple(of: Self.perRival) {
        rival?.kill()
        rival = try WritingProcess(path, name: "rival\(kill)")
        rival?.waitForFirst()
      }
      let done = try killed(
        number: kill, on: path, in: place, after: .random(in: 0..<300_000, using: &random))
      printed += done.count
      let kept = try operations(at: path, isChecked: kill % Self.perSession == 0)
      #expect(done.filter { !kept.contains($0) } == [])
    }
    rival?.kill()
    #expect(printed > 0)
    print("\(Self.kills) kills, \(printed) printed operations")
  }

  /// Kills a script some microseconds after its first output, and returns the operations it
  /// printed.
  private func killed(
    number: Int, on path: String, in place: Workplace, after delay: UInt32
  ) throws -> [String] {
    let lines = (1...500).map { "set limits.two \(number * 500 + $0)\n" }
    place.directory.write("select alpha\n" + lines.joined(), to: "script")
    let script = try WritingProcess(
      [
        VirgaProgram.path, "run", place.directory.path("script"), place.directory.path("good.yaml"),
        "--session", path,
      ],
      environment: VirgaProgram.environment(home: place.directory.root))
    // Every second one has written before it is killed, however slow the machine is.
    if number.isMultiple(of: 2) {
      script.waitForLine(beginning: Self.operation)
    } else {
      script.waitForFirst()
    }
    // Sleeps instead of waiting for a condition: the kill may happen at any moment.
    usleep(delay)
    script.kill()
    return script.lines().filter { $0.hasPrefix(Self.operation) }
  }

  private func operations(at path: String, isChecked: Bool) throws -> Set<String> {
    var options = SessionStore.Options()
    options.timeout = 60_000
    let store = try SessionStore(path, options)
    if isChecked { #expect(try store.integrityReport() == "ok") }
    return Set(store.session.operations.map(\.label))
  }
}
