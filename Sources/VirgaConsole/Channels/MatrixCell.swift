import VirgaCanvas
import VirgaExperiments
import VirgaManifest
import VirgaSource

enum MatrixCell {
  /// The maximum width that a cell asks for, in terminal columns: more than a wide terminal leaves
  /// to one column.
  private static let maxColumns = 200

  /// The width of the whole cell; of one without a value, that of its sign.
  static func columns(of cell: ComparedCell) -> Int {
    cell.isPresent ? min(content(cell).text.columns + mark(cell).columns, maxColumns) : 1
  }

  /// The cells of a row as lines of some widths, cut to a number of lines; a cell that equals the
  /// previous one is dim.
  static func lines(_ cells: [ComparedCell], widths: [Int], atMost rows: Int) -> [[StyledLine]] {
    let contents = cells.map(content)
    func lines(_ text: DisplayText, _ index: Int) -> [DisplayText] {
      let room = widths[index] - mark(cells[index]).columns
      return !cells[index].isPresent && room < text.columns
        ? [text.prefix(1)] : text.wrapped(to: room, atMost: rows)
    }
    var shown = cells.indices.map { lines(contents[$0].text, $0) }
    let looksAlike = cells.indices.contains { one in
      cells.indices.dropFirst(one + 1).contains {
        shown[one] == shown[$0] && !cells[one].isSame(as: cells[$0])
      }
    }
    if looksAlike {
      let distinct = DistinctCut.of(contents.map(\.text), to: max(1, (widths.min() ?? 0) - 2))
      for index in cells.indices where cells[index].isPresent {
        shown[index] = lines(distinct[index], index)
      }
    }
    return cells.indices.map { index in
      let style =
        index > 0 && cells[index].isSame(as: cells[index - 1]) ? .dim : contents[index].style
      var lines = shown[index].map { StyledLine($0, style) }
      if let last = lines.indices.last { lines[last].add(mark(cells[index]), .changed) }
      return lines
    }
  }

  /// The text of a cell in plain mode.
  static func words(_ cell: ComparedCell) -> String {
    guard cell.isPresent else { return "missing" }
    return mark(cell).isEmpty ? cell.text : "\(cell.text) by this session"
  }

  /// The mark behind a value of the session.
  private static func mark(_ cell: ComparedCell) -> DisplayText {
    let mark = cell.leaf.map { PanelSymbols.session($0.layer) } ?? .empty
    return mark.isEmpty ? mark : " " + mark
  }

  private static func content(_ cell: ComparedCell) -> (text: DisplayText, style: Style) {
    switch cell {
    case .leaf(let leaf): (DisplayText(ValueText.short(leaf.value)), ValueText.style(leaf.value))
    case .type(let type): (DisplayText(type), .typeName)
    // In a narrower column only its sign is shown.
    case .missing, .noFeature: ("– missing", .dim)
    }
  }
}

extension DisplayText {
  /// Wraps the text to at most `rows` lines, the last one cut.
  fileprivate func wrapped(to columns: Int, atMost rows: Int) -> [DisplayText] {
    guard rows > 1 else { return [truncated(to: columns)] }
    // No more can be shown, and a value can be as long as a file.
    let lines = prefix(rows * (columns + 1)).wrapped(to: columns)
    return lines.count <= rows
      ? lines : lines.prefix(rows - 1) + [(lines[rows - 1] + "…").truncated(to: columns)]
  }
}

extension PanelSymbols {
  /// Empty for layers of the manifest.
  static func session(_ layer: Layer) -> DisplayText {
    layer.isOfSession ? Self.layer(layer)?.mark ?? .empty : .empty
  }

  static func change(_ change: ComparisonChange?) -> (mark: DisplayText, style: Style) {
    switch change {
    case .added: ("+", .success)
    case .removed: ("-", .error)
    case .retyped, .changed: ("~", .changed)
    case nil: (" ", .text)
    }
  }
}
