import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The list of features with its filter.
enum FeaturePanel {
  static let view = ListPanel(
    panel: .features, model: \State.features.list, selectsBest: true, opens: "open-feature",
    columns: { room in
      let state = room.state
      let filter = Filter(state.features.list.filter.text)
      let errors = state.workspace.errorCounts(in: state.channel)
      return [
        Column(width: .rest, spoken: { PlainWords.of(line($0, state, filter).plain.plain) }) { item, width in
          let errors = errors[item.name].map { DisplayText("\($0)") + Marks.problem }
          var line = line(item, state, filter, in: width - (errors.map { $0.columns + 1 } ?? 0))
          guard let errors else { return line }
          line.pad(to: width - errors.columns)
          line.add(errors, .error)
          return line
        }
      ]
    }, title: { heading($0).title }, subtitle: { heading($0).subtitle }, empty: empty, besideFilter: drawLostEdits)

  /// The marks and the name of a feature, cut to a width.
  private static func line(
    _ item: FeatureItem, _ state: State, _ filter: Filter, in width: Int = .max
  ) -> StyledLine {
    let id = item.name
    var line = StyledLine(.empty)
    let owner = state.layers.enrolled[id]?.owners.first
    if !state.layers.enrolled.isEmpty {
      line.add(owner.map { $0.isRollout ? Marks.rollout : Marks.experiment } ?? " ", .accent)
    }
    if state.findings.orphans[EntryKey(.edit, id)] != nil || state.findings.mismatches.features.contains(id) {
      line.add(Marks.problem, .warning.bold())
    } else if state.layers.overridden.contains(id) {
      line.add(Marks.overridden, .changed.bold())
    } else {
      line.add(state.features.changes[id, default: 0] > 0 ? Marks.changed : " ", .changed)
    }
    let isTypedIn = state.isInEditor && (state.selectedFeature?.id).isSameName(as: id)
    if state.session[.draft, id] != nil, !isTypedIn { line.add(Marks.draft, .changed) }
    // A blank separates the marks from the name.
    line.add(" ")
    let room = width - line.columns
    let inner = item.inner(matching: filter)
    let name: StyledLine
    if inner == nil, !filter.isEmpty {
      name = StyledLine(id, matching: filter).truncated(to: room)
    } else {
      // Names that begin alike often differ at the end.
      name = StyledLine(DisplayText(id).truncatedInside(to: room))
    }
    line.pieces += name.pieces
    if let inner, room - name.columns > 4 {
      line.add(DisplayText(" · " + inner).truncated(to: room - name.columns), .dim)
    }
    return line
  }

  /// The number of features: listed, in experiments or rollouts, overridden: `◆1 ◇1 ●2`.
  private static func heading(_ state: State) -> (title: DisplayText, subtitle: DisplayText) {
    guard let area = state.layout.panels[.features] else { return (.empty, .empty) }
    let (list, all) = (state.features.list, state.workspace.features.count)
    let selection = state.features.selection == .all ? "" : " · \(state.features.selection.rawValue)"
    let count = (list.count == all ? "\(all)" : "\(list.count) of \(all)") + selection
    let name = DisplayText(Panel.features.title)
    let isMarked = list.markCount > 0
    var counts = isMarked ? [DisplayText("\(list.markCount) marked")] : self.counts(of: state)
    // What is marked, enrolled or overridden matters more than the number of features, unless some are not listed.
    let isWhole = list.count == all && selection.isEmpty || isMarked
    let titles = [name + DisplayText(" " + count)] + (isWhole ? [name] : []) + [DisplayText(count)]
    // A title alone can be closer to the border than one with a note.
    let wanted = counts.isEmpty ? -3 : counts.joined(separator: " ").columns
    let title = titles.first { area.columns - $0.columns - 9 >= wanted } ?? DisplayText(count)
    // The last count is the most important one.
    while counts.count > 1, counts.joined(separator: " ").columns > area.columns - title.columns - 9 {
      counts.remove(at: counts.count - 2)
    }
    return (title, counts.joined(separator: " "))
  }

  private static func counts(of state: State) -> [DisplayText] {
    let owners = state.layers.enrolled.values.compactMap(\.owners.first)
    let experiments = owners.count { !$0.isRollout }
    return [
      (Marks.experiment, experiments), (Marks.rollout, owners.count - experiments),
      (Marks.overridden, state.layers.overridden.count),
    ].filter { $0.1 > 0 }.map { $0.0 + DisplayText("\($0.1)") }
  }

  @Sendable private static func drawLostEdits(_ state: State, in line: Rectangle, on canvas: inout Canvas) {
    let lost = state.lostEdits.count
    let filter = state.features.list.filter
    guard lost > 0, filter.field.isEmpty, !filter.isTyping else { return }
    let text = "! \(lost.pluralizing("lost edit")), \(state.keyName(of: "overrides"))"
    canvas.drawEnding(DisplayText(text), at: Point(column: line.endColumn - 1, row: line.row), style: .warning)
  }

  @Sendable private static func empty(_ state: State) -> DisplayText {
    let (clear, selection) = (state.keyName(of: "clear"), state.features.selection)
    if state.workspace.manifest == nil { return state.wordsWithoutManifest }
    if state.features.list.filter.field.isEmpty {
      return selection == .all
        ? state.wordsWithoutFeatures : DisplayText("no feature is listed as \(selection.rawValue); \(clear) lists all")
    }
    return selection == .all
      ? DisplayText("no feature matches; \(clear) clears the filter")
      : DisplayText(
        "none of the features listed as \(selection.rawValue) matches; \(clear) clears the filter, then lists all")
  }
}

extension StyledLine {
  /// A text with the filter's match highlighted.
  init(_ text: String, matching filter: Filter) {
    let offsets = Set(filter.match(text)?.offsets ?? [])
    var (line, run, isMatch, offset) = (StyledLine(pieces: []), "", false, 0)
    func style() -> Style { isMatch ? .match.bold() : .text }
    for character in text {
      let end = offset + character.utf8.count
      let isFound = (offset..<end).contains(where: offsets.contains)
      if isFound != isMatch, !run.isEmpty {
        line.add(DisplayText(run), style())
        run = ""
      }
      (isMatch, offset) = (isFound, end)
      run.append(character)
    }
    line.add(DisplayText(run), style())
    self = line
  }
}
