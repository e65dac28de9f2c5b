import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@Suite("Choosing branches")
struct BranchOperationTests {
  private static let rows = Sample.recipe("rows", ["four": ["home": ["rows": 4]], "six": ["home": ["rows": 6]]])
  private static let titles = Sample.recipe("titles", ["short": ["home": ["title": "Hi"]]], count: 0)
  private static let slow = Sample.recipe("slow", ["on": ["home": ["title": "R"]]], isRollout: true)

  private func rows(_ desk: Desk) -> JSONValue? {
    let layers = SessionLayers(desk.session)["home"]
    return Sample.manifest.merged(Sample.manifest.known("home"), channel: "nightly", under: layers)["rows"]?.json
  }

  @Test("new recipes enroll a client that is drawn once, and say so")
  func adding() throws {
    var desk = Desk()
    let operation = try desk.add(Self.rows, Self.titles, Self.slow)
    #expect(operation.label == "add 3 recipes")
    #expect(desk.session.clientID == Desk.clientID)
    #expect(desk.statuses == ["rows Enrolled six", "slow Enrolled on", "titles NotEnrolled"])
    #expect(operation.told == ["enrollment slow on", "enrollment rows six", "enroll_failed titles"])
    #expect(operation.events.filter { $0.kind == "enrollment_status" }.map(\.slug) == ["rows", "slow", "titles"])
    desk.surroundings.newClientID = "other"
    try desk.perform { o throws(Refusal) in try o.removeRecipe("slow") }
    #expect(desk.session.clientID == Desk.clientID)
    _ = desk.session.undo()
    _ = desk.session.undo()
    #expect(desk.session.keys == [])
  }

  @Test("a forced branch brings its whole config and takes the feature from the recipe that has it")
  func forcing() throws {
    var desk = Desk()
    try desk.add(Self.rows, Self.titles)
    let before = desk.session
    let operation = try desk.perform { o throws(Refusal) in try o.forceBranch("short", of: "titles") }
    #expect(operation.label == "force short of titles")
    #expect(desk.statuses == ["rows NotEnrolled", "titles Enrolled short"])
    #expect(operation.told == ["enrollment titles short", "enroll_failed rows"])
    #expect(rows(desk) == 5)
    try desk.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(desk.statuses == ["rows Enrolled four", "titles NotEnrolled"])
    #expect(desk.session.forcedBranches.map(\.slug) == ["rows"])
    #expect(rows(desk) == 4)
    try desk.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(desk.statuses == ["rows Enrolled four", "titles NotEnrolled"])
    try desk.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    #expect(desk.statuses == ["rows Enrolled six", "titles NotEnrolled"])
    for _ in 0..<4 { _ = desk.session.undo() }
    #expect(desk.session[.enrollment, "rows"] == before[.enrollment, "rows"])
    #expect(desk.statuses == ["rows Enrolled six", "titles NotEnrolled"])
  }

  @Test("a forced branch leaves rollouts and co-enrolling features alone")
  func noRivals() throws {
    var desk = Desk()
    try desk.add(
      Self.slow, Self.rows, Sample.recipe("a", ["on": ["messages": [:]]]),
      Sample.recipe("b", ["on": ["messages": [:]]], count: 0))
    try desk.perform { o throws(Refusal) in try o.forceBranch("on", of: "b") }
    try desk.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(desk.statuses == ["a Enrolled on", "b Enrolled on", "rows Enrolled four", "slow Enrolled on"])
  }

