import VirgaCanvas

extension CommandTable {
  /// Moving the cursor and the focus.
  static let movingCommands: [Command] = [
    Command("down", "down", keys: ["j", "Down"], run: { state, _ in state.move(by: 1) }),
    Command("up", "up", keys: ["k", "Up"], run: { state, _ in state.move(by: -1) }),
    Command("first", "first line", keys: ["g", "Home"], run: { state, _ in state.move(by: -state.lineCount) }),
    Command("last", "last line", keys: ["G", "End"], run: { state, _ in state.move(by: state.lineCount) }),
    Command(
      "half-page-down", "half a page down", keys: ["Ctrl-D"],
      run: { state, _ in state.move(by: max(1, state.pageHeight / 2)) }),
    Command(
      "half-page-up", "half a page up", keys: ["Ctrl-U"],
      run: { state, _ in state.move(by: -max(1, state.pageHeight / 2)) }),
    Command(
      "page-down", "a page down", keys: ["PgDn", "Ctrl-F"],
      run: { state, _ in state.move(by: max(1, state.pageHeight - 1)) }),
    Command(
      "page-up", "a page up", keys: ["PgUp", "Ctrl-B"],
      run: { state, _ in state.move(by: -max(1, state.pageHeight - 1)) }),
    Command(
      "next-panel", "next panel", keys: ["Tab"], hint: 4, run: { state, _ in state.stepFocus(1) }),
    Command(
      "previous-panel", "previous panel", keys: ["Shift-Tab"], run: { state, _ in state.stepFocus(-1) }),
    Command(
      "focus", "go to a panel", argument: .text, help: "One of features, values, details, problems.",
      run: { state, argument in
        guard let panel = Panel(rawValue: argument) else {
          state.status = .refusal(state.unknown("panel", argument, among: Panel.allCases.map(\.rawValue)))
          return []
        }
        state.focus = panel
        return []
      }),
    Command(
      "features", "go to the features", keys: ["1"],
      run: { state, _ in
        state.focus = .features
        return []
      }),
    Command(
      "about", "about the feature", keys: ["a"], help: "Goes to what there is to know about the feature.",
      when: { $0.selectedFeature == nil ? .refused("no feature is selected") : .applies() },
      run: { state, _ in
        state.focus = .details
        state.isAboutFeature = true
        return []
      }),
    Command(
      "provenance", "where the value comes from", keys: ["p"],
      help: "Goes to the details: the value in every channel, and the layers that set it.",
      when: { $0.table.selectedRow == nil ? .refused("there is no value under the cursor") : .applies() },
      run: { state, _ in
        state.focus = .details
        return []
      }),
    Command(
      "widen-list", "widen the list", keys: ["+"],
      run: { state, _ in
        state.listGrowth = min(state.listGrowth + 2, 60)
        return []
      }),
    Command(
      "narrow-list", "narrow the list", keys: ["_"],
      run: { state, _ in
        state.listGrowth = max(state.listGrowth - 2, -30)
        return []
      }),
  ]
}

extension State {
  /// The number of lines in the panel in focus.
  var lineCount: Int {
    switch focus {
    case .features: list.rows.count
    case .values: table.rows.count
    case .details: DetailPanel.lines(of: self, columns: layout.inside(.details).columns).count
    case .problems: currentProblems.count
    }
  }

  /// The number of lines of the panel in focus that are seen at once.
  var pageHeight: Int { height(of: focus) }

  func height(of panel: Panel) -> Int {
    switch panel {
    case .features: layout.listRows.rows
    case .values: ValuePanel.rowsArea(of: self).rows
    case .details, .problems: layout.inside(panel).rows
    }
  }

  mutating func move(by rows: Int) -> [Effect] {
    switch focus {
    case .features:
      list.scroll.move(by: rows, in: list.rows.count)
      list.noteSelection(workspace)
    case .values: table.scroll.move(by: rows, in: table.rows.count)
    case .details: table.detailsTop += rows
    case .problems: problems.move(by: rows, in: currentProblems.count)
    }
    return []
  }

  mutating func stepFocus(_ step: Int) -> [Effect] {
    let panels = Panel.allCases.filter { $0 != .problems || !currentProblems.isEmpty }
    let place = panels.firstIndex(of: focus) ?? 0
    focus = panels[(place + step + panels.count) % panels.count]
    return []
  }
}
