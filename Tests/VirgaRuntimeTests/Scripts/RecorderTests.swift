import Testing
import VirgaFiles
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Recorder", .timeLimit(.minutes(20)))
struct RecorderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func text(_ path: String) throws -> String {
    String(decoding: try FileReading.disk().read(path), as: UTF8.self)
  }

  @Test("adds each line at the end, in a file that only its owner can read")
  func grows() throws {
    let path = directory.path("done")
    let recorder = try Recorder(path)
    #expect(try text(path) == "")
    #expect(recorder.record(["set rows 3", "select é"]) == nil)
    #expect(recorder.record([]) == nil)
    #expect(recorder.record(["expose"]) == nil)
    #expect(try text(path) == "set rows 3\nselect é\nexpose\n")
    let mode = try ChildProcess.run(["/bin/ls", "-l", path], folder: directory.root).output.prefix(
      10)
    #expect(mode == "-rw-------")
  }

  @Test("costs only what is added")
  func long() throws {
    let path = directory.path("done")
    let recorder = try Recorder(path)
    let line = "set-context a " + String(repeating: "x", count: 2_000)
    for _ in 0..<20_000 { #expect(recorder.record([line]) == nil) }
    #expect(try text(path).utf8.count == 20_000 * (line.utf8.count + 1))
  }

  @Test("stops with a reason if another program removed, replaced or changed the file")
  func taken() throws {
    let path = directory.path("done")
    let removed = try Recorder(path)
    directory.remove("done")
    #expect(removed.record(["expose"]) == "\(path): No such file or directory")
    #expect(!FileWriting.exists(path))
    let replaced = try Recorder(path)
    directory.remove("done")
    directory.write("mine", to: "done")
    #expect(replaced.record(["expose"]) == "\(path): Another file replaced it")
    #expect(try text(path) == "mine")
    directory.remove("done")
    let written = try Recorder(path)
    #expect(written.record(["select a"]) == nil)
    directory.write("select a\nmine\n", to: "done")
    #expect(written.record(["select b"]) == "\(path): Another program has written to it")
    #expect(try text(path) == "select a\nmine\n")
  }

  @Test("never replaces an existing file")
  func existing() throws {
    directory.write("mine", to: "done")
    #expect(throws: FileFailure.self) { try Recorder(directory.path("done")) }
    #expect(try text(directory.path("done")) == "mine")
  }

  @Test(
    "writes only whole commands on a full disk",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func full() throws {
    let disk = try SmallFileSystem(directory, kibibytes: 64)
    let path = disk.path("done")
    let recorder = try Recorder(path)
    #expect(recorder.record(["expose"]) == nil)
    let long = "set-context x " + String(repeating: "x", count: 100_000)
    #expect(recorder.record(["drop-all yes", long]) == "\(path): No space left on device")
    #expect(try text(path) == "expose\ndrop-all yes\n")
  }
}
