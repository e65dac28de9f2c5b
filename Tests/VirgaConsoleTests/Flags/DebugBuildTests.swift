import Testing
import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Flags as a debug build shows them") struct DebugBuildTests {
  private var console = FlagDriver.console(channel: "release").after(":flags")

  init() {
    console.open(
      "f.json", #"{"features": [{"name": "Unfinished", "development": true, "enabled": true}]}"#)
    console.run("select-flag Unfinished")
  }

  @Test("B shows a development flag, says so in the title, and stores nothing")
  mutating func key() {
    #expect(console.answer("Unfinished")?.state == .hidden)
    #expect(console.sees("B shows it as a debug build does."))
    #expect(console.hints.contains("B as a debug build"))
    console.act("B", says: .debugBuild(isOn: true, key: "B"))
    #expect(console.answer("Unfinished")?.state == .on)
    #expect(console.lines[1].contains(" · as a debug build "))
    // The sentence is wrapped.
    #expect(console.sees("So a debug build") && console.sees("ends that."))
    #expect(console.stored == [] && console.effects.isEmpty)
    console.act(":channel beta") { $0.answer("Unfinished")?.state == .on }
    console.act("B", says: .debugBuild(isOn: false, key: "B"))
    #expect(console.answer("Unfinished")?.state == .hidden)
    #expect(!console.lines[1].contains("as a debug build"))
  }

  @Test("Space says that a hidden flag stays hidden, and which key shows it")
  mutating func stillHidden() {
    let done = "set Unfinished debug = on"
    console.act("Space", says: .staysHidden(done, "Unfinished", key: "B"))
    #expect(console.stored == ["debug Unfinished = true"])
    console.act("B") { $0.answer("Unfinished")?.state == .on }
  }

  @Test("the key is refused if it would show nothing else") mutating func refusals() {
    var demo = FlagDriver.console(channel: "nightly").after(":flags")
    demo.act("B", says: .debugBuildAlready("nightly").about("as a debug build"))
    console.open("f.json", #"{"features": [{"name": "Done", "enabled": true}]}"#)
    console.act("B", says: .noDevelopmentFlag.about("as a debug build"))
  }
}