  @Test("unknown names are refused with the nearest ones")
  func unknown() throws {
    var desk = Desk()
    try desk.add(Self.rows)
    #expect(
      desk.refusal { o throws(Refusal) in try o.forceBranch("four", of: "row") }?.description
        == "there is no recipe `row`; did you mean `rows`?")
    #expect(
      desk.refusal { o throws(Refusal) in try o.forceBranch("fuor", of: "rows") }?.description
        == "there is no branch of rows `fuor`; did you mean `four`?")
  }

  @Test("opting out disqualifies for good, until that is dropped")
  func optingOut() throws {
    var desk = Desk()
    try desk.add(Self.rows)
    let operation = try desk.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(operation.told == ["disqualification rows six"])
    try desk.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(desk.statuses == ["rows Disqualified"])
    #expect(desk.session.overrides == [EntryKey(.branch, "rows")])
    #expect(
      desk.refusal { o throws(Refusal) in try o.optOut(of: "rows") }?.description
        == "the client is not enrolled in `rows`")
    #expect(try desk.perform { o throws(Refusal) in try o.dropAll() }.told == ["enrollment rows six"])
    #expect(desk.statuses == ["rows Enrolled six"])
  }

  @Test("who left a recipe stays out, whoever has its feature afterwards")
  func stayingOut() throws {
    var desk = Desk()
    try desk.add(Self.rows, Sample.recipe("sizes", ["on": ["home": ["rows": 9]]]))
    #expect(desk.statuses == ["rows Enrolled six", "sizes NotEnrolled"])
    try desk.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(desk.statuses == ["rows Disqualified", "sizes Enrolled on"])
    try desk.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(desk.statuses == ["rows Disqualified", "sizes Enrolled on"])
    #expect(try desk.perform { o throws(Refusal) in try o.optOut(of: "sizes") }.told == ["disqualification sizes on"])
    #expect(desk.statuses == ["rows Disqualified", "sizes Disqualified"])
    try desk.perform { o throws(Refusal) in try o.evaluateAnew() }
    #expect(desk.statuses == ["rows Disqualified", "sizes NotEnrolled"])
  }

  @Test("participation ends and begins everything of its kind, but not an experiment that was left")
  func participation() throws {
    var desk = Desk()
    try desk.add(Self.slow, Self.rows)
    for kind in Participation.allCases {
      try desk.perform { o throws(Refusal) in try o.setParticipation(false, in: kind) }
    }
    #expect(desk.statuses == ["rows Disqualified", "slow Disqualified"])
    #expect(
      desk.refusal { o throws(Refusal) in try o.forceBranch("four", of: "rows") }?.description
        == "the client opted out of all experiments")
    for kind in Participation.allCases {
      try desk.perform { o throws(Refusal) in try o.setParticipation(true, in: kind) }
    }
    #expect(desk.statuses == ["rows Disqualified", "slow Enrolled on"])
    #expect(desk.session.count(of: .participation) == 0)
    try desk.perform { o throws(Refusal) in try o.evaluateAnew() }
    #expect(desk.statuses == ["rows Enrolled six", "slow Enrolled on"])
  }

  @Test("an operation knows whom it moved besides, also when it is taken back")
  func moves() throws {
    var desk = Desk()
    try desk.add(Self.rows, Self.titles, Self.slow)
    func told(_ operation: SessionOperation, isUndone: Bool = false) -> [String] {
      operation.enrollmentMoves(isUndone: isUndone).map { move in
        let rest = [move.taker.map { "to \($0)" }, move.wasForced ? "was forced" : nil].compactMap(\.self)
        return ([move.slug, move.old ?? "–", move.new ?? "–"] + rest).joined(separator: " ")
      }
    }
    let taken = try desk.perform { o throws(Refusal) in try o.forceBranch("short", of: "titles") }
    #expect(told(taken) == ["rows six – to titles"])
    #expect(told(taken, isUndone: true) == ["rows – six"])
    let back = try desk.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    #expect(told(back) == ["titles short – to rows was forced"])
    #expect(told(back, isUndone: true) == ["titles – short"])
    let dropped = try desk.perform { o throws(Refusal) in try o.dropBranch(of: "rows") }
    #expect(told(dropped) == ["rows four six"])
    let left = try desk.perform { o throws(Refusal) in try o.optOut(of: "rows") }
    #expect(told(left) == [])
    #expect(told(try desk.perform { o throws(Refusal) in try o.removeRecipe("slow") }) == [])
    let apart = try desk.perform { o throws(Refusal) in try o.setParticipation(false, in: .rollouts) }
    #expect(told(apart) == [])
  }

  @Test("whom a forced branch took the feature from has it again once that is dropped, and nobody took it from that")
  func moveBack() throws {
    var desk = Desk()
    try desk.add(Self.rows, Sample.recipe("sizes", ["on": ["home": ["rows": 9]]]))
    try desk.perform { o throws(Refusal) in try o.forceBranch("on", of: "sizes") }
    let moves = try desk.perform { o throws(Refusal) in try o.dropBranch(of: "sizes") }.enrollmentMoves()
    #expect(moves.map(\.slug) == ["rows", "sizes"] && moves.allSatisfy { $0.taker == nil && !$0.wasForced })
  }

  @Test("a forced branch is left with its whole kind, and stays left after every evaluation") func forcedApart()
    throws
  {
    var desk = Desk()
    try desk.add(Self.rows)
    try desk.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    try desk.perform { o throws(Refusal) in try o.setParticipation(false, in: .experiments) }
    #expect(desk.statuses == ["rows Disqualified"])
    try desk.perform { o throws(Refusal) in try o.setContext("region", to: "DE") }
    #expect(desk.statuses == ["rows Disqualified"])
  }
}
