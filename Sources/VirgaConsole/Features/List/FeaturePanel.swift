import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The list of features with its marks, heading and counts.
struct FeaturePanel: ListPanel {
  let panel = Panel.features
  let path: ModelPath<ListModel<FeatureItem>> = \Model.features.list
  let doubleClickCommand: String? = "open-feature"

  func listModel(of model: Model) -> ListModel<FeatureItem> { model.features.list }

  /// The marks, the name with the mark of a draft before it, and the number of errors.
  func columns(of model: Model, in room: ListRoom<FeatureItem>) -> [Column<FeatureItem>] {
    [
      Self.marksColumn(of: room.visibleItems, in: model),
      Self.nameColumn(of: room.visibleItems, in: model), Self.errorCountColumn(of: model),
    ]
  }

  /// The marks of recipe and state before each feature, as in `◆●`.
  private static func marksColumn(
    of visible: [FeatureItem], in model: Model
  ) -> Column<FeatureItem> {
    // Found before, because cells must not capture the model: each column would copy it.
    let marksByFeature = visible.reduce(into: [Name: StyledLine]()) { marksByFeature, item in
      marksByFeature[item.id] = marks(of: item.name, in: model)
    }
    return Column(width: .content.alwaysWhole) { item, _ in
      marksByFeature[item.id] ?? StyledLine(.empty)
    }
  }

  /// The name of each feature, after the mark of a draft if it has one.
  private static func nameColumn(
    of visible: [FeatureItem], in model: Model
  ) -> Column<FeatureItem> {
    let filter = Filter(model.features.list.filter.text)
    // Found before, because cells must not capture the model: each column would copy it.
    let withDraft = Set(visible.filter { marksDraft(of: $0.name, in: model) }.map(\.id))
    @Sendable func nameCell(_ item: FeatureItem, _ width: Int) -> StyledLine {
      let hasDraft = withDraft.contains(item.id)
      let draftMark = StyledLine(hasDraft ? PanelSymbols.draft + " " : .empty, .changed)
      return draftMark + name(item, filter, in: width - draftMark.columns)
    }
    // In plain mode, a name is read out whole, whatever its column has room for.
    return Column(
      "Feature", width: .rest, spoken: { item in SpokenText.of(nameCell(item, .max).text.plain) }
    ) { item, width in
      nameCell(item, width)
    }
  }

  /// The number of errors in the manifest about each feature, as in `2!`; empty for none, and left
  /// out in plain mode, which reads the `spoken` text.
  private static func errorCountColumn(of model: Model) -> Column<FeatureItem> {
    let errors = model.workspace.channelProblems.errorCounts
    return Column(width: .content.alwaysWhole, spoken: { _ in "" }) { item, _ in
      guard let count = errors[item.name] else { return StyledLine(.empty) }
      return StyledLine(of: (DisplayText("\(count)"), .text), (PanelSymbols.problem, .error))
    }
  }

  func title(of model: Model) -> DisplayText { FeatureHeading(model).title }

  func subtitle(of model: Model) -> DisplayText { FeatureHeading(model).subtitle }

  func footnote(of model: Model) -> DisplayText { FeatureHeading(model).footnote }

  /// The two marks before a feature: that of its recipe, and that of its problem or override, as in
  /// `◆●`.
  ///
  /// If the session has recipes, a feature without a recipe has a blank for its mark.
  private static func marks(of id: String, in model: Model) -> StyledLine {
    // The owners of a feature are all experiments or all rollouts, so the first one tells which.
    let ownerMark = model.layers.enrolled[id]?.owners.first.map { owner in
      owner.isRollout
        ? StyledLine(PanelSymbols.rollout, .rollout)
        : StyledLine(PanelSymbols.experiment, .experiment)
    }
    let hasRecipes = model.session.count(of: .recipe) > 0
    let recipeMark = hasRecipes ? ownerMark ?? StyledLine(" ") : StyledLine(.empty)
    return recipeMark + stateMark(of: id, in: model)
  }

