package import VirgaExperiments
package import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// Screen 4: the recipes of the session, and what becomes of them for its client.
package struct Experiments: Equatable, Sendable {
  /// The filter of the recipes.
  package var filter = FilterField()
  /// The list of recipes.
  package var list = Scroll()
  /// The slugs of the recipes that are marked.
  package internal(set) var marked: NameSet = []
  /// The branches of the selected recipe.
  package var branches = Scroll()
  /// What is known of the client.
  package var context = Scroll()
  /// The first line that is seen of why the client is in a recipe or not.
  var reasonTop = 0
  /// The first line that is seen of the simulation's shares.
  var simulationTop = 0
  /// Which of the words is chosen that the expression can go on with.
  var proposal = 0
  /// The expression that is typed in; while there is one, it is explained instead of the recipe.
  package var expression = FilterField()
  /// The panel in which the expression was begun, and to which leaving it goes back.
  var expressionStart: Panel?
  /// The simulation that runs or ran last.
  package internal(set) var simulation = SimulationRun()
  /// How much wider, in columns, the person made the list of recipes.
  var listGrowth = 0

  /// The recipes that pass the filter, sorted by slug.
  package private(set) var rows: [RecipeRow] = []
  /// How many columns the words of the rows take at most.
  private(set) var words = RecipePanel.WordColumns()
  /// How many there are.
  private(set) var total = 0
  /// What is known of the client, a row each.
  package private(set) var contextRows: [ContextRow] = []
  /// Why the client is in the selected recipe or not.
  package private(set) var reason: EnrollmentReason?
  /// What became of the expression that is typed in.
  private(set) var answer: ExpressionAnswer?
  /// What to change so that the client enrolls in the selected recipe, as far as that is plain.
  private(set) var fitting = Fitting()

  private(set) var recipes: [Recipe] = []
  private(set) var enrollments = EnrollmentState()
  private var all: [RecipeRow] = []
  /// Where each recipe stands among the recipes, by slug.
  private var places: NameTable<Int> = [:]
  private var client: KnownClient?
  private var reasonText: ReasonText?
  /// What was found for recipes that were looked at, by slug, until the client changes.
  private var verdicts: NameTable<Verdict> = [:]
  /// Whether the attribute that was changed last kept the client out.
  private var wasDeciding = false
  /// The attribute that was changed last, until the rows are found again.
  private var changedAttribute: String?
  /// What became of recipes that could not be evaluated, by slug.
  private var lacks: NameTable<Lack> = [:]
  private var seen: Seen?

  /// A screen without recipes.
  package init() {}

  /// The attribute without which a recipe cannot be evaluated, as long as it ends in the same error.
  private struct Lack: Equatable, Sendable {
    var error: String
    var attribute: String?
  }

  private struct Seen: Equatable, Sendable {
    var source: Source
    var slug: ExactText?
    var expression: String
  }

  /// What the client follows from, whatever is looked at.
  private struct Source: Equatable, Sendable {
    var session: Session
    /// The recipes that could not be read, which are listed with those of the session.
    var unread: [UnreadRecipe]
    var channel: String?
    var generation: Int
    /// What is shown of the time; so long, what was found holds.
    var minute: Int64
  }

  /// What is shown of a recipe, so that who goes up and down the list does not wait for it twice.
  private struct Verdict: Equatable, Sendable {
    var reason: EnrollmentReason?
    var contextRows: [ContextRow]
    var fitting: Fitting
    var text: ReasonText?
  }

  /// The lines of the reason in a panel, until anything changes that they depend on.
  private struct ReasonText: Equatable, Sendable {
    var columns: Int
    var isTyping: Bool
    var lines: [StyledLine]
  }

  /// Whether an expression that was typed in is explained instead of a recipe.
  var isAboutExpression: Bool { expression.isTyping || !expression.field.isEmpty }

  /// The recipe under the cursor.
  package var selectedRow: RecipeRow? { rows.indices.contains(list.cursor) ? rows[list.cursor] : nil }

  /// The recipes that a command acts on: those that are marked, else the one under the cursor.
  package var subjects: [RecipeRow] {
    marked.isEmpty ? selectedRow.map { [$0] } ?? [] : all.filter { marked.contains($0.slug) }
  }

  /// The recipe under the cursor; nil also where it ended and is gone.
  package var selected: Recipe? { selectedRow.flatMap { recipe($0.slug) } }

  /// A recipe as it was read; nil where there is none, or it ended and is gone.
  func recipe(_ slug: String) -> Recipe? { places[slug].map { recipes[$0] } }

  /// The rows of all recipes, by slug.
  var rowsBySlug: NameTable<RecipeRow> { NameTable(all.lazy.map { ($0.slug, $0) }) { first, _ in first } }

  /// The branch under the cursor.
  package var selectedBranch: Branch? {
    guard let recipe = selected, recipe.branches.indices.contains(branches.cursor) else { return nil }
    return recipe.branches[branches.cursor]
  }

  /// What is known of the client under the cursor.
  package var selectedContext: ContextRow? {
    contextRows.indices.contains(context.cursor) ? contextRows[context.cursor] : nil
  }
}

extension Experiments {
  /// Takes over what changed in the session and around it.
  mutating func refresh(
    _ session: Session, unread: [UnreadRecipe], in surroundings: Surroundings, generation: Int
  ) {
    let minute = session.now(wall: surroundings.time).seconds / 60
    let source = Source(
      session: session, unread: unread, channel: surroundings.channel, generation: generation, minute: minute)
    let client = client(of: source, in: surroundings)
    let now = Seen(source: source, slug: selectedRow.map { ExactText($0.slug) }, expression: expression.text)
    guard now != seen else { return }
    if seen?.source != source { verdicts = [:] }
    let isSameRecipe = seen?.slug == now.slug
    if !isSameRecipe {
      branches = Scroll()
      reasonTop = 0
      simulationTop = 0
    }
    seen = now
    let sentence = reason?.sentence
    find(for: client, in: surroundings)
    if reason?.sentence != sentence { reasonTop = 0 }
    if let name = changedAttribute { followAttribute(name) }
    changedAttribute = nil
    wasDeciding = false
  }

