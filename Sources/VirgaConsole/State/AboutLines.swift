package import VirgaCanvas

/// The description of the selected feature, as far as there is room for it above the values.
package struct AboutLines: Equatable, Sendable {
  /// The lines, with an empty one behind them.
  package private(set) var lines: [DisplayText] = []
  /// Whether that is all of it.
  package private(set) var isWhole = true

  private var text = ""
  private var room = Size.zero

  /// Fits `text` into a panel of `room`; does nothing where neither changed.
  mutating func fit(_ text: String, into room: Size) {
    guard text != self.text || room != self.room else { return }
    (self.text, self.room) = (text, room)
    let all = Prose.lines(of: text, columns: room.columns - 2)
    let most = room.rows >= 18 ? 3 : room.rows >= 12 ? 1 : 0
    isWhole = all.count <= most
    if most == 0 || all.isEmpty {
      lines = []
    } else if isWhole {
      lines = all + [.empty]
    } else {
      lines = all.prefix(most - 1) + [all[most - 1].truncated(to: room.columns - 4) + "…", .empty]
    }
  }
}
