import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The panels of screen 4, and what common keys do with recipes.
extension ExperimentsScreen: ConsoleScreen {
  static let path: ModelPath<ExperimentsScreen> = \.experiments
  static let views: [any PanelView] = [
    RecipePanel(), ReasonPanel(), BranchPanel(), ContextPanel(), SimulationPanel(),
  ]

  /// The list of recipes on the left and the other panels on the right; in a narrow terminal, only
  /// the panel with the focus.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    guard model.layout.arrangement == .beside else { return [model.focus: body] }
    let left = Self.listColumns(in: body.columns, of: model)
    let right = body.droppingLeft(left)
    let isTall = body.rows >= Self.minRowsOfAllPanels
    var areas = isTall ? Self.tallAreas(in: right, of: model) : Self.lowAreas(in: right, of: model)
    areas[.recipes] = body.left(left)
    return areas
  }

  /// In a lower terminal, only one panel is below the reason.
  private static let minRowsOfAllPanels = 30

  /// The areas beside the list in a low terminal: the reason and one panel below it.
  ///
  /// With the focus on the recipes or the reason, the other panel yields its rows, and is left out,
  /// so that the answer is whole.
  private static func lowAreas(in right: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let lower: Panel = [.context, .simulation].contains(model.focus) ? model.focus : .branches
    let needsReason = [.recipes, .reason].contains(model.focus)
    let wanted = needsReason ? ReasonPanel().wantedAnswerRows(model, columns: right.columns) : 0
    guard wanted <= right.rows - minLowerRows else { return [.reason: right] }
    let rows = max(minLowerRows, min(right.rows * 45 / 100, right.rows - wanted))
    return [.reason: right.droppingBottom(rows), lower: right.bottom(rows)]
  }

  /// The areas beside the list in a tall terminal, from top to bottom: reason, branches, context
  /// and simulation.
  ///
  /// In a wide one, branches and context are side by side.
  private static func tallAreas(in right: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let run = model.experiments.simulation
    let isSimulated = run.isRunning || !run.results.isEmpty
    let simulation =
      isSimulated
      ? max(7, right.rows * 22 / 100)
      : SimulationPanel().wantedRows(model, columns: right.columns)
    let above = right.droppingBottom(simulation)
    var areas: [Panel: Rectangle] = [.simulation: right.bottom(simulation)]
    // Side by side, names would be cut in a narrow area, and rows would be blank in a tall one.
    let isStacked = right.columns < 100 || right.rows >= 50
    guard isStacked else {
      let lowerRows = max(12, right.rows * 32 / 100)
      let lower = above.bottom(lowerRows)
      let branchColumns = right.columns * 52 / 100
      areas[.reason] = above.droppingBottom(lowerRows)
      areas[.branches] = lower.left(branchColumns)
      areas[.context] = lower.droppingLeft(branchColumns)
      return areas
    }
    let contextRows = max(minLowerRows, right.rows * 28 / 100)
    let branchRows = min(
      model.experiments.branchList.count + rowsBesideBranches, right.rows * 30 / 100)
    areas[.reason] = above.droppingBottom(branchRows + contextRows)
    areas[.branches] = above.droppingBottom(contextRows).bottom(branchRows)
    areas[.context] = above.bottom(contextRows)
    return areas
  }

  /// The border, the head with the bar of buckets and the column heads.
  private static let rowsBesideBranches = 7
  /// The minimum number of rows for a panel below the reason.
  private static let minLowerRows = 8

  /// The border, the mark and the gate of a recipe.
  private static let columnsBesideSlug = 20
  /// As many columns as the reason and the branches use.
  private static let columnsOfPanelsBeside = 110

  /// The width of the list of recipes, border included.
  ///
  /// With the focus it is so wide that slugs are whole, up to half of the columns. Without it, it
  /// gets three tenths of them, or more if the panels beside it have all that they use: of 200
  /// columns, a list that needs 70 for its slugs gets 70 in both cases, of 100 it gets 52 and 30.
  private static func listColumns(in columns: Int, of model: Model) -> Int {
    let usual = min(max(columns * 36 / 100, minimumList), widestUsualList)
    let wholeSlugs = model.layers.longestSlug + columnsBesideSlug
    if model.focus == .recipes { return min(max(usual, wholeSlugs), columns * 52 / 100) }
    let unused = columns - columnsOfPanelsBeside
    return max(min(usual, columns * 30 / 100), min(wholeSlugs, unused))
  }

  /// The usual width of the list, in a narrow and in a wide terminal.
  private static let minimumList = 34
  private static let widestUsualList = 48

  func currentName(_ shared: Shared) -> String? { selectedRow?.slug }

  mutating func select(_ name: String, _ shared: Shared) { _ = select(name) }

  mutating func clear(_ shared: Shared) -> Outcome {
    simulation.isRunning ? stopSimulation(shared) : clearList(shared)
  }

  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    guard case .simulation(let number, let done, let results) = event else { return nil }
    return store(results, ofSimulation: number, done: done, shared)
  }

  func feature(_ shared: Shared) -> String? { selected?.featureIDs.first }

  func features(_ shared: Shared) -> [String] { Self.features(of: list.subjects) }

  /// The features of some recipes, each once.
  private static func features(of rows: [RecipeRow]) -> [String] {
    rows.flatMap { $0.recipe?.featureIDs ?? [] }.withoutRepeats
  }

  /// The features of the marked recipes, or of the one under the cursor, to expose; or why there
  /// are none.
  ///
  /// Only those of recipes in which the client is enrolled: an exposure of another feature would be
  /// attributed to another recipe.
  func exposed(_ shared: Shared) -> Result<[String], Refusal> {
    let rows = list.subjects
    guard let first = rows.first else { return .failure(Refusal(.noRecipeSelected)) }
    if rows.count == 1, first.unread != nil { return .failure(Refusal(first.absence(shared))) }
    let enrolled = rows.filter(\.isEnrolled)
    guard enrolled.isEmpty else {
      let ids = Self.features(of: enrolled)
      return ids.isEmpty ? .failure(Refusal(.configuresNoFeature(first.slug))) : .success(ids)
    }
    guard rows.count == 1 else { return .failure(Refusal(.notEnrolled(in: nil))) }
    let owners = Self.features(of: rows).compactMap { id in
      shared.layers.enrolled[id]?.counting.last.map {
        (feature: id, slug: $0.slug, branch: $0.branch)
      }
    }
    return .failure(Refusal(.notEnrolled(in: first.slug, but: owners)))
  }

  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    switch model.focus {
    case .context: Self.copyContext(part, in: model)
    case .branches: Self.copyBranch(part, in: model)
    default: Self.copyRecipe(part, in: model)
    }
  }

  private static func copyRecipe(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let row = model.experiments.selectedRow else { return .nothing(.noRecipeSelected) }
    let slug = row.slug
    switch part {
    case .value: return .text("the client's status in \(slug)") { row.branch ?? row.word }
    case .id:
      let id = row.unread?.slug ?? slug
      return .text("the slug \(id)") { id }
    case .json:
      guard let recipe = model.experiments.selected else {
        return .nothing(row.absence(model.shared))
      }
      return .text("the recipe \(slug)") { JSONValue.object(recipe.json).pretty() }
    case .command:
      guard let branch = row.branch else { return .nothing(.notEnrolled(in: slug)) }
      return copyForcing(branch, of: slug, in: model)
    }
  }

  private static func copyBranch(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let recipe = model.experiments.selected,
      let branch = model.experiments.branchList.selected?.branch
    else {
      return .nothing(.noBranchSelected)
    }
    let configs = branch.features.map { ($0.featureID, JSONValue.object($0.value)) }
    switch part {
    case .value, .json:
      return .text("the configs of \(branch.slug)") {
        JSONValue.object(JSONObject(configs)).pretty()
      }
    case .id: return .text("\(recipe.slug)=\(branch.slug)") { "\(recipe.slug)=\(branch.slug)" }
    case .command: return copyForcing(branch.slug, of: recipe.slug, in: model)
    }
  }

  private static func copyForcing(_ branch: String, of slug: String, in model: Model) -> CopyResult
  {
    .text("the command that forces \(branch) of \(slug)") {
      model.options.sessionCommand(["branch", "force"], ["--", slug, branch])
    }
  }

  private static func copyContext(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let row = model.experiments.contextList.selected else {
      return .nothing(.noAttributeSelected)
    }
    let written = model.session[.context, row.name]
    switch part {
    case .value:
      guard let value = written?.copied ?? row.value else {
        return .nothing(.attributeUndefined(row.name))
      }
      return .text("the value of \(row.name)") { value }
    case .id: return .text("the name \(row.name)") { row.name }
    case .json:
      let context = model.session.attributes(in: model.operationContext)
      return .text("the attributes of the client") {
        JSONValue.object(
          JSONObject(named: context.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        ).pretty()
      }
    case .command:
      guard row.id.kind == .context, let written else {
        return .nothing(.attributeNotSet(row.name))
      }
      return .text("the command that sets \(row.name)") {
        model.options.sessionCommand(["context", "set"], ["--", row.name, written.compact])
      }
    }
  }
}

extension Panel {
  static let recipes = Panel(name: "recipes", screen: .experiments, title: "Recipes")
  static let reason = Panel(name: "why", screen: .experiments, title: "Why")
  static let branches = Panel(name: "branches", screen: .experiments, title: "Bucket")
  static let context = Panel(name: "context", screen: .experiments, title: "Context")
  /// A simulation of many clients.
  package static let simulation = Panel(
    name: "simulation", screen: .experiments, title: "Simulation")
}
