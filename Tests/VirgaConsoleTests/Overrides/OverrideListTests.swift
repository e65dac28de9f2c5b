import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("List of overrides") struct OverrideListTests {
  @Test("flag overrides are named after their flags and found by key")
  func flagOverrides() throws {
    var console = FlagDriver.console(FrameCase.goldenSize).after(
      ":flags", "Space s Space", ":features", "O")
    #expect(
      console.listLines == ["preference sentFromCirrus off", "debug override sentFromCirrus off"])
    console.act("'/UserPrefsKey") { $0.titles.count == 1 }
    console.act("Enter", says: .dropped("preference", of: "sentFromCirrus"))
    console.run("drop debug sentFromCirrusDebugKey")
    #expect(
      console.message == .dropped("debug override", of: "sentFromCirrus") && console.stored == [])
  }

  @Test("each value of an edit is listed as an override and dropped alone") func values() throws {
    var console = ConsoleDriver()
    console.run(
      "select homescreen", "set pinned-limit 10", "set sections-enabled.pocket false", "overrides")
    #expect(console.titles == ["homescreen", "  ▸ pinned-limit", "  ▸ sections-enabled.pocket"])
    #expect(console.details == ["all 2 values", "= 10", "= false"])
    console.act("'/pocket") { $0.picker?.matchCount == 1 }
    console.act("Enter") { $0.session[.edit, "homescreen"] == ["pinned-limit": 10] }
    console.act(":overrides") { $0.titles == ["homescreen ▸ pinned-limit"] }
  }

  @Test("a path that cannot be read is refused, and stays on the command line")
  func brokenPath() {
    var console = ConsoleDriver().after(":select homescreen")
    console.act(":", "'drop value x[", "Enter", says: .notAPath("x["))
    #expect(console.field == "drop value x[")
  }
}
