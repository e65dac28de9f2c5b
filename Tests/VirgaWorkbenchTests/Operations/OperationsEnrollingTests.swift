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

  @Test("adding recipes enrolls the client") func adding() throws {
    var driver = SessionDriver()
    let operation = try driver.add(Self.rows, Self.titles, Self.slow)
    #expect(operation.label == "add 3 recipes")
    #expect(driver.statuses == ["rows Enrolled six", "slow Enrolled on", "titles NotEnrolled"])
    #expect(
      operation.told == ["enrollment slow on", "enrollment rows six", "enroll_failed titles"])
    #expect(
      operation.events.filter { $0.kind == "enrollment_status" }.map(\.slug) == [
        "rows", "slow", "titles",
      ])
  }

  /// A session whose recipes were added, and one of them removed with another new ID at hand.
  private func addedAndRemoved() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(Self.rows, Self.titles, Self.slow)
    driver.operationContext.newClientID = "other"
    try driver.perform { o throws(Refusal) in try o.removeRecipe("slow") }
    return driver
  }

  @Test("the ID of the client is drawn once") func drawnID() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows)
    #expect(driver.session.clientID == Sample.clientID)
    #expect(try addedAndRemoved().session.clientID == Sample.clientID)
  }

  @Test("adding recipes is undone with everything that it stored") func undoneAddition() throws {
    var driver = try addedAndRemoved()
    _ = driver.session.undo()
    _ = driver.session.undo()
    #expect(driver.session.keys == [])
  }

  /// A session in which one recipe has taken the feature, and then the other.
  private func forcedTwice() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(Self.rows, Self.titles)
    try driver.perform { o throws(Refusal) in try o.forceBranch("short", of: "titles") }
    try driver.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    return driver
  }

  @Test("a forced branch takes the feature from its current recipe") func forcing() throws {
    var driver = SessionDriver()
    try driver.add(Self.rows, Self.titles)
    let operation = try driver.perform { o throws(Refusal) in
      try o.forceBranch("short", of: "titles")
    }
    #expect(operation.label == "force short of titles")
    #expect(driver.statuses == ["rows NotEnrolled", "titles Enrolled short"])
    #expect(operation.told == ["enrollment titles short", "enroll_failed rows"])
    #expect(rows(driver) == 5)
  }

  @Test("a forced branch shares a feature that is shared in addition to those of the manifest")
  func sharedFeature() throws {
    var driver = SessionDriver()
    driver.operationContext.addedCoenrollingFeatures = ["app-menu"]
    try driver.add(Self.rows, Self.titles)
    try driver.perform { o throws(Refusal) in try o.forceBranch("short", of: "titles") }
    #expect(driver.statuses == ["rows Enrolled six", "titles Enrolled short"])
    let exposure = try driver.perform { o throws(Refusal) in try o.expose("app-menu") }
    let reason = "several experiments configure `app-menu`: `rows`, `titles`; name one of them"
    #expect(exposure.told == ["exposure suppressed: \(reason)"])
  }

  @Test("a forced branch brings its whole config") func forcedConfig() throws {
    let driver = try forcedTwice()
    #expect(driver.statuses == ["rows Enrolled four", "titles NotEnrolled"])
    #expect(driver.session.forcedBranches.map(\.slug) == ["rows"])
    #expect(rows(driver) == 4)
  }

  @Test("a forced branch stays when the client changes") func forcedInChange() throws {
    var driver = try forcedTwice()
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(driver.statuses == ["rows Enrolled four", "titles NotEnrolled"])
  }

  @Test("a recipe returns to its own branch when the forced one is dropped")
  func droppedBranch() throws {
    var driver = try forcedTwice()
    try driver.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    #expect(driver.statuses == ["rows Enrolled six", "titles NotEnrolled"])
  }

  @Test("forced branches are undone with their consequences") func undoneBranches() throws {
    var before = SessionDriver()
    try before.add(Self.rows, Self.titles)
    var driver = try forcedTwice()
    try driver.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    try driver.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    for _ in 0..<4 { _ = driver.session.undo() }
    #expect(driver.session[.enrollment, "rows"] == before.session[.enrollment, "rows"])
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

  /// Turns participation in experiments and rollouts on or off.
  private func participate(_ takesPart: Bool, _ driver: inout SessionDriver) throws {
    for kind in Participation.allCases {
      try driver.perform { o throws(Refusal) in try o.setParticipation(takesPart, in: kind) }
    }
  }

  /// A client that was in an experiment and a rollout, and then opted out of everything.
  private func optedOut() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(Self.slow, Self.rows)
    try participate(false, &driver)
    return driver
  }

  @Test("turning participation off ends all enrollments") func participationOff() throws {
    #expect(try optedOut().statuses == ["rows Disqualified", "slow Disqualified"])
  }

  @Test("no branch can be forced without participation") func forcingWithoutParticipation() throws {
    let driver = try optedOut()
    #expect(
      driver.refusal { o throws(Refusal) in try o.forceBranch("four", of: "rows") }?.description
        == "the client opted out of all experiments")
  }

  @Test("turning participation on restores rollouts") func participationOn() throws {
    var driver = try optedOut()
    try participate(true, &driver)
    #expect(driver.statuses == ["rows Disqualified", "slow Enrolled on"])
    #expect(driver.session.count(of: .participation) == 0)
  }

  @Test("experiments return with participation when they are evaluated again")
  func evaluatedParticipation() throws {
    var driver = try optedOut()
    try participate(true, &driver)
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
