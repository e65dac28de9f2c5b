import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Names that the command line proposes") struct FileCompletionTests {
  private func field(_ console: ConsoleDriver) -> String? { console.state.overlay?.field.text }
  private func titles(_ console: ConsoleDriver) -> [String] { console.state.overlay?.lines.map(\.text) ?? [] }

  @Test(
    "a file that exists is never proposed for what is written",
    arguments: [
      ("features", "session-export", "session", "json"), ("channels", "export", "channels", "md"),
      ("events", "export", "events", "ndjson"),
    ])
  func fresh(screen: String, command: String, name: String, ending: String) throws {
    var console = try ConsoleDriver()
    console.send(.events(EventSamples.few, isWhole: true))
    console.run(screen)
    console.press("w")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["a.\(ending)", "\(name)-2.\(ending)", "\(name).\(ending)"], in: ""))
    #expect(field(console) == "\(command) \(name)-3.\(ending)")
    #expect(titles(console).first == "\(command) \(name)-3.\(ending)")
    #expect(console.state.overlay?.selected?.detail == "a new file")
    console.type("x")
    #expect(field(console) == "\(command) x", "what is typed takes its place")
    console.press("Esc", "w")
    console.send(.files(["a.\(ending)"], in: ""))
    #expect(field(console) == "\(command) \(name).\(ending)")
  }

  @Test("nor for a hand-off, nor what was written just now") func handoff() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.offer(HandoffTarget.demoBuilds)
    console.run("branch homepage-order-2026=treatment-a")
    let build = HandoffTarget.demoBuilds[0].name
    console.press(":")
    console.type("hand-off \(build) launch ")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["hand-off.sh"], in: ""))
    #expect(titles(console) == ["hand-off \(build) launch hand-off-2.sh"])
    console.press("Enter")
    guard case .write(let draft)? = console.effects.first else {
      Issue.record("nothing is written: \(console.effects)")
      return
    }
    #expect(draft.path == "hand-off-2.sh")
    console.send(.fileWritten(draft))
    console.press(":")
    console.type("hand-off \(build) launch ")
    #expect(console.effects == [] || console.effects == [.listFiles("")])
    console.send(.files(["hand-off-2.sh", "hand-off.sh"], in: ""))
    #expect(titles(console) == ["hand-off \(build) launch hand-off-3.sh"])
  }

  @Test("behind FILE@ the channels of that file are proposed, asked for once") func channels() throws {
    var console = try ConsoleDriver()
    console.run("channels")
    console.press("a")
    console.send(.files(["other.fml.yaml"], in: ""))
    console.type("other.fml.yaml")
    #expect(!console.effects.contains(.listChannels("other.fml.yaml")))
    console.type("@")
    #expect(console.effects == [.listChannels("other.fml.yaml")])
    console.send(.channels(["beta", "release"], of: "other.fml.yaml"))
    let line = "add-column other.fml.yaml@"
    #expect(titles(console) == [line, line + "beta", line + "release"])
    console.type("re")
    #expect(console.effects == [])
    #expect(titles(console) == [line + "release"])
    console.press("Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@release")])
  }

  @Test("Enter on FILE@ shows all its channels, and a late or foreign answer changes nothing") func allChannels() throws
  {
    var console = try ConsoleDriver()
    console.run("channels")
    console.press("a")
    console.type("other.fml.yaml@")
    console.send(.channels(["beta"], of: "another.fml.yaml"))
    #expect(titles(console) == ["add-column other.fml.yaml@"])
    console.press("Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@")])
    console.press("a")
    console.type("@owner/repo/app.fml.yaml")
    #expect(!console.effects.contains { if case .listChannels = $0 { true } else { false } })
  }

  @Test("a blank behind a value proposes it once") func trailingBlank() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.press(":")
    console.type("set-context region US ")
    #expect(titles(console).filter { $0.hasPrefix("set-context region US") } == ["set-context region US"])
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "US")
  }
}