  /// The mark of a problem, or else of an override, or else of a value that the manifest's blocks
  /// of defaults change; a blank for a feature without any of these.
  private static func stateMark(of id: String, in model: Model) -> StyledLine {
    let issues = model.issues
    let hasMismatchedEdit = issues.mismatchedOverrides[EntryKey(.edit, id)] != nil
    // The configs are those of the branches that the client is enrolled in.
    let hasMismatchedBranch = issues.mismatchedConfigs.contains { $0.feature == Name(id) }
    // An edit that matches the manifest in this channel can still have errors in another one.
    if hasMismatchedEdit || hasMismatchedBranch || issues.hasFlawedEdit(of: id) {
      return StyledLine(PanelSymbols.problem, .warning.bold())
    }
    if model.layers.overridden.contains(id) {
      return StyledLine(PanelSymbols.overridden, .override.bold())
    }
    let isChanged = model.features.isChangedByManifest(id, model.shared)
    return StyledLine(isChanged ? PanelSymbols.changed : " ", .changed)
  }

  /// Whether a feature has a draft other than the text in the editor, which is saved while the
  /// person types.
  static func marksDraft(of id: String, in model: Model) -> Bool {
    let isTypedIn = model.isInEditor && (model.selectedFeature?.id).isSameName(as: id)
    return model.session[.draft, id] != nil && !isTypedIn
  }

  /// An id with the letters that the filter matches in bold; if it only matches a name inside the
  /// feature, the id and that name, as in `homescreen · sections-enabled`.
  private static func name(
    _ item: FeatureItem, _ filter: Filter, in width: Int = .max
  ) -> StyledLine {
    let inner = item.innerName(matching: filter)
    let showsMatch = inner == nil && !filter.isEmpty
    if showsMatch { return StyledLine(item.name, matching: filter).truncated(to: width) }
    var line = StyledLine(DisplayText(item.name).truncated(to: width))
    let room = width - line.columns
    // Fewer columns would hold only the separator and a letter.
    let minimumForInner = 5
    if let inner, room >= minimumForInner {
      line.add(DisplayText(" · " + inner).truncated(to: room), .dim)
    }
    return line
  }

  /// The number of rows that the list has on the screen; nil if it is hidden.
  ///
  /// They are counted from `layout.body`, because the list scrolls to its cursor before the areas
  /// of the panels are known.
  static func rowCount(in layout: Layout, focus: Panel) -> Int? {
    let isVisible =
      switch layout.arrangement {
      case .severalPanels: true
      case .onePanel: focus == .features
      case .tooSmall: false
      }
    guard isVisible else { return nil }
    let filterRows = 1
    let rowsInsideBorder = layout.body.inset(by: 1).rows
    let withoutFilter = rowsInsideBorder - filterRows
    // The heads of the columns are left out if they would take the only row.
    let headRows = withoutFilter > 1 ? 1 : 0
    return withoutFilter - headRows
  }

  /// Warns of edits whose feature is not in the manifest, at the end of the line of the filter, if
  /// no filter needs that line: `2 lost edits, O`, with the key that lists the overrides.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {
    let lostEdits = model.features.unknownFeatures.count { model.session[.edit, $0] != nil }
    let filter = model.features.list.filter
    let isFilterShown = !filter.field.isEmpty || filter.isTyping
    guard lostEdits > 0, !isFilterShown else { return }
    let blankAtEnd = 1
    let warning = StyledLine.problem(
      "\(lostEdits.pluralizing("lost edit")), \(model.keyName(of: "overrides"))")
    let start = Point(column: line.endColumn - blankAtEnd - warning.columns, row: line.row)
    canvas.draw(warning, at: start, within: warning.columns)
  }

  /// Why the list is empty, and how to list features again.
  func emptyText(of model: Model) -> DisplayText {
    if model.workspace.manifest == nil { return model.noManifestText }
    let clear = model.keyName(of: "clear")
    let subset = model.features.subset
    let isFiltered = !model.features.list.filter.field.isEmpty
    return switch (isFiltered, subset) {
    case (false, .all): model.wordsWithoutFeatures
    case (false, _): "the list “\(subset.rawValue)” is empty; \(clear) lists all"
    case (true, .all): "no feature matches; \(clear) clears the filter"
    case (true, _):
      "no match in the list “\(subset.rawValue)”; \(clear) clears the filter, then lists all"
    }
  }
}

