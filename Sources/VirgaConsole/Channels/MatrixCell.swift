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
    case .leaf(let leaf): min(most, width(of: leaf.value) + (PanelSymbols.session(leaf.layer).isEmpty ? 0 : 2))
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

  private static let absent: DisplayText = "– not there"

  /// If different texts would look the same after cutting, their common start is left out.
  static func texts(_ cells: [ComparedCell], widths: [Int]) -> [DisplayText] {
    let short = cells.map(text)
    let cut = zip(short, zip(cells, widths)).map { $0.truncated(to: room(for: $1.0, in: $1.1)) }
    let looksAlike = cells.indices.contains { one in
      cells.indices.dropFirst(one + 1).contains { cut[one] == cut[$0] && !cells[one].isSame(as: cells[$0]) }
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
      cells[index].isPresent
        ? "…" + DisplayText(String(cells[index].text.dropFirst(common.count - kept))) : short[index]
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
    _ cell: ComparedCell, _ text: DisplayText, isDim: Bool, in area: Rectangle, on canvas: inout Canvas
  ) {
    let room = room(for: cell, in: area.columns)
    let text = !cell.isPresent && area.columns < text.columns ? text.prefix(1) : text
    let used = canvas.draw(text, at: area.origin, style: isDim ? .dim : style(cell), within: room)
    guard case .leaf(let leaf) = cell else { return }
    canvas.draw(PanelSymbols.session(leaf.layer), at: area.origin.moved(columns: min(used, room) + 1), style: .changed)
  }

  private static func room(for cell: ComparedCell, in columns: Int) -> Int {
    guard case .leaf(let leaf) = cell, !PanelSymbols.session(leaf.layer).isEmpty else { return columns }
    return columns - 2
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
