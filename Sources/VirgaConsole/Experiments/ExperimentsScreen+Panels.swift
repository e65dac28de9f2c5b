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
    guard model.layout.arrangement == .severalPanels else { return [model.focus: body] }
    let listColumns = Self.listColumns(in: body.columns, of: model)
    let right = body.droppingLeft(listColumns)
    let isTall = body.rows >= Self.minRowsOfAllPanels
    var areas = isTall ? Self.tallAreas(in: right, of: model) : Self.lowAreas(in: right, of: model)
    areas[.recipes] = body.left(listColumns)
    return areas
  }

  /// The fewest rows in which all panels are shown; with fewer, only one is below the reason.
  private static let minRowsOfAllPanels = 30

  /// The areas beside the list in a low terminal: the reason and one panel below it.
  ///
  /// The lower panel is the one with the focus, or else the branches. Its rows depend only on the
  /// size, so that the border stays where it is: of 21 rows it gets 9.
  private static func lowAreas(in right: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let lower: Panel = [.context, .simulation].contains(model.focus) ? model.focus : .branches
    let lowerRows = max(minRowsBelowReason, right.rows * percentBelowReason / 100)
    return [.reason: right.droppingBottom(lowerRows), lower: right.bottom(lowerRows)]
  }

  /// The areas beside the list in a tall terminal: the reason at the top, the simulation at the
  /// bottom, branches and context between them, side by side or one above the other.
  private static func tallAreas(in right: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let simulationRows = simulationRows(in: right, of: model)
    let above = right.droppingBottom(simulationRows)
    // Side by side, names would be cut in a narrow area, and rows would be blank in a tall one.
    let isNarrow = right.columns < minColumnsSideBySide
    let isVeryTall = right.rows > maxRowsSideBySide
    // Panels get a percentage of all rows, those of the simulation included.
    var areas =
      isNarrow || isVeryTall
      ? stackedAreas(in: above, percentagesOf: right.rows, of: model)
      : sideBySideAreas(in: above, percentagesOf: right.rows)
    areas[.simulation] = right.bottom(simulationRows)
    return areas
  }

  /// The rows of the simulation, border included.
  ///
  /// The panel has the same height while a simulation runs and with its results, or more if they
  /// need it, up to a limit. Before the first simulation, it is only as high as the hint in it.
  private static func simulationRows(in right: Rectangle, of model: Model) -> Int {
    let run = model.experiments.simulation
    let isSimulated = run.isRunning || !run.results.isEmpty
    let wantedRows = SimulationPanel().rowsWithRoomForOutdatedNote(model, columns: right.columns)
    guard isSimulated else { return wantedRows }
    let usualRows = max(minSimulationRows, right.rows * simulationPercent / 100)
    let mostRows = right.rows * mostSimulationPercent / 100
    return max(usualRows, min(wantedRows, mostRows))
  }

  /// The areas of the reason and below it, side by side, of branches and context.
  ///
  /// - Parameters:
  ///   - area: The area of the three panels.
  ///   - rows: The rows of these panels and of the simulation, of which the lower ones get a
  ///     percentage.
  private static func sideBySideAreas(
    in area: Rectangle, percentagesOf rows: Int
  ) -> [Panel: Rectangle] {
    let lowerRows = max(minSideBySideRows, rows * sideBySidePercent / 100)
    let lower = area.bottom(lowerRows)
    let branchColumns = lower.columns * branchPercentOfColumns / 100
    return [
      .reason: area.droppingBottom(lowerRows), .branches: lower.left(branchColumns),
      .context: lower.droppingLeft(branchColumns),
    ]
  }

  /// The areas of reason, branches and context, from top to bottom.
  ///
  /// The context gets a percentage of `rows`, the branches as many as they need up to another
  /// percentage, and the reason what is left of the area.
  ///
  /// - Parameters:
  ///   - area: The area of the three panels.
  ///   - rows: The rows of these panels and of the simulation below them.
  private static func stackedAreas(
    in area: Rectangle, percentagesOf rows: Int, of model: Model
  ) -> [Panel: Rectangle] {
    let contextRows = rows * contextPercent / 100
    let rowsOfAllBranches = model.experiments.branchList.count + rowsBesideBranches
    let branchRows = min(rowsOfAllBranches, rows * mostBranchPercent / 100)
    return [
      .reason: area.droppingBottom(branchRows + contextRows),
      .branches: area.droppingBottom(contextRows).bottom(branchRows),
      .context: area.bottom(contextRows),
    ]
  }

  /// The border, the head with the bar of buckets and the column heads.
  private static let rowsBesideBranches = 7
  /// The minimum number of rows for the only panel below the reason, and its part of all rows.
  private static let minRowsBelowReason = 6
  private static let percentBelowReason = 45

  /// The minimum number of rows for the results of a simulation, and their part of all rows.
  private static let minSimulationRows = 7
  private static let simulationPercent = 22
  /// The most that results get which need more rows than that.
  private static let mostSimulationPercent = 30

  /// The bounds within which branches and context are side by side.
  private static let minColumnsSideBySide = 100
  private static let maxRowsSideBySide = 49
  /// The minimum number of rows for branches and context side by side, and their part of all rows.
  private static let minSideBySideRows = 12
  private static let sideBySidePercent = 32
  /// The part of the columns that the branches get beside the context.
  private static let branchPercentOfColumns = 52

  /// The part of the rows for the context above the simulation.
  private static let contextPercent = 28
  /// The most that the branches get of the rows above the context.
  private static let mostBranchPercent = 30

  /// The border, the mark and the gate of a recipe.
  private static let columnsBesideSlug = 22
  /// The width of the list of recipes, border included: as wide as its slugs need, but at least 34
  /// columns, and at most 48 percent of all.
  ///
  /// Whether the list has the focus does not change it.
  private static func listColumns(in columns: Int, of model: Model) -> Int {
    let wholeSlugs = model.layers.longestSlugLength + columnsBesideSlug
    let wanted = max(wholeSlugs, minListColumns)
    let most = columns * mostListPercent / 100
    return min(wanted, most)
  }

  private static let minListColumns = 34
  private static let mostListPercent = 48

  func currentName(_ shared: Shared) -> String? { selectedRow?.slug }

  mutating func select(_ name: String, _ shared: Shared) { _ = select(name) }

  /// Stops a running simulation; otherwise clears marks or the filter of the list.
  mutating func clear(_ shared: Shared) -> Outcome {
    simulation.isRunning ? stopSimulation(shared) : clearList(shared)
  }

  /// Stores results of a simulation; nil for other events, which do not concern this screen.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    guard case .simulation(let number, let completed, let results) = event else { return nil }
    return store(results, ofSimulation: number, completed: completed, shared)
  }

  /// The first feature of the recipe under the cursor.
  func feature(_ shared: Shared) -> String? { selected?.featureIDs.first }

  /// The features of the marked recipes, or of the one under the cursor.
  func features(_ shared: Shared) -> [String] { Self.features(of: list.markedOrSelected) }

  /// The features of some recipes, each once.
  private static func features(of rows: [RecipeRow]) -> [String] {
    rows.flatMap { $0.recipe?.featureIDs ?? [] }.withoutRepeats
  }

  /// The features of the marked recipes, or of the one under the cursor, to expose; or why none
  /// can be exposed.
  ///
  /// Only recipes in which the client is enrolled count: an exposure would not be attributed to the
  /// others.
  func featuresToExpose(_ shared: Shared) -> Result<[String], Refusal> {
    let rows = list.markedOrSelected
    guard let first = rows.first else { return .failure(Refusal(.noRecipeSelected)) }
    let onlyRow = rows.count == 1 ? first : nil
    if let onlyRow, onlyRow.isUnreadable {
      return .failure(Refusal(onlyRow.absenceMessage(shared)))
    }
    let enrolled = rows.filter(\.isEnrolled)
    if enrolled.isEmpty { return .failure(Refusal(Self.notEnrolled(in: onlyRow, shared))) }
    let ids = Self.features(of: enrolled)
    // Of several recipes, this refusal names only the first one.
    return ids.isEmpty ? .failure(Refusal(.configuresNoFeature(first.slug))) : .success(ids)
  }

  /// Says that the client is not enrolled in a recipe, and in which branches of other recipes it
  /// gets the recipe's features.
  ///
  /// - Parameter row: The recipe; nil if it is one of several, which the message does not name.
  private static func notEnrolled(in row: RecipeRow?, _ shared: Shared) -> StatusMessage {
    guard let row else { return .notEnrolled(in: nil) }
    let otherBranches = features(of: [row]).compactMap { id in
      // Of the branches whose configs are in effect, the last one overrides the others.
      shared.layers.enrolled[id]?.contributionsInEffect.last.map { config in
        (feature: id, slug: config.slug, branch: config.branch)
      }
    }
    return .notEnrolled(in: row.slug, but: otherBranches)
  }

  /// What is copied of the item under the cursor: that of the context or the branches if they have
  /// the focus, else the recipe.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    switch model.focus {
    case .context: Self.copyContext(part, in: model)
    case .branches: Self.copyBranch(part, in: model)
    default: Self.copyRecipe(part, in: model)
    }
  }

  /// What is copied of the recipe under the cursor: the client's status or branch as the value, the
  /// slug, the JSON, or the command that forces the client's branch.
  private static func copyRecipe(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let row = model.experiments.selectedRow else { return .nothing(.noRecipeSelected) }
    let slug = row.slug
    switch part {
    case .value: return .text("the client's status in \(slug)") { row.branch ?? row.statusWord }
    case .id:
      // The name of an unreadable recipe in the list can differ from its slug.
      let writtenSlug = row.unread?.slug ?? slug
      return .text("the slug \(writtenSlug)") { writtenSlug }
    case .json:
      guard let recipe = model.experiments.selected else {
        return .nothing(row.absenceMessage(model.shared))
      }
      return .text("the recipe \(slug)") { JSONValue.object(recipe.json).pretty() }
    case .command:
      guard let branch = row.branch else { return .nothing(.notEnrolled(in: slug)) }
      return copyForcing(branch, of: slug, in: model)
    }
  }

  /// What is copied of the branch under the cursor: its configs by feature as value or JSON, recipe
  /// and branch as in `homepage-order=control`, or the command that forces it.
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
    case .id:
      let id = "\(recipe.slug)=\(branch.slug)"
      return .text(id) { id }
    case .command: return copyForcing(branch.slug, of: recipe.slug, in: model)
    }
  }

  /// Copies the shell command that forces a branch; after `--`, no slug is taken for an option.
  private static func copyForcing(_ branch: String, of slug: String, in model: Model) -> CopyResult
  {
    .text("the command that forces \(branch) of \(slug)") {
      model.options.sessionCommand(["branch", "force"], ["--", slug, branch])
    }
  }

  /// What is copied of the context's row under the cursor: its value, its name, all attributes of
  /// the client as JSON, or the command that sets the attribute.
  private static func copyContext(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let row = model.experiments.contextList.selected else {
      return .nothing(.noAttributeSelected)
    }
    // The clock, participation and behavioral events may have the name of an attribute.
    let isAttribute = row.id.kind == .context
    // Nil if the value of the attribute is computed, and for other rows.
    let stored = isAttribute ? model.session[.context, row.name] : nil
    switch part {
    case .value: return copyValue(of: row, stored: stored)
    case .id: return .text("the name \(row.name)") { row.name }
    case .json: return copyAttributes(in: model)
    case .command:
      guard let stored else { return .nothing(.attributeNotSet(row.name)) }
      return copySetting(row.name, to: stored, in: model)
    }
  }

  /// Copies the value of a row of the context: as the session stores it, or else as it is shown;
  /// refuses to for an attribute without a value.
  private static func copyValue(of row: ContextRow, stored: JSONValue?) -> CopyResult {
    guard let value = stored?.copiedText ?? row.value else {
      return .nothing(.attributeUndefined(row.name))
    }
    return .text("the value of \(row.name)") { value }
  }

  /// Copies all attributes of the client as JSON, sorted by name.
  private static func copyAttributes(in model: Model) -> CopyResult {
    let attributes = model.session.attributes(in: model.operationContext)
    return .text("the attributes of the client") {
      let sorted = attributes.sorted { $0.key < $1.key }
      return JSONValue.object(JSONObject(named: sorted.map { ($0.key, $0.value) })).pretty()
    }
  }

  /// Copies the shell command that sets an attribute of the client; after `--`, a value such as
  /// `-1` is not read as an option.
  private static func copySetting(
    _ attribute: String, to value: JSONValue, in model: Model
  ) -> CopyResult {
    .text("the command that sets \(attribute)") {
      model.options.sessionCommand(["context", "set"], ["--", attribute, value.compact])
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
