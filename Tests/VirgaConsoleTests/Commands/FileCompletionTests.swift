import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("File name completion") struct FileCompletionTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test(
    "w proposes a new file name, never an existing file",
    arguments: [
      ("features", "session-export", "session", "json"), ("channels", "export", "channels", "md"),
      ("events", "export", "events", "ndjson"),
    ])
  mutating func fresh(screen: String, command: String, name: String, ending: String) {
    console.show(EventSamples.few)
    console.act(":\(screen)", "w")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["a.\(ending)", "\(name)-2.\(ending)", "\(name).\(ending)"], in: ""))
    #expect(console.field == "\(command) \(name)-3.\(ending)")
    #expect(console.titles.first == "\(command) \(name)-3.\(ending)")
    #expect(console.state.overlay?.selected?.detail == "a new file")
    console.type("x")
    #expect(console.field == "\(command) x", "what is typed takes its place")
    console.press("Esc", "w")
    console.send(.files(["a.\(ending)"], in: ""))
    #expect(console.field == "\(command) \(name).\(ending)")
  }

  @Test("a hand-off avoids existing files too, including the one just written") mutating func handoff() throws {
    try console.openDemoRecipes()
    console.offer(HandoffTarget.demoBuilds)
    let line = "hand-off \(HandoffTarget.demoBuilds[0].name) launch "
    console.act(":branch homepage-order-2026=treatment-a", ":", "'\(line)")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["hand-off.sh"], in: ""))
    #expect(console.titles == [line + "hand-off-2.sh"])
    console.press("Enter")
    let draft = try console.written()
    #expect(draft.path == "hand-off-2.sh")
    console.send(.fileWritten(draft))
    console.act(":", "'\(line)")
    #expect(console.effects == [] || console.effects == [.listFiles("")])
    console.send(.files(["hand-off-2.sh", "hand-off.sh"], in: ""))
    #expect(console.titles == [line + "hand-off-3.sh"])
  }

  @Test("FILE@ proposes the channels of that file, requested once") mutating func channels() {
    console.act(":channels", "a")
    console.send(.files(["other.fml.yaml"], in: ""))
    console.type("other.fml.yaml")
    #expect(!console.effects.contains(.listChannels("other.fml.yaml")))
    console.type("@")
    #expect(console.effects == [.listChannels("other.fml.yaml")])
    console.send(.channels(["beta", "release"], of: "other.fml.yaml"))
    let line = "other.fml.yaml@"
    #expect(console.titles == [line, line + "beta", line + "release"])
    console.type("re")
    #expect(console.effects == [] && console.titles == [line + "release"])
    console.press("Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@release")])
  }

  @Test("Enter on FILE@ adds all its channels, and an answer for another file is ignored")
  mutating func allChannels() {
    console.act(":channels", "a", "'other.fml.yaml@")
    console.send(.channels(["beta"], of: "another.fml.yaml"))
    #expect(console.titles == ["add-column other.fml.yaml@"])
    console.press("Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@")])
    console.act("a", "'@owner/repo/app.fml.yaml")
    #expect(!console.effects.contains { if case .listChannels = $0 { true } else { false } })
  }
}
