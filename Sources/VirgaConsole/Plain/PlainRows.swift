import VirgaCanvas

/// The rows of the list in focus, in words.
enum PlainRows {
  /// The rows that are seen, and which of them has the cursor; nil if the panel in focus is not drawn by the kit.
  static func rows(of state: State) -> [(text: String, hasCursor: Bool)]? {
    guard let view = state.parts.view(of: state.focus), let list = view.list(in: state) else { return nil }
    return list.scroll.window(count: list.count, height: view.rowsArea(in: state).rows).map {
      (view.words(forRow: $0, of: state), $0 == list.scroll.cursor)
    }
  }

  /// The row under the cursor.
  static func selected(in state: State) -> String? {
    state.parts.view(of: state.focus)?.selectedWords(of: state)
  }
}
