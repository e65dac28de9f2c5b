import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

extension FlagScreen {
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