/// The title with the number of listed features, and the counts of recipes and overrides or of
/// marks: `Features 3 of 42 · overridden` and `1 experiment, 2 rollouts ●2`.
///
/// In a narrow panel the counts are `◆1 ◇2 ●2`, which the lower border explains in words. In
/// a narrower one the title loses its name or its number, then the subtitle loses counts.
private struct FeatureHeading {
  var title = DisplayText.empty
  var subtitle = DisplayText.empty
  /// The recipes in words, if the subtitle has them with symbols.
  var footnote = DisplayText.empty

  /// Chooses the longest counts that fit beside the whole title: in words, as in `2 rollouts`, or
  /// with symbols, as in `◇2`.
  ///
  /// Without room even for those, chooses a shorter title, then fewer counts.
  init(_ model: Model) {
    // A hidden panel has no area, and needs no heading.
    guard let panelArea = model.layout.panels[.features] else { return }
    let area = BorderText.area(
      in: panelArea, hasFocus: model.focus == .features, isASCII: model.options.isASCII)
    let titles = Self.titles(of: model)
    let markCount = model.features.list.markCount
    if markCount > 0 {
      // The number of marks replaces the counts.
      chooseTitle(from: titles, beside: ["\(markCount) marked"], in: area.columns)
      return
    }
    let counts = Self.counts(of: model)
    let wholeTitle = titles[0]
    // Nil if none fit, or if there is nothing to count.
    if let words = Self.words(for: counts, beside: wholeTitle, in: area.columns) {
      (title, subtitle) = (wholeTitle, words)
      return
    }
    // The footnote, in the lower border, says in words what the symbols of recipes mean. If the
    // panel is alone on the screen, the names of the other panels are there.
    let isAlone = model.layout.arrangement == .onePanel
    if !isAlone { footnote = Self.words(for: counts.filter(\.isOfRecipes)) }
    chooseTitle(from: titles, beside: counts.map(\.withSymbol), in: area.columns)
  }

  /// The longest words for the counts that fit beside a title in a border; nil if none do, or if
  /// there are no counts.
  private static func words(
    for counts: [Count], beside title: DisplayText, in columns: Int
  ) -> DisplayText? {
    let room = columns - columnsBesideTitleAndSubtitle - title.columns
    return wordsLongestFirst(for: counts).first { !$0.isEmpty && $0.columns <= room }
  }

  /// Chooses the longest title that fits beside all counts, or else the shortest one, and then as
  /// many counts as fit beside it.
  private mutating func chooseTitle(
    from titles: [DisplayText], beside counts: [DisplayText], in columns: Int
  ) {
    let besideTitle =
      counts.isEmpty
      ? Self.columnsBesideTitle
      : Self.columnsBesideTitleAndSubtitle + counts.joined(separator: " ").columns
    let roomForTitle = columns - besideTitle
    title = titles.first { $0.columns <= roomForTitle } ?? titles.last ?? .empty
    let roomForCounts = columns - Self.columnsBesideTitleAndSubtitle - title.columns
    subtitle = Self.fitting(counts, in: roomForCounts)
  }

  /// As many of the counts as fit, but at least the last one.
  ///
  /// The last count, that of overridden features, is the most important one: the others go first.
  private static func fitting(_ counts: [DisplayText], in room: Int) -> DisplayText {
    var counts = counts
    while counts.count > 1, counts.joined(separator: " ").columns > room {
      let lastButOne = counts.count - 2
      counts.remove(at: lastButOne)
    }
    return counts.joined(separator: " ")
  }

