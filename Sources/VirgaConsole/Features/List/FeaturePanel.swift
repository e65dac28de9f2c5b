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
  let opens: String? = "open-feature"

  func read(_ model: Model) -> ListModel<FeatureItem> { model.features.list }

  func columns(of model: Model, in room: ListRoom<FeatureItem>) -> [Column<FeatureItem>] {
    let filter = Filter(model.features.list.filter.text)
    let errors = model.workspace.channelProblems.errors
    let rowMarks = room.seen.reduce(into: [Name: StyledLine]()) {
      $0[$1.id] = Self.marks(of: $1.name, in: model)
    }
    let drafts = Set(room.seen.filter { Self.marksDraft(of: $0.name, in: model) }.map(\.id))
    @Sendable func line(_ item: FeatureItem, _ width: Int) -> StyledLine {
      let mark = StyledLine(
        drafts.contains(item.id) ? PanelSymbols.draft + " " : .empty, .changed)
      return mark + Self.name(item, filter, in: width - mark.columns)
    }
    return [
      Column(width: .content.kept) { item, _ in rowMarks[item.id] ?? StyledLine(.empty) },
      Column("Feature", width: .rest, spoken: { SpokenText.of(line($0, .max).text.plain) }) {
        line($0, $1)
      },
      Column(width: .content.kept, spoken: { _ in "" }) { item, _ in
        errors[item.name].map { StyledLine("\($0)" + PanelSymbols.problem, .error) }
          ?? StyledLine(.empty)
      },
    ]
  }

  func title(of model: Model) -> DisplayText { FeatureHeading(model).title }

  func subtitle(of model: Model) -> DisplayText { FeatureHeading(model).subtitle }

  /// The two marks before a feature: that of its recipe, and that of its problem or override, as in
  /// `◆●`.
  ///
  /// Without any enrollment, no feature has room for the first.
  private static func marks(of id: String, in model: Model) -> StyledLine {
    let (enrolled, issues) = (model.layers.enrolled, model.issues)
    let owner = enrolled[id]?.owners.first.map {
      $0.isRollout ? PanelSymbols.rollout : PanelSymbols.experiment
    }
    let recipeMark = enrolled.isEmpty ? .empty : owner ?? " "
    let hasProblem =
      issues.orphans[EntryKey(.edit, id)] != nil || issues.hasFlawedEdit(of: id)
      || issues.mismatches.contains { $0.feature == Name(id) }
    let (mark, style): (DisplayText, Style) =
      if hasProblem {
        (PanelSymbols.problem, .warning.bold())
      } else if model.layers.overridden.contains(id) {
        (PanelSymbols.overridden, .changed.bold())
      } else {
        (model.features.isChanged(id, model.shared) ? PanelSymbols.changed : " ", .changed)
      }
    return StyledLine(of: (recipeMark, .accent), (mark, style))
  }

  /// Whether a feature has a draft other than the text in the editor, which is saved while the
  /// person types.
  static func marksDraft(of id: String, in model: Model) -> Bool {
    let isTypedIn = model.isInEditor && (model.selectedFeature?.id).isSameName(as: id)
    return model.session[.draft, id] != nil && !isTypedIn
  }

  /// An id with the letters that the filter matches, or with the name inside the feature that it
  /// matches, as in `homescreen · sections-enabled`.
  private static func name(
    _ item: FeatureItem, _ filter: Filter, in width: Int = .max
  ) -> StyledLine {
    let inner = item.inner(matching: filter)
    if inner == nil, !filter.isEmpty {
      return StyledLine(item.name, matching: filter).truncated(to: width)
    }
    // Names with the same beginning often differ at the end.
    var line = StyledLine(DisplayText(item.name).truncatedInside(to: width))
    let room = width - line.columns
    // Less room than this only has the separator and a letter.
    let minimumForInner = 5
    if let inner, room >= minimumForInner {
      line.add(DisplayText(" · " + inner).truncated(to: room), .dim)
    }
    return line
  }

  /// The width of the widest name among rows, with the inner name that the filter matches.
  static func wantedColumns(of items: [FeatureItem], in model: Model) -> Int {
    let filter = Filter(model.features.list.filter.text)
    return items.map { name($0, filter).columns }.max() ?? 0
  }

  /// The rows of the list on the screen, before the areas of the panels, which depend on them; nil
  /// if it is hidden.
  static func rowCount(in layout: Layout, focus: Panel) -> Int? {
    let isVisible =
      switch layout.arrangement {
      case .beside: true
      case .alone: focus == .features
      case .tooSmall: false
      }
    guard isVisible else { return nil }
    let withoutFilter = layout.body.inset(by: 1).rows - 1
    let headRows = withoutFilter > 1 ? 1 : 0
    return withoutFilter - headRows
  }

  /// Warns in the line of the filter of edits whose feature is not in the manifest, unless a filter
  /// needs the line.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {
    let lostEdits = model.features.unknownFeatures.count { model.session[.edit, $0] != nil }
    let filter = model.features.list.filter
    guard lostEdits > 0, filter.field.isEmpty, !filter.isTyping else { return }
    canvas.drawRightAligned(
      "! \(lostEdits.pluralizing("lost edit")), \(model.keyName(of: "overrides"))",
      at: Point(column: line.endColumn - 1, row: line.row), style: .warning)
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

