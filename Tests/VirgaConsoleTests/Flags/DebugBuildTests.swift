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

  @Test("a development flag names the key that shows it")
  mutating func hint() {
    #expect(console.answer("Unfinished")?.state == .hidden)
    #expect(console.sees("B shows it as a debug build does."))
    #expect(console.hints.contains("B as a debug build"))
  }

  @Test("B shows a development flag")
  mutating func key() {
    console.act("B", says: .debugBuild(isOn: true, key: "B"))
    #expect(console.answer("Unfinished")?.state == .on)
    // The sentence is wrapped.
    #expect(console.sees("So a debug build") && console.sees("ends that."))
    console.act(":channel beta") { $0.answer("Unfinished")?.state == .on }
  }

  @Test("the title says that flags are shown as a debug build shows them")
  mutating func title() {
    console.press("B")
    #expect(console.lines[1].contains(" · as a debug build "))
  }

  @Test("B stores nothing")
  mutating func storesNothing() {
    console.press("B")
    #expect(console.stored == [] && console.effects.isEmpty)
  }

  @Test("a second B hides a development flag again")
  mutating func secondKey() {
    console.press("B")
    console.act("B", says: .debugBuild(isOn: false, key: "B"))
    #expect(console.answer("Unfinished")?.state == .hidden)
    #expect(!console.lines[1].contains("as a debug build"))
  }

  @Test("Space on a flag that stays hidden says which key shows it")
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
