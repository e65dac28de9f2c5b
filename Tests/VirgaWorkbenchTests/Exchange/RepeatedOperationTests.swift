import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@Suite("Repeated operations") struct RepeatedOperationTests {
  @Test(
    "an imported event keeps its time and process, whether the import changes an entry or not",
    arguments: [false, true])
  func importedEvents(changesEntry: Bool) throws {
    var exporting = SessionDriver()
    if changesEntry {
      try exporting.perform { o throws(Refusal) in try o.setContext("region", to: "US") }
    }
    var driver = SessionDriver()
    let now = driver.operationContext.time
    // The second one happens at the time of the import.
    let events = [Instant(seconds: 1_000), now].map { time in
      SessionEvent(time: time, kind: "exposure", process: "tests 2")
    }
    let imported = try driver.session.operations(in: driver.operationContext).importSession(
      exporting.session, with: events, as: "import session.json")
    let later = Instant(seconds: now.seconds + 60)
    driver.operationContext.time = later
    let repeated = try driver.perform { o throws(Refusal) in
      try o.operation(repeating: imported.repeatableJSON)
    }
    // Only a change of an entry is an event itself.
    let ownTimes = changesEntry ? [later] : []
    #expect(repeated.events.map(\.time) == ownTimes + events.map(\.time))
    #expect(repeated.events.suffix(2).map(\.process) == ["tests 2", "tests 2"])
  }
}
