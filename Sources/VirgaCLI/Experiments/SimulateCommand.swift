import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaTargeting

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Evaluate recipes for many simulated clients and count the results.",
    discussion: """
      Uses all cores; the same seed gives the same result. Ctrl-C stops it and prints the results so \
      far.
      """)

  @OptionGroup var recipeOptions: RecipeOptions
  @OptionGroup var context: ContextOptions

  @Option(help: ArgumentHelp("How many clients.", valueName: "count"))
  var clients = 100_000

  @Option(help: ArgumentHelp("The seed of the random ids.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: FormatOption

  func validate() throws {
    if clients < 1 { throw ValidationError("--clients takes a number of at least 1") }
  }

  /// Prints the counts of each recipe, also of a simulation that was interrupted.
  func run() throws {
    let attributes = try context.attributes()
    if attributes["nimbus_id"] != nil {
      Output.remark(
        "warning: the `nimbus_id` of the context has no effect: each simulated client has its own")
    }
    let client = try context.client(attributes)
    // Targeting may read the attributes of the context besides those of every client.
    let read = try recipeOptions.read(attributes: client.attributes.givenNames)
    let simulation = Simulation(read.recipes, for: client)
    let run = SimulationAtTerminal(simulation, clients: clients, seed: seed)
    let simulated = try run.results()
    output.isJSON ? Output.json(.array(simulated.map(Self.json))) : simulated.forEach(printText)
    if let emptiness = read.emptiness { Output.remark("note: nothing to simulate: \(emptiness)") }
    if let done = run.stoppedAfter {
      Output.remark("stopped after \(done.withCommas) of \(clients.withCommas) clients")
      throw ExitCode.interrupted
    }
    if read.hasErrors { throw ExitCode.problems }
  }

  /// The counts of a recipe: by branch, with the expected shares, and by reason.
  private static func json(_ recipe: SimulatedRecipe) -> JSONValue {
    var branches = JSONObject()
    var expected = JSONObject()
    for branch in recipe.branches {
      branches[branch.slug] = .integer(Int64(branch.count))
      expected[branch.slug] = JSONValue(branch.expectedShare)
    }
    let sortedReasons = recipe.clientCountsByReason.sorted { $0.key < $1.key }
    let reasons = sortedReasons.map { reason, count in
      (reason, JSONValue.integer(Int64(count)))
    }
    // `p` is the probability that chance alone spreads the clients this unevenly.
    return [
      "slug": .string(recipe.slug), "clients": .integer(Int64(recipe.clientCount)),
      "enrolled": .integer(Int64(recipe.enrolledCount)), "branches": .object(branches),
      "expected": .object(expected),
      "p": recipe.pValue.map { JSONValue($0) } ?? .null,
      "reasons": .object(JSONObject(reasons)),
    ]
  }

  /// A smaller p-value is a sample ratio mismatch: chance alone would rarely cause such counts.
  private static let mismatchLimit = 0.001

  /// Prints how many clients were enrolled, the branches, and the reasons of all others.
  private func printText(_ recipe: SimulatedRecipe) {
    Output.line("\(recipe.slug)\(recipe.isRollout ? " (rollout)" : "")")
    Output.line(
      "  enrolled \(Self.percent(recipe.enrolledShare))  "
        + "\(recipe.enrolledCount) of \(recipe.clientCount), "
        + "buckets \(Self.percent(recipe.selectedShare))")
    for branch in recipe.branches {
      let share = recipe.enrolledCount > 0 ? Double(branch.count) / Double(recipe.enrolledCount) : 0
      Output.line(
        "  \(Self.bar(share)) \(Self.percent(share)) \(branch.slug)  \(branch.count), "
          + "expected \(Self.percent(branch.expectedShare))")
    }
    if let p = recipe.pValue {
      let thousandthsInOne = 1_000.0
      let toThreeDecimals = (p * thousandthsInOne).rounded() / thousandthsInOne
      let verdict = p < Self.mismatchLimit ? "  mismatch" : ""
      Output.line("  sample ratio p \(toThreeDecimals)\(verdict)")
    }
    printReasonsAgainst(recipe)
  }

  /// Prints why clients were not enrolled, the most frequent reason first; nothing if all were.
  private func printReasonsAgainst(_ recipe: SimulatedRecipe) {
    // The reasons of a simulation include that of the enrolled clients.
    let enrolledReason = EnrollmentStatus.EnrolledReason.qualified.rawValue
    let others = recipe.clientCountsByReason.filter { $0.key != enrolledReason }
    guard !others.isEmpty else { return }
    let mostFrequentFirst = others.sorted { $0.value > $1.value }
    let counts = mostFrequentFirst.map { "\($0.key) \($0.value)" }.joined(separator: " · ")
    Output.line("  not: \(counts)")
  }

  /// The width of a bar for the share 1, in cells.
  private static let barWidth = 20

  /// A share from 0 to 1 as a bar of full and empty blocks.
  private static func bar(_ share: Double) -> String {
    let full = Int((share * Double(barWidth)).rounded())
    return String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full)
  }

  /// A share from 0 to 1 as a percentage with one decimal, such as `33.3 %`.
  private static func percent(_ share: Double) -> String {
    let tenthsInWhole = 1_000.0
    let tenthsOfPercent = Int((share * tenthsInWhole).rounded())
    let (wholePercent, tenths) = tenthsOfPercent.quotientAndRemainder(dividingBy: 10)
    return "\(wholePercent).\(tenths) %"
  }
}