  /// Finds what is shown of the selected recipe, or of the expression that is typed in.
  private mutating func find(for client: KnownClient, in surroundings: Surroundings) {
    answer = expression.field.isEmpty ? nil : ExpressionAnswer(expression.text, client)
    if answer == nil, let known = selectedRow.flatMap({ verdicts[$0.slug] }) {
      (reason, contextRows, fitting, reasonText) = (known.reason, known.contextRows, known.fitting, known.text)
      return
    }
    reason = selected.map { enrollments.reason(for: $0, client: client.client, seeing: client.context, client.owners) }
    let expression = answer?.expression ?? selected?.targeting.flatMap { try? Expression($0) }
    contextRows = client.rows(
      reading: expression, deciding: decidingNames,
      isEnrolled: answer == nil ? selectedRow.map { $0.status?.activeBranch != nil } : nil)
    fitting =
      selected.flatMap { recipe in
        reason.map { Fitting(recipe, $0, in: client.session, surroundings) }
      } ?? Fitting()
    reasonText = nil
    if answer == nil, let slug = selectedRow?.slug {
      verdicts[slug] = Verdict(reason: reason, contextRows: contextRows, fitting: fitting)
    }
  }

  /// The client of a session, the one that is known where nothing changed; another session brings other recipes along.
  private mutating func client(of source: Source, in surroundings: Surroundings) -> KnownClient {
    if let client, source == seen?.source { return client }
    let session = source.session
    let isOther = seen?.source.session != session
    if isOther {
      recipes = session.recipes
      places = NameTable(recipes.indices.lazy.map { [recipes] in (recipes[$0].slug, $0) }) { first, _ in first }
      enrollments = session.enrollments
    }
    let client = KnownClient(session, enrollments, in: surroundings)
    self.client = client
    if isOther || source.generation != seen?.source.generation || source.unread != seen?.source.unread {
      findLacks(client.context)
      all = RecipeRow.rows(
        recipes, enrollments, session, lacking: lacks.compactMapValues(\.attribute), unread: source.unread,
        in: surroundings.manifest)
      total = all.count
      narrow()
    }
    if isOther || source.channel != seen?.source.channel || source.generation != seen?.source.generation {
      simulation.compare(with: SimulationBasis(session, recipes, for: client.client))
    }
    return client
  }

  /// The lines that were kept of the reason, in a panel so wide; nil where they have to be made.
  func reasonLines(columns: Int) -> [StyledLine]? {
    guard let reasonText, reasonText.columns == columns, reasonText.isTyping == expression.isTyping else { return nil }
    return reasonText.lines
  }

  /// Keeps the lines of the reason, so that each is made once for what it depends on.
  mutating func keepReason(_ lines: [StyledLine], columns: Int) {
    guard reasonLines(columns: columns) == nil else { return }
    let text = ReasonText(columns: columns, isTyping: expression.isTyping, lines: lines)
    reasonText = text
    if answer == nil, let slug = selectedRow?.slug { verdicts[slug]?.text = text }
  }

  /// Puts the cursor of the context on an attribute that is about to change, wherever it will stand then.
  ///
  /// One that kept the client out makes room for the next one that does.
  mutating func follow(attribute name: String) {
    changedAttribute = name
    wasDeciding = contextRows.contains { $0.isDeciding && $0.isCalled(name) }
  }

  private mutating func followAttribute(_ name: String) {
    let next = wasDeciding ? contextRows.firstIndex { $0.isDeciding && !$0.isCalled(name) } : nil
    let place = next ?? contextRows.firstIndex { $0.kind == .attribute && $0.isCalled(name) }
    if let place { context.cursor = place }
  }

  /// Finds what the recipes lack that could not be evaluated; those that end in the same error as before lack the same.
  private mutating func findLacks(_ context: TargetingContext) {
    let known = lacks
    lacks = [:]
    for recipe in recipes {
      guard case .error(let text)? = enrollments.records[recipe.slug], let targeting = recipe.targeting else {
        continue
      }
      if let lack = known[recipe.slug], lack.error == text,
        lack.attribute.map({ (context.attributes[$0] ?? .null) == .null }) ?? true
      {
        lacks[recipe.slug] = lack
      } else {
        let explanation = (try? Expression(targeting))?.explained(in: context, mustBeBoolean: true)
        lacks[recipe.slug] = Lack(error: text, attribute: explanation?.lacking.first)
      }
    }
  }

  /// Finds the recipes that pass the filter; the one under the cursor keeps it where it passes.
  mutating func narrow() {
    let slug = selectedRow?.slug
    let wanted = Filter(filter.text)
    rows = all.filter { wanted.containsWhole($0.slug) || wanted.containsWhole($0.word) }
    if rows.isEmpty { rows = all.filter { wanted.score($0.slug) != nil || wanted.score($0.word) != nil } }
    words = RecipePanel.WordColumns(rows)
    if let slug, let place = rows.firstIndex(where: { $0.isCalled(slug) }) { list.cursor = place }
  }

  /// Puts the cursor on a recipe; false where there is none of that slug.
  mutating func select(_ slug: String) -> Bool {
    if !rows.contains(where: { $0.isCalled(slug) }) {
      filter = FilterField()
      narrow()
    }
    guard let place = rows.firstIndex(where: { $0.isCalled(slug) }) else { return false }
    list.cursor = place
    return true
  }
}