/// The title with the number of listed features, and the counts of features or of marks:
/// `Features 3 of 42 · overridden` and `◆1 ◇1 ●2`.
///
/// In a narrow panel the title loses its name or its number, then the subtitle loses counts.
private struct FeatureHeading {
  var title = DisplayText.empty
  var subtitle = DisplayText.empty

  init(_ model: Model) {
    guard let area = model.layout.panels[.features] else { return }
    let list = model.features.list
    let subset = model.features.subset
    let all = model.workspace.features.count + model.features.unknownFeatures.count
    let listed = list.count == all ? "\(all)" : "\(list.count) of \(all)"
    let number = DisplayText(subset == .all ? listed : "\(listed) · \(subset.rawValue)")
    let name = DisplayText(Panel.features.title)
    let hasMarks = list.markCount > 0
    var counts = hasMarks ? ["\(list.markCount) marked"] : Self.counts(of: model)
    // Counts and marks matter more than the number of features, unless some are not listed.
    let canDropNumber = hasMarks || list.count == all && subset == .all
    let titles =
      canDropNumber ? [name + " " + number, name, number] : [name + " " + number, number]
    func columnsOfCounts() -> Int { counts.joined(separator: " ").columns }
    let room =
      counts.isEmpty
      ? area.columns - Self.columnsBesideTitle
      : area.columns - Self.columnsBesideTitleAndSubtitle - columnsOfCounts()
    title = titles.first { $0.columns <= room } ?? number
    // The last count is the most important one.
    while counts.count > 1,
      columnsOfCounts() > area.columns - title.columns - Self.columnsBesideTitleAndSubtitle
    {
      counts.remove(at: counts.count - 2)
    }
    subtitle = counts.joined(separator: " ")
  }

  /// The corners of a border, with the blanks and dashes around a title alone in it.
  private static let columnsBesideTitle = 6
  /// The same around a title and a subtitle.
  private static let columnsBesideTitleAndSubtitle = 9

  /// The features in experiments and in rollouts, and the overridden ones: `◆1 ◇1 ●2`.
  private static func counts(of model: Model) -> [DisplayText] {
    let owners = model.layers.enrolled.values.compactMap(\.owners.first)
    let experiments = owners.count { !$0.isRollout }
    let counts: [(mark: DisplayText, count: Int)] = [
      (PanelSymbols.experiment, experiments),
      (PanelSymbols.rollout, owners.count - experiments),
      (PanelSymbols.overridden, model.layers.overridden.count),
    ]
    return counts.filter { $0.count > 0 }.map { $0.mark + DisplayText("\($0.count)") }
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