  /// The forms of the title, longest first: `Features 42`, `Features`, `42`.
  ///
  /// If only some features are listed, as in `3 of 42 · overridden`, all forms have the number,
  /// unless features are marked: their count beside the title matters more.
  private static func titles(of model: Model) -> [DisplayText] {
    let list = model.features.list
    let subset = model.features.subset
    let featureCount = model.workspace.features.count + model.features.unknownFeatures.count
    let hasEveryRow = list.count == featureCount
    let listed = hasEveryRow ? "\(featureCount)" : "\(list.count) of \(featureCount)"
    let number = DisplayText(subset == .all ? listed : "\(listed) · \(subset.rawValue)")
    let name = DisplayText(Panel.features.title)
    let listsAll = hasEveryRow && subset == .all
    let canDropNumber = listsAll || list.markCount > 0
    let whole = name + " " + number
    return canDropNumber ? [whole, name, number] : [whole, number]
  }

  /// The columns of the border that a title alone in it leaves to corners, blanks and dashes.
  private static let columnsBesideTitle = 6
  /// The same for a title with a subtitle.
  private static let columnsBesideTitleAndSubtitle = 9

  /// A count with a symbol, as in `◆2`, and in words, as in `2 experiments`.
  private struct Count {
    let withSymbol: DisplayText
    let words: String
    let isOfRecipes: Bool

    /// A count with its symbol and its noun; nil for zero.
    ///
    /// - Parameter isOfRecipes: Whether it counts recipes, not overrides.
    init?(_ symbol: DisplayText, _ count: Int, _ noun: String, isOfRecipes: Bool) {
      guard count > 0 else { return nil }
      withSymbol = symbol + DisplayText("\(count)")
      words = count.pluralizing(noun)
      self.isOfRecipes = isOfRecipes
    }
  }

  /// Counts in words, as in `1 experiment, 2 rollouts`.
  private static func words(for counts: [Count]) -> DisplayText {
    DisplayText(counts.map(\.words).joined(separator: ", "))
  }

  /// Counts in words, longest first: all of them, or only those of recipes, with symbols for the
  /// others, as in `1 experiment, 2 rollouts ●2`.
  private static func wordsLongestFirst(for counts: [Count]) -> [DisplayText] {
    let recipes = counts.filter(\.isOfRecipes)
    guard !recipes.isEmpty else { return [words(for: counts)] }
    let others = counts.filter { !$0.isOfRecipes }.map(\.withSymbol)
    return [words(for: counts), ([words(for: recipes)] + others).joined(separator: " ")]
  }

  /// The experiments and the rollouts that the client is in, and the overridden features; without
  /// those that are zero.
  private static func counts(of model: Model) -> [Count] {
    let recipes = model.layers.enrolled.values.flatMap(\.contributions)
    // A recipe can configure several features.
    let experiments = Set(recipes.filter { !$0.isRollout }.map { Name($0.slug) })
    let rollouts = Set(recipes.filter(\.isRollout).map { Name($0.slug) })
    let overrides = model.layers.overridden.count
    let counts = [
      Count(PanelSymbols.experiment, experiments.count, "experiment", isOfRecipes: true),
      Count(PanelSymbols.rollout, rollouts.count, "rollout", isOfRecipes: true),
      Count(PanelSymbols.overridden, overrides, "override", isOfRecipes: false),
    ]
    // A count of zero is nil.
    return counts.compactMap(\.self)
  }
}

extension StyledLine {
  /// A text with the characters that a filter matches in bold.
  init(_ text: String, matching filter: Filter) {
    let matchedBytes = Set(filter.match(text)?.offsets ?? [])
    self.init(pieces: [])
    var start = 0
    for character in text {
      let end = start + character.utf8.count
      let isMatch = (start..<end).contains(where: matchedBytes.contains)
      add(DisplayText(String(character)), isMatch ? .match.bold() : .text)
      start = end
    }
  }
}
