import CVirgaPlatform
import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

extension EndToEnd {
  @Suite("Example app beside the console", .serialized, .timeLimit(.minutes(20)))
  struct ExampleAppTests {
    private let app: TmuxSession
    private let console: TmuxSession
    private let script: SessionStore

    init() throws {
      console = try TmuxSession("virga --session try.virga", columns: 150)
      try console.wait(for: "app-menu")
      let path = console.directory.path("try.virga")
      app = try TmuxSession(
        "\(VirgaProgram.folder)/virga-example-app --session \(path)", columns: 60, rows: 24)
      try app.wait(for: "Good to see you", "Stories")
      script = try SessionStore(path)
    }

    /// Performs a script's operation on the session.
    private func perform(_ make: (Operations) throws -> SessionOperation) throws {
      let operationContext = OperationContext(
        manifest: nil, time: Instant(seconds: 1_700_000_000), process: "script 1",
        newClientID: Sample.clientID)
      try script.perform { session in try make(session.operations(in: operationContext)) }
    }

    @Test("shows changes by others") func changes() throws {
      let words = [
        "config", "set", "homescreen", "greeting", "Hello there", "--session", "try.virga",
      ]
      #expect(try VirgaProgram.run(words, in: console.directory.root).code == 0)
      try app.wait(for: "Hello there")
      try console.wait(for: "1 override")
      try perform { try $0.setEdit("homescreen", at: ["sections-enabled", "pocket"], to: false) }
      try app.wait(without: "Stories")
      _ = try script.refresh()
      _ = try script.undo(at: .epoch, by: "tests 1")
      try app.wait(for: "Stories", "Hello there")
    }

    @Test("reports its user's choices and exposures to the console")
    func events() throws {
      let branch = Sample.branch("renamed", ["items": ["settings": ["title": "Preferences"]]])
      try perform { try $0.addRecipes([Sample.recipe("menu-order", branches: [branch])]) }
      try app.press("m")
      try app.wait(for: "Preferences")
      // Opened again now that the app is enrolled, because it may have been opened before.
      try app.press("m", "m")
      try app.wait(for: "Preferences", "recorded: exposure app-menu menu-order renamed")
      try console.press("5")
      try console.wait(for: "exposure", "virga-example-app")
      try app.press("m")
      try app.wait(for: "hides on scroll")
      try app.press("s")
      try app.wait(for: "stays on scroll")
      try console.wait(for: "1 override")
      try app.press("u")
      try app.wait(for: "hides on scroll")
      try console.wait(without: "1 override")
    }

    @Test("is named in the console's first line while it runs") func connected() throws {
      try console.wait(for: "▸ developer", "! cirrus, nightly, ")
      try console.press("P")
      try console.wait(for: "Connected apps", "the session is in developer")
      try console.press("Enter")
      try console.wait(for: "▸ nightly")
      try console.wait(without: "! cirrus")
      try console.wait(for: "cirrus, nightly, ")
      try app.press("q")
      try app.expectLeft(code: 0)
      try console.wait(without: "cirrus, nightly, ")
    }

    @Test("is no longer named when it was killed")
    func killed() throws {
      try console.wait(for: "! cirrus, nightly, ")
      let process = try #require(script.connectedApps().first?.process)
      let id = try #require(process.split(separator: " ").last.flatMap { Int32($0) })
      try #require(kill(id, SIGKILL) == 0)
      try console.wait(without: "cirrus, nightly, ")
    }

    @Test("restores the terminal when it quits")
    func leaving() throws {
      try app.press("q")
      try app.expectLeft(code: 0)
    }
  }
}
