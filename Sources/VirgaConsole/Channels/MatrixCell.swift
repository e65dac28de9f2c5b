import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest

enum MatrixCell {
  /// The maximum width that a cell asks for, in terminal columns: more than a wide terminal leaves to one column.
  private static let most = 200

  /// An estimate unless the text is short and ASCII.
  static func width(of cell: ComparedCell) -> Int {
    switch cell {
    case .leaf(let leaf): min(most, width(of: leaf.value) + markColumns(cell))
    case .type(let type): min(most, type.utf8.count)
    case .missing, .noFeature: absent.columns
    }
  }

  private static func width(of value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.isEmpty ? 2 : text.utf8.count
    case .array(let items): items.isEmpty ? 3 : 18
    case .object(let members): members.isEmpty ? 3 : 18
    case .null, .boolean, .integer, .number: value.compact.utf8.count
    }
  }

  /// In a narrower column only its sign is shown.
  static let absent: DisplayText = "– not there"

  /// Like ``width(of:)``, but with the whole preview of a list or object.
  static func wholeWidth(of cell: ComparedCell) -> Int {
    guard case .leaf(let leaf) = cell, leaf.value.arrayValue != nil || leaf.value.objectValue != nil else {
      return width(of: cell)
    }
    return text(cell).columns + markColumns(cell)
  }

  /// The cells of a row as lines of some widths, cut to a number of lines.
  ///
  /// If different texts would look the same after cutting, their common start is left out.
  static func lines(_ cells: [ComparedCell], widths: [Int], atMost rows: Int) -> [[DisplayText]] {
    func lines(_ text: DisplayText, _ index: Int) -> [DisplayText] {
      let room = widths[index] - markColumns(cells[index])
      return !cells[index].isPresent && room < text.columns ? [text.prefix(1)] : text.wrapped(to: room, atMost: rows)
    }
    let short = cells.indices.map { lines(text(cells[$0]), $0) }
    let looksAlike = cells.indices.contains { one in
      cells.indices.dropFirst(one + 1).contains { short[one] == short[$0] && !cells[one].isSame(as: cells[$0]) }
    }
    guard looksAlike else { return short }
    let whole = cells.filter(\.isPresent).map(\.text)
    let common = whole.dropFirst().reduce(whole.first.map(Array.init) ?? []) { common, text in
      zip(common, text).prefix { $0 == $1 }.map(\.0)
    }
    guard common.count > 6 else { return short }
    // Keep a little of the common start for orientation.
    let kept = min(4, max(0, (widths.min() ?? 0) / 3 - 2))
    return cells.indices.map { index in
      guard cells[index].isPresent else { return short[index] }
      return lines("…" + DisplayText(String(cells[index].text.dropFirst(common.count - kept))), index)
    }
  }

  /// The text of a cell in plain mode.
  static func words(_ cell: ComparedCell) -> String {
    guard cell.isPresent else { return "not there" }
    guard case .leaf(let leaf) = cell, !PanelSymbols.session(leaf.layer).isEmpty else { return cell.text }
    return "\(cell.text) by this session"
  }

  /// Draws a cell; dim if it equals the previous one.
  static func draw(
    _ cell: ComparedCell, _ lines: [DisplayText], isDim: Bool, at start: Point, on canvas: inout Canvas
  ) {
    for (row, line) in lines.enumerated() {
      canvas.draw(line, at: start.moved(rows: row), style: isDim ? .dim : style(cell))
    }
    guard case .leaf(let leaf) = cell, let last = lines.last else { return }
    let end = start.moved(columns: last.columns + 1, rows: lines.count - 1)
    canvas.draw(PanelSymbols.session(leaf.layer), at: end, style: .changed)
  }

  /// The width of the mark behind a value of the session.
  private static func markColumns(_ cell: ComparedCell) -> Int {
    guard case .leaf(let leaf) = cell, !PanelSymbols.session(leaf.layer).isEmpty else { return 0 }
    return 2
  }

  private static func text(_ cell: ComparedCell) -> DisplayText {
    switch cell {
    case .leaf(let leaf): DisplayText(ValueText.short(leaf.value))
    case .type(let type): DisplayText(type)
    case .missing, .noFeature: absent
    }
  }

  private static func style(_ cell: ComparedCell) -> Style {
    switch cell {
    case .leaf(let leaf): ValueText.style(leaf.value)
    case .type: .typeName
    case .missing, .noFeature: .dim
    }
  }
}

extension DisplayText {
  /// Wraps the text to at most `rows` lines, the last one cut.
  func wrapped(to columns: Int, atMost rows: Int) -> [DisplayText] {
    guard rows > 1 else { return [truncated(to: columns)] }
    // No more can be shown, and a value can be as long as a file.
    let most = rows.multipliedReportingOverflow(by: columns + 1)
    let lines = (most.overflow ? self : prefix(most.partialValue)).wrapped(to: columns)
    return lines.count <= rows ? lines : lines.prefix(rows - 1) + [(lines[rows - 1] + "…").truncated(to: columns)]
  }
}

extension PanelSymbols {
  /// Empty for layers of the manifest.
  static func session(_ layer: Layer) -> DisplayText {
    layer.height > Layer.importDefault(channels: []).height ? Self.layer(layer)?.mark ?? .empty : .empty
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
