package import VirgaCanvas

/// The description of the selected feature, as far as there is room for it above the values.
package struct AboutLines: Equatable, Sendable {
  /// The lines, with an empty one behind them.
  package private(set) var lines: [DisplayText] = []
  /// Whether that is all of it.
  package private(set) var isWhole = true

  private var text = ""
  private var recipes: [DisplayText] = []
  private var room = Size.zero

  /// Fits `text`, and a line for each of the recipes that configure the feature, into a panel of `room`.
  ///
  /// Does nothing where all is as it was.
  mutating func fit(_ text: String, recipes: [DisplayText], into room: Size) {
    guard text != self.text || recipes != self.recipes || room != self.room else { return }
    (self.text, self.recipes, self.room) = (text, recipes, room)
    let all = Prose.lines(of: text, columns: room.columns - 2)
    let most = room.rows >= 18 ? 3 : room.rows >= 12 ? 1 : 0
    isWhole = all.count <= most
    if most == 0 || all.isEmpty {
      lines = []
    } else if isWhole {
      lines = all + [.empty]
    } else {
      lines = all.prefix(most - 1) + [(all[most - 1] + "…").truncated(to: room.columns - 2), .empty]
    }
    guard most > 0, !recipes.isEmpty else { return }
    if lines.isEmpty { lines = [.empty] }
    lines.insert(contentsOf: recipes.prefix(most), at: lines.count - 1)
  }
}
