import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Screen 4: the recipes of the session, and the client's status in them.
package struct Experiments: Sendable {
  /// Sorted by slug.
  var recipeList = ListModel<RecipeRow>()
  /// The recipe with the longest text in the list.
  private(set) var longest: RecipeRow?
  var branchList = ListModel<BranchRow>()
  var contextList = ListModel<ContextRow>()
  /// While it is not empty, it is explained instead of the recipe.
  var expression = FilterField()
  /// The index of the selected completion of the expression.
  var proposal = 0
  /// The panel to return to when the expression ends.
  var expressionStart: Panel?
  package internal(set) var simulation = SimulationRun()

  // Derived from the session.
  private(set) var reason: EnrollmentReason?
  private(set) var plan = EnrollmentPlan()
  /// What else there is to know about the recipe: its config, and whether it was exposed.
  private(set) var notes: [ReasonPanel.Note] = []
  private(set) var answer: ExpressionAnswer?
  private var client: KnownClient?
  private var sources = Derived<Void>()
  private var question = Derived<Void>()
  /// The plans made since the session changed, by slug: each evaluates all recipes again, a quarter of a key's time.
  private var plans: [Name: EnrollmentPlan] = [:]
  /// The slug of the recipe that reason and plan are about.
  private var subject: Name?

  /// What the text is if it is an expression, with the value of every part, and what is or looks wrong in it.
  typealias ExpressionAnswer = (expression: Expression?, explanation: Explanation?, problems: [Problem])

  var selectedRow: RecipeRow? { recipeList.selected }
  /// Nil also if the recipe ended.
  var selected: Recipe? { selectedRow?.recipe }
  var recipes: [Recipe] { recipeList.items.compactMap(\.recipe) }

  var isAboutExpression: Bool { expression.isTyping || !expression.field.isEmpty }

  /// Clears the filter if it hides the recipe; returns false if the slug is unknown.
  mutating func select(_ slug: String) -> Bool {
    if recipeList.select(Name(slug)) { return true }
    recipeList.filter = FilterField()
    recipeList.refilter()
    return recipeList.select(Name(slug))
  }

  // Deriving the state from the session.

  mutating func refresh(in model: Model) {
    let (session, operationContext) = (model.session, model.operationContext)
    // Times are shown with minute precision.
    let minute = session.now(wall: operationContext.time).seconds / 60
    let isNew = sources.isNew([
      session, minute, operationContext.channel.map { Name($0) }, model.problems.unreadRecipes,
      model.findings.mismatches, model.workspace.identity,
    ])
    if isNew { (client, plans) = (KnownClient(session, in: operationContext), [:]) }
    guard let client else { return }
    if isNew {
      recipeList.show(RecipeRow.rows(of: client, in: model))
      longest = recipeList.items.max { $0.length < $1.length }
    }
    let row = selectedRow
    let isOther = subject != row?.id
    if isOther, question.output != nil { expression = FilterField() }
    subject = row?.id
    guard question.isNew([subject, expression.text] + sources.inputs) else { return }
    let recipe = selected
    reason =
      recipe.map { client.enrollments.reason(for: $0, client: client.client, seeing: client.context, client.owners) }
      ?? row.flatMap { client.enrollments.endedReason($0.slug) }
    answer = expression.field.isEmpty ? nil : Self.answer(expression.text, client, model.options.attributes)
    (plan, notes) = (EnrollmentPlan(), [])
    if let recipe, let reason {
      plan = plans[recipe.slug] ?? EnrollmentPlan(recipe, reason, in: session, operationContext)
      plans[recipe.slug] = plan
      notes = ReasonPanel.notes(on: recipe, branch: row?.branch, in: model)
    }
    branchList.show(recipe.map(BranchRow.rows) ?? [])
    contextList.show(
      client.rows(
        reading: answer?.expression ?? recipe?.targeting.flatMap { try? Expression($0) }, deciding: decidingNames,
        isEnrolled: answer == nil ? row?.isEnrolled : nil))
    if isOther { (branchList.scroll, contextList.scroll) = (Scroll(), Scroll()) }
  }

  /// - Parameter configured: The attributes that the configuration adds.
  private static func answer(
    _ text: String, _ known: KnownClient, _ configured: Set<Name>
  ) -> ExpressionAnswer {
    do {
      let expression = try Expression(text)
      let names = known.client.attributes.givenNames.union(configured)
      let problems = expression.problems(knowing: names, app: known.client.attributes.appName, isTargeting: false)
      return (expression, expression.explained(in: known.context), problems)
    } catch {
      return (nil, nil, error.all)
    }
  }

  /// The attributes that keep the client out, or that decided the typed expression.
  private var decidingNames: Set<Name> {
    if let answer {
      let explanation = answer.explanation
      return explanation?.fix == nil && explanation?.obstacle == nil ? [] : explanation?.attributesRead ?? []
    }
    guard let gates = reason?.gates, selectedRow?.isEnrolled != true else { return [] }
    return gates.filter { !$0.passes }.reduce(into: []) { names, gate in
      switch gate.kind {
      case .targeting: names.formUnion(reason?.targeting?.attributesRead ?? [])
      case .channel: names.insert("channel")
      case .appName: names.insert("app_name")
      case .clientID, .buckets: names.insert("nimbus_id")
      case .features, .labs, .participation, .enrollment, .branch: break
      }
    }
  }

  // The completion of the expression that is being typed.

  static let completionCommand = Command("complete-expression", "complete") { model, _ in
    let screen = model.experiments
    guard let chosen = screen.proposals.prefix(screen.proposal + 1).last?.argument else { return [] }
    for _ in screen.lastWord { model.experiments.expression.field.perform(.delete(.left)) }
    model.experiments.expression.field.insert(chosen)
    return model.lineChanged()
  }
  .in(.typing(.expression)).keys("Tab").hint(1)
  .when { $0.experiments.proposals.isEmpty ? .refused(.nothingToComplete) : .applies() }
  .help("Inserts the selected attribute or transform from the list below the expression.")

  private static let maxProposals = 5

  /// Transforms after `|`, else attributes; prefix matches first.
  var proposals: [Command.Completion] {
    let (word, rest) = (lastWord, expression.field.beforeCaret.dropLast(lastWord.count))
    guard expression.isTyping, !word.isEmpty, rest.count(where: { $0 == "'" || $0 == "\"" }).isMultiple(of: 2),
      rest.last != "."
    else { return [] }
    let wanted = word.lowercased()
    let found = (rest.last == "|" ? Self.transforms : attributes).filter {
      $0.argument != word && $0.argument.lowercased().contains(wanted)
    }
    let begun = found.filter { $0.argument.lowercased().hasPrefix(wanted) }
    return Array((begun + found.filter { !$0.argument.lowercased().hasPrefix(wanted) }).prefix(Self.maxProposals))
  }

  mutating func moveInProposals(by step: Int) {
    proposal = min(max(proposal + step, 0), max(proposals.count - 1, 0))
  }

  private var lastWord: String {
    let text = expression.field.beforeCaret
    let start = text.lastIndex { !($0.isLetter || $0.isNumber || $0 == "_") }.map(text.index(after:))
    let word = text[(start ?? text.startIndex)...]
    return word.first?.isNumber == true ? "" : String(word)
  }

  private var attributes: [Command.Completion] {
    let app = client?.client.attributes.appName
    let known: [Command.Completion] = KnownAttribute.all(of: app).map { ($0.name, $0.meaning) }
    let names = Set(known.map(\.argument))
    let others = contextList.items.filter { $0.id.kind == .context && !names.contains($0.name) }
    return known + others.map { ($0.name, $0.value ?? "undefined") }
  }

  private static let transforms: [Command.Completion] = Transform.allCases.map { transform in
    let usage =
      switch transform {
      case .versionCompare: "of a version: app_version|versionCompare('121.!') >= 0"
      case .eventSum: "how often: 'app_opened'|eventSum('Days', 28, 0) > 2"
      case .eventCountNonZero: "in how many intervals: 'app_opened'|eventCountNonZero('Days', 28, 0) > 2"
      case .eventAveragePerInterval: "how often in an interval: 'app_opened'|eventAveragePerInterval('Days', 28, 0)"
      case .eventAveragePerNonZeroInterval: "the same, counting only intervals with events"
      case .eventLastSeen: "how long ago: 'app_opened'|eventLastSeen('Days') < 7"
      case .preferenceIsUserSet: "whether the user set it: 'browser.startup'|preferenceIsUserSet"
      case .bucketSample: "whether an id falls into buckets: nimbus_id|bucketSample(0, 100, 10000)"
      }
    return (transform.rawValue, usage)
  }
}

extension Explanation {
  fileprivate var attributesRead: Set<Name> {
    decisions.reduce(into: []) { $0.formUnion((try? Expression($1.text))?.attributeNames ?? []) }
  }
}
