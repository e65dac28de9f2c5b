import VirgaCanvas
import VirgaFlags

/// Screen 2: every flag with its three checks.
enum FlagScreen: ScreenParts {
  static let views: [any PanelView] = [FlagPanel.view, FlagDetails.view, FlagKeys()]

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    let isAlone = Layout.arrangement(of: state.size) == .alone
    if isAlone, body.rows < 14 { return [state.focus == .flag ? .flag : .flags: body] }
    let keys = body.columns >= 110 ? min(max(body.columns * 2 / 5, 46), 60) : 0
    // The flag's details get the rows below the list's filter, heads, rows and border.
    let free = body.rows - state.flags.list.count - 4
    let wanted = min(FlagDetails.view.wantedRows(state, columns: body.columns - keys), free)
    let rows = max(min(max(body.rows * 2 / 5, 6), 18), wanted)
    let below = body.bottom(rows)
    var areas: [Panel: Rectangle] = [.flags: body.droppingBottom(rows), .flag: below.droppingRight(keys)]
    if keys > 0 { areas[.flagKeys] = below.right(keys) }
    return areas
  }

  static func isOffered(_ panel: Panel, in state: State) -> Bool { panel != .flagKeys }

  static func reconcile(_ state: inout State) {
    state.flags.refresh(state.workspace, state.session, channel: state.channel)
    state.layOut()
    reconcileLists(&state)
  }

  static func feature(in state: State) -> String? {
    let list = state.flags.list
    return (list.selected ?? list.selectedHeading.flatMap { list.items(in: $0).first })?.flag?.row.feature
  }
  static func features(in state: State) -> [String] { state.flags.subjects.compactMap(\.feature).withoutRepeats }

  static func clear(_ state: inout State) -> Outcome {
    if state.focus != .flags {
      state.focus = .flags
    } else if !state.flags.list.filter.field.isEmpty {
      state.flags.list.filter.field = TextField()
      filterChanged(&state)
    } else {
      state.flags.selection = .all
    }
    return []
  }
}

extension Panel {
  /// The list of flags.
  package static let flags = Panel("flags", on: .flags, title: "Flags")
  /// The details of the flag under the cursor.
  package static let flag = Panel("flag", on: .flags, title: "Flag")
  static let flagKeys = Panel("flag-keys", on: .flags, title: "Change")
}
