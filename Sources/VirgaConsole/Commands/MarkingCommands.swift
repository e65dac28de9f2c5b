import VirgaJSON

extension CommandTable {
  /// Marking lines of a list, so that the next command acts on all of them.
  static let markingCommands: [Command] = [
    Command("mark", "mark, to change several") { state, _ in
      guard let view = state.markableView, let list = view.list(in: state) else { return [] }
      view.withList(in: &state) { $0.toggleMarks() }
      // Headings are marked on purpose, not on the way to the next item.
      let isItem = !list.isHeading(list.scroll.cursor)
      let next = list.scroll.cursor + 1
      return state.move(by: isItem && list.isHeading(next) && next + 1 < list.count ? 2 : 1)
    }
    .keys("v")
    .when { state in
      guard let view = state.markableView else { return .refused(.cannotMark) }
      return view.list(in: state)?.canMark == true ? .applies() : .refused(.cannotMarkLine)
    }
    .help("The next command acts on all marked items, as one operation. Esc clears the marks."),
    Command("mark-all", "mark all that are listed") { state, _ in
      state.markableView?.withList(in: &state) { $0.toggleAllMarks() }
      return []
    }
    .keys("V").when { $0.markableView == nil ? .refused(.cannotMark) : .applies() }
    .help("If all are marked already, clears all marks."),
  ]
}

extension State {
  var markCount: Int { view?.list(in: self)?.markCount ?? 0 }

  /// The panel in focus, if items of its list can be marked.
  var markableView: (any PanelView)? { view.flatMap { $0.isMarkable ? $0 : nil } }

  /// Clears the marks of the list in focus; returns false if there are none.
  mutating func dropMarks() -> Bool {
    guard markCount > 0 else { return false }
    view?.withList(in: &self) { $0.clearMarks() }
    return true
  }
}
