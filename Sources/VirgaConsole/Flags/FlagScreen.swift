import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

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

  /// Resolves many flags before anybody asks to see them.
  static func requests(_ state: inout State, isLeaving: Bool) -> [Effect] {
    if state.workspace.isChecked, state.flags.isLarge(state.workspace) { state.resolveFlagNames() }
    return state.flags.background.start().map { [.resolveFlags($0)] } ?? []
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

  static func copy(_ part: CopyPart, in state: State) -> Copying {
    let rows = state.flags.subjects
    guard let flags = state.flags.flags, let row = rows.first else { return .nothing(.noFlagSelected) }
    switch part {
    case .value:
      return .text("the buildAndUser value of \(row.id)") { flags[row.id]?.buildAndUser.value?.word ?? "" }
    case .key where rows.count > 1: return .text("\(rows.count) ids") { rows.map(\.id).joined(separator: "\n") }
    case .key: return .text("the id \(row.id)") { row.id }
    case .path:
      guard let feature = row.feature, let variable = row.variable else { return .nothing(.readsNoFeature(row.id)) }
      return .text("the path \(feature).\(variable)") { "\(feature).\(variable)" }
    case .json where rows.count > 1:
      return .text("\(rows.count) flags as JSON") { JSONValue.array(rows.map { .object(flags.json(of: $0)) }).pretty() }
    case .json: return .text("\(row.id) as JSON") { JSONValue.object(flags.json(of: row)).pretty() }
    case .command:
      let lines = rows.flatMap { settings(of: $0, in: state) }
      let what = lines.count == 1 ? "the command that sets" : "the commands that set"
      guard lines.isEmpty else {
        return .text("\(what) \(rows.count == 1 ? row.id : "\(rows.count) flags")") { lines.joined(separator: "\n") }
      }
      return .text("the command that explains \(row.id)") {
        state.sessionCommand(["flags", "get"], state.options.flagFileArguments + ["--", row.id])
      }
    }
  }

  private static func settings(of row: FlagDefinition, in state: State) -> [String] {
    row.entryKeys.compactMap { key in
      guard let value = state.session[key] else { return nil }
      let word =
        switch key.kind {
        case .lock: value == true ? "unlocked" : "locked"
        case .weights: (value.arrayValue ?? []).map(\.compact).joined(separator: ",")
        default: State.word(value)
        }
      return state.sessionCommand(
        ["flags", "set"], state.options.flagFileArguments + ["--layer", key.kind.rawValue, "--", row.id, word])
    }
  }
}

extension Panel {
  static let flags = Panel("flags", on: .flags, title: "Flags")
  static let flag = Panel("flag", on: .flags, title: "Flag")
  static let flagKeys = Panel("flag-keys", on: .flags, title: "Change")
}
