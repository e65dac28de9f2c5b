import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// Screen 4: the recipes of the session, and the client's status in them.
package struct Experiments: Sendable {
  /// Sorted by slug.
  var recipeList = ListModel<RecipeRow>()
  var branchList = ListModel<BranchRow>()
  var contextList = ListModel<ContextRow>()
  var reasonScroll = TextScroll()
  var simulationScroll = TextScroll()
  /// The index of the selected completion of the expression.
  var proposal = 0
  /// While it is not empty, it is explained instead of the recipe.
  var expression = FilterField()
  /// The panel to return to when the expression ends.
  var expressionStart: Panel?
  package internal(set) var simulation = SimulationRun()
  /// The extra width of the list of recipes, in columns.
  var listGrowth = 0

  /// Data derived from session, manifest and channel.
  private var known = Derived<Source, Known>()
  /// Data derived from that for the selected recipe or the expression.
  private var answered = Derived<Question, Answer>()
  /// Cached data for each recipe that was selected.
  private var knownAnswers = Derived<Source, [Name: Answer]>()
  /// The last changed attribute and whether it kept the client out.
  private var changedAttribute: (name: String, wasDeciding: Bool)?

  private struct Source: Equatable, Sendable {
    let session: Session
    let unread: [UnreadRecipe]
    let channel: Name?
    let manifest: Workspace.Identity
    /// Times are shown with minute precision.
    let minute: Int64
  }

  private struct Known: Sendable {
    let recipes: [Recipe]
    let enrollments: EnrollmentState
    let client: KnownClient
  }

  private struct Question: Equatable, Sendable {
    let source: Source
    let slug: Name?
    let expression: String
  }

  private struct Answer: Sendable {
    var expression: ExpressionAnswer?
    var reason: EnrollmentReason?
    var plan = EnrollmentPlan()
  }
}

extension Experiments {
  var rows: [RecipeRow] { recipeList.shown }
  var selectedRow: RecipeRow? { recipeList.selected }
  var subjects: [RecipeRow] { recipeList.subjects }
  /// Nil also if the recipe ended.
  var selected: Recipe? { selectedRow.flatMap { recipe($0.slug) } }
  var selectedBranch: Branch? { branchList.selected?.branch }
  var contextRows: [ContextRow] { contextList.items }
  var selectedContext: ContextRow? { contextList.selected }

  var recipes: [Recipe] { known.output?.recipes ?? [] }
  var enrollments: EnrollmentState { known.output?.enrollments ?? EnrollmentState() }
  var reason: EnrollmentReason? { answered.output?.reason }
  var answer: ExpressionAnswer? { answered.output?.expression }
  var plan: EnrollmentPlan { answered.output?.plan ?? EnrollmentPlan() }

  var isAboutExpression: Bool { expression.isTyping || !expression.field.isEmpty }

  func recipe(_ slug: String) -> Recipe? { recipes.first { $0.slug.isSameName(as: slug) } }

  /// Clears the filter if it hides the recipe; returns false if the slug is unknown.
  mutating func select(_ slug: String) -> Bool {
    if recipeList.select(Name(slug)) { return true }
    recipeList.filter = FilterField()
    recipeList.refilter()
    return recipeList.select(Name(slug))
  }

  /// Keeps the cursor on an attribute about to change; if it kept the client out, moves to the next that does.
  mutating func follow(attribute name: String) {
    changedAttribute = (name, contextRows.contains { $0.isDeciding && $0.hasName(name) })
  }
}

