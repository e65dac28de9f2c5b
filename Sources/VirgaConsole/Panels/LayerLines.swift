import VirgaCanvas
import VirgaManifest
import VirgaSource

/// The layers of a value from the lowest to the winner, each with what it gave and where that was written.
enum LayerLines {
  /// - Parameters:
  ///   - winner: the place of the one that counts; the last where it is left out.
  ///   - edited: what is said of the place of an edit, which stands in no file.
  ///   - folder: where the manifest lies, from which its files are named.
  static func lines(
    _ entries: [LayerEntry], winner: Int? = nil, edited: String? = nil, from folder: String, columns: Int
  ) -> [StyledLine] {
    let names = entries.map { DisplayText($0.layer.title) }
    let values = entries.map { DisplayText(ValueText.short($0.value)) }
    let valueWidth = min(max(values.map(\.columns).max() ?? 0, 4), columns / 3)
    // Where a place stands below its layer, a name has the room that the place would have had.
    let nameWidth = min(names.map(\.columns).max() ?? 0, max(columns / 2, columns - valueWidth - 4))
    var lines: [StyledLine] = []
    for (index, entry) in entries.enumerated() {
      let isWinner = index == winner ?? entries.count - 1
      var line = StyledLine(of: (isWinner ? Marks.cursor : " ", .accent), (" ", .text))
      line.add(names[index].truncated(to: nameWidth).padded(to: nameWidth + 2), isWinner ? .text.bold() : .dim)
      line.add(
        values[index].truncated(to: valueWidth).padded(to: valueWidth + 2),
        isWinner ? ValueText.style(entry.value) : .dim)
      let place = entry.location.map { "\(FilePath.written($0.file, from: folder)):\($0.range.start.line)" }
      guard let place = place ?? (entry.layer == .edit ? edited : nil) else {
        lines.append(line)
        continue
      }
      let text = DisplayText(place)
      if line.columns + text.columns <= columns {
        line.add(text, .dim)
        lines.append(line)
      } else {
        lines.append(line)
        lines.append(StyledLine(DisplayText.blanks(4) + text.truncatedAtStart(to: columns - 4), .dim))
      }
    }
    return lines
  }
}
