import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("File watching") struct FileWatcherTests {
  private let directory: TemporaryDirectory
  private let watcher = FileWatcher()

  init() throws { directory = try TemporaryDirectory() }

  private func watch(_ names: String...) { watcher.watch(Set(names.map(directory.path))) }

  private func changes() -> [String] {
    watcher.changes().map { String($0.dropFirst(directory.root.count + 1)) }.sorted()
  }

  /// Whether a `poll` of the watcher's descriptor would return at once.
  private var isReadable: Bool {
    var polled = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 1
  }

  @Test("a wait ends when the pipe closes")
  func waiting() throws {
    watch("a.yaml")
    var pipe = try #require(PipeEnd.pair()) as (reader: PipeEnd, writer: PipeEnd?)
    directory.write("1", to: "a.yaml")
    #expect(watcher.wait(until: pipe.reader) == [directory.path("a.yaml")])
    pipe.writer = nil
    #expect(watcher.wait(until: pipe.reader) == [])
  }

  @Test("reports writing, creating and removing a file")
  func basicChanges() {
    directory.write("1", to: "a.yaml")
    watch("a.yaml", "b.yaml")
    #expect(changes() == [])
    directory.write("2", to: "a.yaml")
    #expect(changes() == ["a.yaml"])
    directory.write("1", to: "b.yaml")
    directory.write("1", to: "unwatched.yaml")
    #expect(changes() == ["b.yaml"])
    directory.remove("a.yaml")
    #expect(changes() == ["a.yaml"])
    #expect(changes() == [])
  }

  @Test("reports a file that an editor replaces")
  func replacing() {
    directory.write("1", to: "a.yaml")
    watch("a.yaml")
    for number in 0..<3 {
      directory.write("\(number)", to: "a.yaml.tmp")
      _ = changes()
      directory.rename("a.yaml", to: "a.yaml~")
      directory.rename("a.yaml.tmp", to: "a.yaml")
      #expect(changes() == ["a.yaml"])
    }
  }

  @Test("reports files in a folder that comes back")
  func returningFolder() {
    directory.makeDirectory("sub")
    directory.write("1", to: "sub/a.yaml")
    watch("sub/a.yaml")
    directory.rename("sub", to: "gone")
    #expect(changes() == ["sub/a.yaml"])
    directory.makeDirectory("sub")
    #expect(changes() == ["sub/a.yaml"])
    directory.write("2", to: "sub/a.yaml")
    #expect(changes() == ["sub/a.yaml"])
  }

  @Test("reports files in a folder created later")
  func laterFolder() {
    watch("one/two/a.yaml")
    directory.makeDirectory("one")
    #expect(changes() == ["one/two/a.yaml"])
    directory.makeDirectory("one/two")
    #expect(changes() == ["one/two/a.yaml"])
    directory.write("1", to: "one/two/a.yaml")
    #expect(changes() == ["one/two/a.yaml"])
  }

  @Test("is not woken by other files beside the folder of a watched file")
  func otherFiles() {
    directory.makeDirectory("home")
    watch("home/.config/a.yaml")
    directory.write("1", to: "other.yaml")
    directory.remove("other.yaml")
    #expect(!isReadable)
    directory.makeDirectory("home/.config")
    #expect(isReadable)
  }

  @Test("reports changes of a link's target")
  func linkTarget() {
    directory.makeDirectory("real")
    directory.write("1", to: "real/a.yaml")
    directory.link("link.yaml", to: "real/a.yaml")
    watch("link.yaml")
    directory.write("2", to: "real/a.yaml")
    #expect(changes() == ["link.yaml"])
  }

  @Test("watches only the latest set of files")
  func latestSet() {
    watch("a.yaml")
    watch("b.yaml")
    directory.write("1", to: "a.yaml")
    #expect(changes() == [])
    directory.write("1", to: "b.yaml")
    #expect(changes() == ["b.yaml"])
  }
}
