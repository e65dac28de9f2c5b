import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum FeaturePanel {
  static let view = ListPanel(
    panel: .features, path: \Model.features.list, read: { $0.features.list },
    jumpsToBestMatch: true,
    opens: "open-feature",
    columns: { model, room in
      let filter = Filter(model.features.list.filter.text)
      let errors = model.workspace.channelProblems.errors
      let rowMarks = room.seen.reduce(into: [Name: StyledLine]()) {
        $0[$1.id] = marks(of: $1.name, in: model)
      }
      let drafts = Set(room.seen.filter { marksDraft(of: $0.name, in: model) }.map(\.id))
      @Sendable func line(_ item: FeatureItem, _ width: Int) -> StyledLine {
        let mark = StyledLine(
          drafts.contains(item.id) ? PanelSymbols.draft + " " : .empty, .changed)
        return mark + name(item, filter, in: width - mark.columns)
      }
      return [
        Column(width: .content(minimum: 1, rank: 0)) { item, _ in
          rowMarks[item.id] ?? StyledLine(.empty)
        },
        Column("Feature", width: .rest, spoken: { SpokenText.of(line($0, .max).text.plain) }) {
          line($0, $1)
        },
        Column(width: .content(minimum: 2, rank: 0), spoken: { _ in "" }) { item, _ in
          errors[item.name].map { StyledLine("\($0)" + PanelSymbols.problem, .error) }
            ?? StyledLine(.empty)
        },
      ]
    }, title: { heading($0).title }, subtitle: { heading($0).subtitle }, empty: empty,
    filterAccessory: drawOrphanedEdits)

  private static func marks(of id: String, in model: Model) -> StyledLine {
    let (enrolled, findings) = (model.layers.enrolled, model.issues)
    let owner = enrolled[id]?.owners.first.map {
      $0.isRollout ? PanelSymbols.rollout : PanelSymbols.experiment
    }
    let recipeMark = enrolled.isEmpty ? .empty : owner ?? " "
    let hasProblem =
      findings.orphans[EntryKey(.edit, id)] != nil || findings.hasFlawedEdit(of: id)
      || findings.mismatches.contains { $0.feature == Name(id) }
    let (mark, style): (DisplayText, Style) =
      if hasProblem {
        (PanelSymbols.problem, .warning.bold())
      } else if model.layers.overridden.contains(id) {
        (PanelSymbols.overridden, .changed.bold())
      } else {
        (model.features.isChanged(id, in: model) ? PanelSymbols.changed : " ", .changed)
      }
    return StyledLine(of: (recipeMark, .accent), (mark, style))
  }

  /// Whether a feature has a draft other than the text in the editor, which is saved while the
  /// person types.
  static func marksDraft(of id: String, in model: Model) -> Bool {
    let isTypedIn = model.isInEditor && (model.selectedFeature?.id).isSameName(as: id)
    return model.session[.draft, id] != nil && !isTypedIn
  }

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
    if let inner, room > 4 { line.add(DisplayText(" · " + inner).truncated(to: room), .dim) }
    return line
  }

  /// The width of the widest name among rows, with the inner name that the filter matches.
  static func wantedColumns(of items: [FeatureItem], in model: Model) -> Int {
    let filter = Filter(model.features.list.filter.text)
    return items.map { name($0, filter).columns }.max() ?? 0
  }

  /// The rows of the list on the screen, before the layout, which depends on them; nil if it is
  /// hidden.
  static func rowCount(in model: Model) -> Int? {
    let arrangement = model.layout.arrangement
    guard arrangement == .beside || arrangement == .alone && model.focus == .features else {
      return nil
    }
    return view.height(inside: model.panelArea.inset(by: 1), of: model)
  }

  /// Listed, in experiments or rollouts, overridden: `◆1 ◇1 ●2`.
  private static func heading(_ model: Model) -> (title: DisplayText, subtitle: DisplayText) {
    guard let area = model.layout.panels[.features] else { return (.empty, .empty) }
    let (list, all) = (
      model.features.list, model.workspace.features.count + model.features.unknownFeatures.count
    )
    let selection =
      model.features.selection == .all ? "" : " · \(model.features.selection.rawValue)"
    let count: DisplayText = "\(list.count == all ? "" : "\(list.count) of ")\(all)\(selection)"
    let name = DisplayText(Panel.features.title)
    var counts = list.markCount > 0 ? ["\(list.markCount) marked"] : self.counts(of: model)
    // What is marked, enrolled or overridden matters more than the number of features, unless some
    // are not listed.
    let isWhole = list.count == all && selection.isEmpty || list.markCount > 0
    let titles = [name + " " + count] + (isWhole ? [name] : []) + [count]
    func columns() -> Int { counts.joined(separator: " ").columns }
    // A title alone can be closer to the border than one with a note.
    let room = area.columns - 9 - (counts.isEmpty ? -3 : columns())
    let title = titles.first { $0.columns <= room } ?? count
    // The last count is the most important one.
    while counts.count > 1, columns() > area.columns - title.columns - 9 {
      counts.remove(at: counts.count - 2)
    }
    return (title, counts.joined(separator: " "))
  }

  private static func counts(of model: Model) -> [DisplayText] {
    let owners = model.layers.enrolled.values.compactMap(\.owners.first)
    let experiments = owners.count { !$0.isRollout }
    return [
      (PanelSymbols.experiment, experiments), (PanelSymbols.rollout, owners.count - experiments),
      (PanelSymbols.overridden, model.layers.overridden.count),
    ].filter { $0.1 > 0 }.map { $0.0 + "\($0.1)" }
  }

  @Sendable private static func drawOrphanedEdits(
    _ model: Model, in line: Rectangle, on canvas: inout Canvas
  ) {
    let lost = model.features.unknownFeatures.count { model.session[.edit, $0] != nil }
    let filter = model.features.list.filter
    guard lost > 0, filter.field.isEmpty, !filter.isTyping else { return }
    canvas.drawRightAligned(
      "! \(lost.pluralizing("lost edit")), \(model.keyName(of: "overrides"))",
      at: Point(column: line.endColumn - 1, row: line.row), style: .warning)
  }

  @Sendable private static func empty(_ model: Model) -> DisplayText {
    let (clear, selection) = (model.keyName(of: "clear"), model.features.selection)
    if model.workspace.manifest == nil { return model.noManifestText }
    return switch (model.features.list.filter.field.isEmpty, selection) {
    case (true, .all): model.wordsWithoutFeatures
    case (true, _): "the list “\(selection.rawValue)” is empty; \(clear) lists all"
    case (false, .all): "no feature matches; \(clear) clears the filter"
    case (false, _):
      "no match in the list “\(selection.rawValue)”; \(clear) clears the filter, then lists all"
    }
  }
}

extension StyledLine {
  init(_ text: String, matching filter: Filter) {
    let offsets = Set(filter.match(text)?.offsets ?? [])
    self.init(pieces: [])
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      add(
        DisplayText(String(character)),
        (offset..<end).contains(where: offsets.contains) ? .match.bold() : .text)
      offset = end
    }
  }
}