// Deriving the state from the session.
extension Experiments {
  mutating func refresh(
    _ session: Session, unread: [UnreadRecipe], in operationContext: OperationContext, manifest: Workspace.Identity
  ) {
    let source = Source(
      session: session, unread: unread, channel: operationContext.channel.map { Name($0) }, manifest: manifest,
      minute: session.now(wall: operationContext.time).seconds / 60)
    let isNew = known.input != source
    let known = known.value(for: source) { _ in
      let enrollments = session.enrollments
      return Known(
        recipes: session.recipes, enrollments: enrollments,
        client: KnownClient(session, enrollments, in: operationContext))
    }
    if isNew {
      recipeList.show(
        RecipeRow.rows(
          known.recipes, known.enrollments, of: known.client, unread: unread, in: operationContext.manifest))
      simulation.compare(with: SimulationInput(session, known.recipes, for: known.client.client))
    }
    let slug = selectedRow.map { Name($0.slug) }
    if let old = answered.input, old.slug != slug { expression = FilterField() }
    let question = Question(source: source, slug: slug, expression: expression.text)
    guard answered.input != question else { return }
    let isOther = answered.input?.slug != slug
    let answer = self.answer(to: question, known, in: operationContext)
    answered = Derived(input: question, output: answer)
    branchList.show(selected.map(BranchRow.rows) ?? [])
    if isOther { branchList.scroll = Scroll() }
    contextList.show(
      known.client.rows(
        reading: answer.expression?.expression ?? selected?.targeting.flatMap { try? Expression($0) },
        deciding: decidingNames,
        isEnrolled: answer.expression == nil ? selectedRow.map(\.isEnrolled) : nil))
    if isOther { contextList.scroll = Scroll() }
    if let (name, wasDeciding) = changedAttribute {
      let next = wasDeciding ? contextRows.first { $0.isDeciding && !$0.hasName(name) } : nil
      let row = next ?? contextRows.first { $0.kind == .attribute && $0.hasName(name) }
      if let row { contextList.select(row.id) }
    }
    changedAttribute = nil
  }

  /// Cached for recipes, as it takes several milliseconds.
  private mutating func answer(to question: Question, _ known: Known, in operationContext: OperationContext) -> Answer {
    guard question.expression.isEmpty, let slug = question.slug?.text else {
      return answer(known, in: operationContext)
    }
    var answers = knownAnswers.input == question.source ? knownAnswers.output ?? [:] : [:]
    if let answer = answers[slug] { return answer }
    let answer = self.answer(known, in: operationContext)
    answers[slug] = answer
    knownAnswers = Derived(input: question.source, output: answers)
    return answer
  }

  private func answer(_ known: Known, in operationContext: OperationContext) -> Answer {
    var answer = Answer()
    if !expression.field.isEmpty { answer.expression = ExpressionAnswer(expression.text, known.client) }
    guard let selected else { return answer }
    let reason = known.enrollments.reason(
      for: selected, client: known.client.client, seeing: known.client.context, known.client.owners)
    answer.reason = reason
    answer.plan = EnrollmentPlan(selected, reason, in: known.client.session, operationContext)
    return answer
  }

  /// The missing attributes that prevent the evaluation of recipes, by slug.
  static func lacks(
    of recipes: [Recipe], _ enrollments: EnrollmentState, _ context: TargetingContext
  ) -> [Name: String] {
    let lacks = recipes.compactMap { recipe -> (String, String)? in
      guard case .error? = enrollments.records[recipe.slug], let targeting = recipe.targeting else { return nil }
      let explanation = (try? Expression(targeting))?.explained(in: context, mustBeBoolean: true)
      return (explanation?.lacking.first).map { (recipe.slug, $0) }
    }
    return Dictionary(naming: lacks) { first, _ in first }
  }

  /// The attributes that keep the client out, or that decided the typed expression.
  var decidingNames: Set<Name> {
    if let answer {
      let explanation = answer.explanation
      return explanation?.fix == nil && explanation?.obstacle == nil ? [] : explanation?.attributesRead ?? []
    }
    guard let gates = reason?.gates, selectedRow?.isEnrolled != true else { return [] }
    return gates.filter { !$0.passes }.reduce(into: []) { $0.formUnion(names(deciding: $1.kind)) }
  }

  private func names(deciding gate: Gate.Kind) -> Set<Name> {
    switch gate {
    case .targeting: reason?.targeting?.attributesRead ?? []
    case .channel: ["channel"]
    case .appName: ["app_name"]
    case .clientID, .buckets: ["nimbus_id"]
    case .features, .labs, .participation, .enrollment, .branch: []
    }
  }

  mutating func goToDecidingContext() {
    if let row = contextRows.first(where: \.isDeciding) { contextList.select(row.id) }
  }
}

extension Explanation {
  fileprivate var attributesRead: Set<Name> {
    decisions.reduce(into: []) { names, decision in
      names.formUnion((try? Expression(decision.text))?.attributeNames ?? [])
    }
  }
}
