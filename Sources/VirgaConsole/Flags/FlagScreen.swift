import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
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
    if state.workspace.isChecked, state.flags.isLarge(state.workspace) { resolveNames(in: &state) }
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
}

// Resolving flags for all screens.
extension FlagScreen {
  /// In the background if there are many.
  static func resolveNames(in state: inout State) {
    guard !state.flags.isCurrent(state.workspace) else { return }
    state.flags.resolve(state.workspace, state.session, channel: state.channel)
  }

  /// Resolved at once if necessary; nil if there are none.
  @discardableResult static func resolved(in state: inout State) -> SessionFlags? {
    let isUrgent = !state.flags.isCurrent(state.workspace)
    state.flags.resolve(state.workspace, state.session, channel: state.channel, isUrgent: isUrgent)
    return state.flags.flags
  }

  /// Reads the problems of flag files, which the first line counts on all screens.
  ///
  /// Reports new ones once; unreachable files are reported when read.
  static func readProblems(in state: inout State) {
    guard !state.flags.files.isEmpty else { return }
    resolveNames(in: &state)
    let errors = state.flags.problems.filter { $0.severity == .error && $0.code != "unreadable" }
    guard errors != state.problems.reportedFlagErrors else { return }
    state.problems.reportedFlagErrors = errors
    if !errors.isEmpty { state.say(.flagsUnreadable(errors, list: state.keyName(of: "problems"))) }
  }
}

// Copying flags.
extension FlagScreen {
  static func copy(_ part: CopyPart, in state: State) -> Copying {
    let rows = state.flags.subjects
    guard let flags = state.flags.flags, let row = rows.first else { return .nothing(.noFlagSelected) }
    let isOne = rows.count == 1
    switch part {
    case .value:
      return .text("the buildAndUser value of \(row.id)") { flags[row.id]?.buildAndUser.value?.word ?? "" }
    case .key:
      return .text(isOne ? "the id \(row.id)" : "\(rows.count) ids") { rows.map(\.id).joined(separator: "\n") }
    case .path:
      guard let feature = row.feature, let variable = row.variable else { return .nothing(.readsNoFeature(row.id)) }
      return .text("the path \(feature).\(variable)") { "\(feature).\(variable)" }
    case .json where isOne: return .text("\(row.id) as JSON") { JSONValue.object(flags.json(of: row)).pretty() }
    case .json:
      return .text("\(rows.count) flags as JSON") { JSONValue.array(rows.map { .object(flags.json(of: $0)) }).pretty() }
    case .command:
      let lines = rows.flatMap { settings(of: $0, in: state) }
      guard lines.isEmpty else {
        let what = lines.count == 1 ? "the command that sets" : "the commands that set"
        return .text("\(what) \(isOne ? row.id : "\(rows.count) flags")") { lines.joined(separator: "\n") }
      }
      return .text("the command that explains \(row.id)") {
        state.options.sessionCommand(["flags", "get"], state.options.flagFileArguments + ["--", row.id])
      }
    }
  }

  private static func settings(of row: FlagDefinition, in state: State) -> [String] {
    row.entryKeys.compactMap { key in
      guard let value = state.session[key], let layer = FlagLayer(rawValue: key.kind.rawValue) else { return nil }
      return state.options.sessionCommand(
        ["flags", "set"],
        state.options.flagFileArguments + ["--layer", layer.rawValue, "--", row.id, layer.text(of: value)])
    }
  }
}

extension Panel {
  static let flags = Panel("flags", on: .flags, title: "Flags")
  static let flag = Panel("flag", on: .flags, title: "Flag")
  static let flagKeys = Panel("flag-keys", on: .flags, title: "Change")
}
