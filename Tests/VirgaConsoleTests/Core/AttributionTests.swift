import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Author and time of a change") struct AttributionTests {
  @Test(
    "a time is said by how long ago it was until a day has passed",
    arguments: [
      .init("less than a minute is now", (59, "just now")),
      .init("a clock that was set back is now", (-59, "just now")),
      .init("minutes are rounded down", (179, "2 min ago")),
      .init("hours are rounded down", (7_199, "1 h ago")),
      .init("the last second of a day", (86_399, "23 h ago")),
      .init("a day is a date", (86_400, "2026-11-20")),
      .init("the future is a date", (-86_400, "2026-11-22")),
    ] as [Behavior<(passed: Int64, words: String)>])
  func times(_ behavior: Behavior<(passed: Int64, words: String)>) {
    let (passed, words) = behavior.example
    let now = EventSamples.start
    #expect(now.advanced(by: -passed).relative(to: now) == words)
  }

  @Test("what another console did before the start is of an earlier one") func earlier() {
    var options = Model.Options()
    options.startTime = EventSamples.start
    var model = Model(size: FrameCase.goldenSize, options: options)
    model.shared.input.now = EventSamples.start.advanced(by: 60)
    func attribution(secondsAfterStart seconds: Int64) -> String {
      let time = EventSamples.start.advanced(by: seconds)
      let operation = SessionOperation("set a = 1", changes: [], time: time, process: "virga 25520")
      return model.shared.attribution(of: operation)
    }
    #expect(attribution(secondsAfterStart: -60) == "an earlier console, 2 min ago")
    #expect(attribution(secondsAfterStart: 0) == "another console, 1 min ago")
  }

  @Test("the list of overrides says what others set") func overrides() throws {
    var console = ConsoleDriver().after(":select search", ":set wait-ms 5")
    try console.elsewhere("virga 25520") {
      try $0.setEdit("homescreen", at: ["pinned-limit"], to: 3)
    }
    console.tell(console.time.advanced(by: 125))
    console.press("O")
    let details = zip(console.titles, console.details).map { "\($0) \($1)" }
    #expect(details.contains("homescreen ▸ pinned-limit = 3  by another console, 2 min ago"))
    #expect(details.contains("search ▸ wait-ms = 5"))
  }
}
