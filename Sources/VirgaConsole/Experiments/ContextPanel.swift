import VirgaCanvas
import VirgaWorkbench

/// The client: attributes, clock, participation, behavioral events.
enum ContextPanel {
  static let view = ListPanel(
    panel: .context, model: \State.experiments.contextList, isFiltered: false, isMarkable: false,
    hasHeads: true, opens: "edit-context",
    columns: { room in
      let names = names(of: room.state, in: room.columns)
      // One column, because a long value starts to the left of its head.
      let head = DisplayText("  Attribute").padded(to: names + 3) + "Value"
      return [Column(head, width: .rest) { row, width in line(row, names, columns: width) }]
    },
    title: { _ in "Context" },
    subtitle: { state in
      let set = state.experiments.contextRows.count(where: \.isSet)
      let changed =
        state.findings.clientChanges.all.isEmpty ? "" : ", \(state.findings.clientChanges.all.count) changed"
      return DisplayText("\(set) set\(changed)")
    }, empty: { _ in .empty }, foot: foot)

  /// Explains the row under the cursor in a fixed number of lines.
  @Sendable private static func foot(_ state: State, _ size: Size) -> [StyledLine] {
    let count = min(3, max(1, size.rows / 3))
    let columns = size.columns - 2
    let names = names(of: state, in: columns)
    let note = state.experiments.selectedContext.map { words($0, names, columns: columns) } ?? ""
    let lines = DisplayText(note).wrapped(to: max(1, columns))
    return (0..<count).map { row in
      guard row < lines.count else { return StyledLine(.empty) }
      let isCut = row == count - 1 && lines.count > count
      return StyledLine(isCut ? lines[row].truncated(to: columns - 1) + "…" : lines[row], .dim)
    }
  }

  private static func names(of state: State, in columns: Int) -> Int {
    let widest = state.experiments.contextRows.map { DisplayText($0.name).columns }.max() ?? 0
    return min((columns + 2) * 3 / 5 - 2, max(9, widest))
  }

  private static func words(_ row: ContextRow, _ names: Int, columns: Int) -> String {
    let value = row.value ?? ""
    let isCut = nameColumns(of: row, names, columns: columns) + 3 + DisplayText(value).columns > columns
    return [isCut ? value : "", row.isDeciding ? "decides" : "", row.origin, row.note].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  /// The width of a row's name, which shrinks if its value needs the room.
  private static func nameColumns(of row: ContextRow, _ names: Int, columns: Int) -> Int {
    let name = min(names, DisplayText(row.name).columns)
    let left = columns - 3 - DisplayText(row.value ?? "").columns
    return left < name ? names : min(names, left)
  }

  /// Leaves out the value's origin if it does not fit.
  private static func line(_ row: ContextRow, _ names: Int, columns: Int) -> StyledLine {
    var line = StyledLine(row.isDeciding ? "✗ " : row.isRead ? "→ " : "  ", row.isDeciding ? .error : .accent)
    let name = DisplayText(row.name).truncated(to: names)
    line.add(name.padded(to: nameColumns(of: row, names, columns: columns)), row.isRead ? .text : .dim)
    line.add(" ")
    line.add(DisplayText(row.value ?? "undefined"), row.value == nil ? .warning : row.isSet ? .key : .dim)
    if !row.origin.isEmpty, line.columns + 2 + DisplayText(row.origin).columns <= columns {
      line.add(DisplayText("  " + row.origin), .dim)
    }
    return line
  }
}
