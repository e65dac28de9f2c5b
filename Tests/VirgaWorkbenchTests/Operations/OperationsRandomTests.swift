import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Random operations on a session")
struct OperationsRandomTests {
  private static let recipes = [
    Sample.entry("rows", ["four": ["app-menu": ["rows": 4]], "six": ["app-menu": ["rows": 6]]]),
    Sample.entry("titles", ["short": ["app-menu": ["title": "Hi"]]], targeting: "region == 'DE'"),
    Sample.entry(
      "slow", ["on": ["app-menu": ["note": .null]]], isRollout: true,
      targeting: "'app'|eventSum('Days', 9) > 0"),
    Sample.entry("mail", ["on": ["messaging": ["all": ["a": ["rows": 2]]]]]),
    Sample.entry(
      "post", ["on": ["messaging": ["all": ["b": [:]]]]], targeting: "rows_wanted == true"),
  ]

  /// A random operation; many are refused.
  private func attempt(
    _ o: Operations, _ random: inout SeededRandom
  ) throws(Refusal) -> SessionOperation {
    let yes = Bool.random(using: &random)
    let slug = ["rows", "titles", "slow", "mail", "post"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      return try o.setEdit(
        "app-menu", at: ["rows"], to: .integer(Int64.random(in: 0..<4, using: &random)))
    case 1: return try o.setEdit("app-menu", at: ["sections", "bookmarks"], to: .boolean(yes))
    case 2: return try o.dropEdit("app-menu", at: yes ? ["rows"] : ["sections"])
    case 3: return try o.applyText(yes ? #"{"rows": "# : #"{"title": "T"}"#, to: "app-menu")
    case 4: return try o.discardDraft(of: "app-menu")
    case 5, 6:
      return try o.forceBranch(
        ["four", "six", "short", "on"].randomElement(using: &random) ?? "", of: slug)
    case 7: return try o.optOut(of: slug)
    case 8: return try o.dropBranch(of: slug)
    case 9:
      return try o.setPreference(
        "menu-enabled", to: yes ? .boolean(Bool.random(using: &random)) : nil)
    case 10: return try o.setContext(yes ? "region" : "rows_wanted", to: yes ? "DE" : true)
    case 11: return try o.dropContext(yes ? "region" : "rows_wanted")
    case 12: return try o.moveClock(by: Int64.random(in: -9...9, using: &random) * 86_400)
    case 13: return try o.runClock()
    case 14: return try o.setChannel(yes ? "release" : "nightly")
    case 15:
      return try o.setParticipation(
        yes, in: Participation.allCases.randomElement(using: &random) ?? .rollouts)
    case 16: return try o.recordEvent("app")
    case 17:
      return try o.addRecipes(
        Self.recipes.shuffled(using: &random).prefix(2).compactMap(Recipe.init(entry:)))
    case 18: return try o.removeRecipe(slug)
    case 19: return try o.expose(yes ? "app-menu" : "messaging")
    case 20: return try o.dropAll()
    case 21:
      return try o.setConfig(
        BranchFeature("app-menu", in: yes ? "four" : "six", of: "rows"), at: ["rows"],
        to: .integer(Int64.random(in: 5..<8, using: &random)))
    case 22: return try o.dropRecipeChange(of: slug)
    default: return try o.reevaluate()
    }
  }

  private func entries(_ session: Session) -> [EntryKey: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: session.keys.compactMap { key in session[key].map { (key, $0) } })
  }

  private func check(_ driver: SessionDriver) {
    let state = driver.session.enrollments
    for (slug, branch) in driver.session.forcedBranches {
      guard let recipe = driver.session.recipe(slug) else { continue }
      let takesPart = driver.session.takesPart(in: recipe.isRollout ? .rollouts : .experiments)
      #expect(
        !takesPart || state.activeBranch(of: slug) == branch, "\(slug) is forced to \(branch)")
    }
    for recipe in state.recipes where state.activeBranch(of: recipe.slug) != nil {
      #expect(
        state.rivals(of: recipe, coenrolling: ["messaging"]) == [],
        "\(recipe.slug) shares its feature")
    }
    let overridden = driver.session.overrides.count
    #expect(overridden == driver.session.overrideCount)
  }

  @Test("are undone back to the start and redone to the end", arguments: 1...40)
  func undoAndRedo(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var driver = SessionDriver()
    var ends: [[EntryKey: JSONValue]] = []
    var done = 0
    while done < 40 {
      if Int.random(in: 0..<5, using: &random) == 0, driver.session.undo() != nil {
        ends.removeLast()
        if Bool.random(using: &random), driver.session.redo() != nil {
          ends.append(entries(driver.session))
        }
      } else if let operation = try? driver.perform({ o throws(Refusal) in try attempt(o, &random) }
      ) {
        if operation.canBeUndone { ends.append(entries(driver.session)) }
        check(driver)
      }
      done += 1
    }
    let end = driver.session
    for expected in ends.reversed() {
      #expect(entries(driver.session) == expected)
      #expect(driver.session.undo() != nil)
    }
    #expect(driver.session.keys == [])
    for expected in ends {
      #expect(driver.session.redo() != nil)
      #expect(entries(driver.session) == expected)
    }
    #expect(entries(driver.session) == entries(end))
  }

  @Test("yield the same enrollments as a single evaluation when evaluated again", arguments: 1...20)
  func fresh(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 77)
    var driver = SessionDriver()
    for _ in 0..<30 { _ = try? driver.perform { o throws(Refusal) in try attempt(o, &random) } }
    for slug in driver.session.names(of: .branch) {
      try driver.perform { o throws(Refusal) in try o.dropBranch(of: slug) }
    }
    _ = try? driver.perform { o throws(Refusal) in try o.reevaluate() }
    var state = EnrollmentState(
      takesPartInExperiments: driver.session.takesPart(in: .experiments),
      takesPartInRollouts: driver.session.takesPart(in: .rollouts))
    _ = state.apply(driver.session.recipes, for: driver.session.client(in: driver.operationContext))
    #expect(
      driver.session.enrollments.records == state.records
        && driver.session.enrollments.recipes == state.recipes)
  }
}
