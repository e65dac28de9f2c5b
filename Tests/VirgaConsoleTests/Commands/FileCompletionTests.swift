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
      ("features", "session-export session", "json"), ("experiments", "session-export session", "json"),
      ("channels", "export channels", "md"),
      ("events", "export events", "ndjson"),
    ])
  mutating func fresh(screen: String, line: String, ending: String) {
    console.show(EventSamples.few)
    console.act(":\(screen)", "w")
    #expect(console.effects == [.listFiles("")])
    let words = line.split(separator: " ").map(String.init)
    console.send(.files(["a.\(ending)", "\(words[1])-2.\(ending)", "\(words[1]).\(ending)"], in: ""))
    #expect(console.field == "\(line)-3.\(ending)" && console.titles.first == console.field)
    #expect(console.details.first == "a new file")
    console.type("x")
    #expect(console.field == "\(words[0]) x", "what is typed takes its place")
    console.press("Esc", "w")
    console.send(.files(["a.\(ending)"], in: ""))
    #expect(console.field == "\(line).\(ending)")
  }

  @Test("a hand-off avoids existing files too, including the one just written") mutating func handoff() throws {
    try console.openDemoRecipes()
    console.offer(HandoffTarget.demoBuilds)
    console.run("branch homepage-order-2026=treatment-a")
    let line = "hand-off \(HandoffTarget.demoBuilds[0].name) launch "
    var names = ["hand-off.sh"]
    for new in ["hand-off-2.sh", "hand-off-3.sh"] {
      console.act(":", "'\(line)")
      #expect(console.effects == [.listFiles("")])
      console.send(.files(names, in: ""))
      #expect(console.titles == [line + new])
      console.press("Enter")
      let draft = try console.written()
      #expect(draft.path == new)
      console.send(.fileWritten(draft))
      names.insert(new, at: 0)
    }
  }

  @Test("FILE@ proposes the channels of that file, requested once, and Enter adds all of them")
  mutating func channels() {
    console.act(":channels", "a", "'other.fml.yaml")
    #expect(!console.effects.contains(.listChannels("other.fml.yaml")))
    console.type("@")
    #expect(console.effects == [.listChannels("other.fml.yaml")])
    console.send(.channels(["alpha"], of: "another.fml.yaml"))
    #expect(console.titles == ["add-column other.fml.yaml@"], "an answer for another file is ignored")
    console.send(.channels(["beta", "release"], of: "other.fml.yaml"))
    let line = "other.fml.yaml@"
    #expect(console.titles == [line, line + "beta", line + "release"])
    console.type("re")
    #expect(console.effects == [] && console.titles == [line + "release"])
    console.press("Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@release")])
    console.act("a", "'other.fml.yaml@", "Enter")
    #expect(console.effects == [.readBeside("other.fml.yaml@")])
    console.act("a", "'@owner/repo/app.fml.yaml")
    #expect(!console.effects.contains { if case .listChannels = $0 { true } else { false } })
  }
}
