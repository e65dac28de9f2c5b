import CVirgaPlatform
import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Slow reads") struct SlowReadTests {
    @Test("a canceled download can be repeated") func fetching() throws {
      let server = try LocalServer(["/app.fml.yaml": LocalServer.Answer(isSilent: true)])
      let session = try TmuxSession("virga http://127.0.0.1:\(server.port)/app.fml.yaml")
      try session.wait(for: "reading …", "fetching http://127.0.0.1", "Esc cancels")
      let process = try session.process()
      #expect(try Self.programs(of: process) == ["curl"])
      try session.press("Escape")
      try session.wait(for: "nothing was read; R reads the manifest", "nothing read")
      try session.wait(for: "end of curl") { _ in try Self.programs(of: process) == [] }
      try session.wait(without: "Esc cancels")
      try session.press("R")
      try session.wait(for: "reading …", "fetching http://127.0.0.1")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    /// The names of the running programs that a process has started.
    private static func programs(of process: pid_t) throws -> [String] {
      let list = try ChildProcess.run([
        try #require(SystemProgram.path(of: "ps")), "-A", "-o", "ppid=,comm=",
      ])
      return list.output.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return words.first == "\(process)" ? words.last.map(String.init) : nil
      }
    }

    @Test("canceling a slow reload keeps the old state") func reloading() throws {
      let server = try LocalServer(["/more.yaml": LocalServer.Answer(isSilent: true)])
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "app.fml.yaml")
      let session = try TmuxSession("virga app.fml.yaml --feature alpha", in: directory)
      try session.wait(for: "┌─ alpha", "q quit")
      let include = "\nincludes: [\"http://127.0.0.1:\(server.port)/more.yaml\"]\n"
      directory.write(EndToEnd.manifest() + include, to: "app.fml.yaml")
      try session.wait(for: "fetching http://127.0.0.1", "Esc cancels")
      try session.press("j")
      try session.wait(for: "┌─ omega")
      try session.press("Escape")
      try session.wait(for: "the old state stays; R reads again", "┌─ omega")
      directory.write(EndToEnd.manifest(greeting: "changed"), to: "app.fml.yaml")
      try session.wait(for: "changed")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
