import VirgaJSON
import VirgaManifest

// Where the cursor is, and what it stays on while lines come and go.
extension ChannelMatrix {
  /// Puts the cursor on a value, or on its feature, as soon as there is something to compare.
  mutating func go(to feature: String, _ path: String?) {
    kept = Kept(feature: feature, name: path, isWanted: path != nil)
    isPlaced = false
  }

  /// Puts the cursor on the first value of what is listed next.
  mutating func startOver() {
    startsOver = true
    scroll = Scroll()
  }

  /// Puts the cursor on a channel of the first manifest, and from the first heading to the value below.
  mutating func place(on channel: String?) {
    guard !isPlaced, !columns.isEmpty else { return }
    isPlaced = true
    column = columns.firstIndex { $0.source == 0 && $0.channel.isSameName(as: channel) } ?? column
    if scroll.cursor == 0, lineCount > 1 { scroll.cursor = 1 }
  }

  /// The feature and the name of the line under the cursor.
  var lineToKeep: Kept? {
    guard let table, found.places.indices.contains(scroll.cursor) else { return nil }
    let place = found.places[scroll.cursor]
    return Kept(feature: table.features[place.group], name: place.row.map { table.name($0, of: place.group) })
  }

  /// Puts the cursor where it was, showing what is wanted in any case.
  mutating func restore(_ kept: Kept?) {
    guard let kept, let table, let group = table.places[kept.feature] else { return clampCursor() }
    let row = kept.name.flatMap { table.row($0, of: group, in: view) }
    func place() -> Int? {
      kept.name == nil || row != nil ? found.places.firstIndex(of: MatrixLines.Place(group: group, row: row)) : nil
    }
    if place() == nil, kept.isWanted, row != nil {
      (rows, filter) = (.every, FilterField())
      (view.rows, lineKey) = (rows, LineKey(filter: "", rows: rows))
      found = MatrixLines(of: table, in: view, fitting: "")
    }
    guard let place = place() else { return clampCursor() }
    scroll.cursor = place
  }

  /// Keeps the cursor among the lines; from a heading that it was not put on it goes to the value below.
  private mutating func clampCursor() {
    scroll.cursor = min(scroll.cursor, max(lineCount - 1, 0))
    if scroll.cursor + 1 < lineCount, found.places[scroll.cursor].row == nil { scroll.cursor += 1 }
  }
}
