import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Branch operations")
struct OperationsEnrollingTests {
  private static let rows = Sample.entry(
    "rows", ["four": ["app-menu": ["rows": 4]], "six": ["app-menu": ["rows": 6]]])
  private static let titles = Sample.entry(
    "titles", ["short": ["app-menu": ["title": "Hi"]]], buckets: 0..<0)
  private static let slow = Sample.entry(
    "slow", ["on": ["app-menu": ["title": "R"]]], isRollout: true)

  private func rows(_ driver: SessionDriver) -> JSONValue? {
    let layers = SessionLayers(driver.session)["app-menu"]
    return Sample.manifest.reading(
      of: Sample.manifest.known("app-menu"), channel: "nightly", under: layers)["rows"]?
      .json
  }

  @Test("adding recipes enrolls the client, whose ID is drawn once")
  func adding() throws {
    var driver = SessionDriver()
    let operation = try driver.add(Self.rows, Self.titles, Self.slow)
    #expect(operation.label == "add 3 recipes")
    #expect(driver.session.clientID == Sample.clientID)
    #expect(driver.statuses == ["rows Enrolled six", "slow Enrolled on", "titles NotEnrolled"])
    #expect(
      operation.told == ["enrollment slow on", "enrollment rows six", "enroll_failed titles"])
    #expect(
      operation.events.filter { $0.kind == "enrollment_status" }.map(\.slug) == [
        "rows", "slow", "titles",
      ])
    driver.operationContext.newClientID = "other"
    try driver.perform { o throws(Refusal) in try o.removeRecipe("slow") }
    #expect(driver.session.clientID == Sample.clientID)
    _ = driver.session.undo()
    _ = driver.session.undo()
    #expect(driver.session.keys == [])
  }

  @Test("a forced branch brings its whole config and takes the feature from its current recipe")
  func forcing() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows, Self.titles)
    let before = driver.session
    let operation = try driver.perform { o throws(Refusal) in
      try o.forceBranch("short", of: "titles")
    }
    #expect(operation.label == "force short of titles")
    #expect(driver.statuses == ["rows NotEnrolled", "titles Enrolled short"])
    #expect(operation.told == ["enrollment titles short", "enroll_failed rows"])
    #expect(rows(driver) == 5)
    try driver.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(driver.statuses == ["rows Enrolled four", "titles NotEnrolled"])
    #expect(driver.session.forcedBranches.map(\.slug) == ["rows"])
    #expect(rows(driver) == 4)
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(driver.statuses == ["rows Enrolled four", "titles NotEnrolled"])
    try driver.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    #expect(driver.statuses == ["rows Enrolled six", "titles NotEnrolled"])
    for _ in 0..<4 { _ = driver.session.undo() }
    #expect(driver.session[.enrollment, "rows"] == before[.enrollment, "rows"])
    #expect(driver.statuses == ["rows Enrolled six", "titles NotEnrolled"])
  }

  @Test("a forced branch does not affect rollouts and coenrolling features")
  func noRivals() throws {
    var driver = SessionDriver()
    try driver.add(
      Self.slow, Self.rows, Sample.entry("a", ["on": ["messaging": [:]]]),
      Sample.entry("b", ["on": ["messaging": [:]]], buckets: 0..<0))
    try driver.perform { o throws(Refusal) in try o.forceBranch("on", of: "b") }
    try driver.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(
      driver.statuses == [
        "a Enrolled on", "b Enrolled on", "rows Enrolled four", "slow Enrolled on",
      ])
  }

  @Test("an unknown name is refused with the closest one")
  func unknown() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows)
    #expect(
      driver.refusal { o throws(Refusal) in try o.forceBranch("four", of: "row") }?.description
        == "there is no recipe `row`; did you mean `rows`?")
    #expect(
      driver.refusal { o throws(Refusal) in try o.forceBranch("fuor", of: "rows") }?.description
        == "the recipe `rows` has no branch `fuor`; did you mean `four`?")
  }

  @Test("opting out disqualifies until the opt-out is dropped")
  func optingOut() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows)
    let operation = try driver.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(operation.told == ["disqualification rows six"])
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(driver.statuses == ["rows Disqualified"])
    #expect(driver.session.overrides == [EntryKey(.branch, "rows")])
    #expect(
      driver.refusal { o throws(Refusal) in try o.optOut(of: "rows") }?.description
        == "the client is not enrolled in `rows`")
    #expect(
      try driver.perform { o throws(Refusal) in try o.dropAll() }.told == ["enrollment rows six"])
    #expect(driver.statuses == ["rows Enrolled six"])
  }

  @Test("a client that left a recipe stays out, even when another recipe gets its feature")
  func stayingOut() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows, Sample.entry("sizes", ["on": ["app-menu": ["rows": 9]]]))
    #expect(driver.statuses == ["rows Enrolled six", "sizes NotEnrolled"])
    try driver.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(driver.statuses == ["rows Disqualified", "sizes Enrolled on"])
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(driver.statuses == ["rows Disqualified", "sizes Enrolled on"])
    #expect(
      try driver.perform { o throws(Refusal) in try o.optOut(of: "sizes") }.told == [
        "disqualification sizes on"
      ])
    #expect(driver.statuses == ["rows Disqualified", "sizes Disqualified"])
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == ["rows Disqualified", "sizes NotEnrolled"])
  }

  @Test(
    "turning participation off and on restores rollouts, and experiments only when evaluated again")
  func participation() throws {
    var driver = SessionDriver()
    try driver.add(Self.slow, Self.rows)
    for kind in Participation.allCases {
      try driver.perform { o throws(Refusal) in try o.setParticipation(false, in: kind) }
    }
    #expect(driver.statuses == ["rows Disqualified", "slow Disqualified"])
    #expect(
      driver.refusal { o throws(Refusal) in try o.forceBranch("four", of: "rows") }?.description
        == "the client opted out of all experiments")
    for kind in Participation.allCases {
      try driver.perform { o throws(Refusal) in try o.setParticipation(true, in: kind) }
    }
    #expect(driver.statuses == ["rows Disqualified", "slow Enrolled on"])
    #expect(driver.session.count(of: .participation) == 0)
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == ["rows Enrolled six", "slow Enrolled on"])
  }

  @Test("an operation lists the other recipes that it moved, also when it is undone")
  func moves() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows, Self.titles, Self.slow)
    func told(_ operation: SessionOperation, isUndone: Bool = false) -> [String] {
      operation.enrollmentMoves(isUndone: isUndone).map { move in
        let rest = [move.taker.map { "to \($0)" }, move.wasForced ? "was forced" : nil].compactMap(
          \.self)
        return ([move.slug, move.old ?? "–", move.new ?? "–"] + rest).joined(separator: " ")
      }
    }
    let taken = try driver.perform { o throws(Refusal) in try o.forceBranch("short", of: "titles") }
    #expect(told(taken) == ["rows six – to titles"])
    #expect(told(taken, isUndone: true) == ["rows – six"])
    let back = try driver.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(told(back) == ["titles short – to rows was forced"])
    #expect(told(back, isUndone: true) == ["titles – short"])
    let dropped = try driver.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    #expect(told(dropped) == ["rows four six"])
    let left = try driver.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(told(left) == [])
    #expect(told(try driver.perform { o throws(Refusal) in try o.removeRecipe("slow") }) == [])
    let apart = try driver.perform { o throws(Refusal) in
      try o.setParticipation(false, in: .rollouts)
    }
    #expect(told(apart) == [])
  }

  @Test("dropping a forced branch returns the feature to its former recipe")
  func moveBack() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows, Sample.entry("sizes", ["on": ["app-menu": ["rows": 9]]]))
    try driver.perform { o throws(Refusal) in try o.forceBranch("on", of: "sizes") }
    let moves = try driver.perform { o throws(Refusal) in try o.dropBranch(of: "sizes") }
      .enrollmentMoves()
    #expect(
      moves.map(\.slug) == ["rows", "sizes"]
        && moves.allSatisfy { $0.taker == nil && !$0.wasForced })
  }

  @Test("opting out of experiments ends a forced branch, which stays ended")
  func forcedApart()
    throws
  {
    var driver = SessionDriver()
    try driver.add(Self.rows)
    try driver.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    try driver.perform { o throws(Refusal) in try o.setParticipation(false, in: .experiments) }
    #expect(driver.statuses == ["rows Disqualified"])
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(driver.statuses == ["rows Disqualified"])
  }
}
