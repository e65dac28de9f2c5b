import VirgaJSON
import VirgaManifest

extension ChannelScreen {
  static func copy(_ part: CopyPart, in state: State) -> Copying {
    guard let line = state.channels.selectedLine else { return .nothing(.noValueSelected) }
    if part == .command {
      let channels = state.channels.columns.compactMap { $0.source == 0 ? $0.channel : nil }
      let others = state.channels.others.flatMap { other in
        (other.channels.isEmpty ? [other.path] : other.channels.map { "\(other.path)@\($0)" }).flatMap {
          ["--and", $0]
        }
      }
      return state.manifestCommand(
        "compare", ["--feature", line.feature] + others, channels: channels.joined(separator: ","),
        "the command that compares \(line.feature)")
    }
    if part == .json, state.channels.list.markCount > 1 {
      let (rows, columns) = (state.channels.subjects, state.channels.columns)
      return .text("\(rows.count) rows") { ComparisonFormat.json(rows, columns: columns).pretty() }
    }
    guard let row = line.row, let cell = state.channels.selectedCell else { return .nothing(.valuesAreBelow) }
    switch part {
    case .value: return .text("the value of \(row.name)") { cell.json?.copied ?? cell.text }
    case .key: return .text("the name \(row.name)") { row.name }
    case .path: return .text("the path \(row.path)") { row.path }
    case .json, .command:
      let columns = state.channels.columns
      return .text("the row \(row.name)") { ComparisonFormat.json([row], columns: columns).pretty() }
    }
  }
}
