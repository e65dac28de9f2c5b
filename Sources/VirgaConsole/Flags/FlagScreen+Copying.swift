import VirgaFlags
import VirgaJSON
import VirgaSession

extension FlagScreen {
  static func way(in state: State) -> [Invocation] {
    state.flags.selectedRow.map { [Invocation("select-flag", $0.id)] } ?? []
  }

  static func copy(_ part: CopyPart, in state: State) -> Copying {
    let rows = state.flags.subjects
    guard let flags = state.flags.flags, let row = state.flags.marked.isEmpty ? state.flags.selectedRow : rows.first
    else { return .nothing("there is no flag under the cursor") }
    switch part {
    case .value:
      return .text("what buildAndUser answers for \(row.id)") { flags[row.id]?.buildAndUser.value?.word ?? "" }
    case .key where rows.count > 1: return .text("\(rows.count) ids") { rows.map(\.id).joined(separator: "\n") }
    case .key: return .text("the id \(row.id)") { row.id }
    case .path:
      guard let feature = row.feature, let variable = row.variable else {
        return .nothing("\(row.id) reads no feature")
      }
      return .text("the path \(feature).\(variable)") { "\(feature).\(variable)" }
    case .json where rows.count > 1:
      return .text("\(rows.count) flags as JSON") { JSONValue.array(rows.map { .object(flags.json(of: $0)) }).pretty() }
    case .json: return .text("\(row.id) as JSON") { JSONValue.object(flags.json(of: row)).pretty() }
    case .command:
      return .text("the command that explains \(row.id)") { state.sessionCommand(["flags", "get"], ["--", row.id]) }
    }
  }
}
