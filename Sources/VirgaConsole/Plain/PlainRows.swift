import VirgaCanvas
import VirgaFlags
import VirgaManifest
import VirgaWorkbench

/// The rows of tables in words: where a column's head says what a word is, a line alone would not.
enum PlainRows {
  /// The rows that are seen of the table in focus, and which of them has the cursor; nil where that is no table.
  static func rows(of state: State) -> [(text: String, hasCursor: Bool)]? {
    if let view = state.parts.view(of: state.focus), let list = view.list(in: state) {
      return list.scroll.window(count: list.count, height: view.rowsArea(in: state).rows).map {
        (view.words(forRow: $0, of: state), $0 == list.scroll.cursor)
      }
    }
    guard let (scroll, count) = table(of: state) else { return nil }
    let height = state.parts.rowsArea(of: state.focus, in: state).rows
    return scroll.window(count: count, height: height).map { (text(of: $0, in: state), $0 == scroll.cursor) }
  }

  /// The row under the cursor with what that is on; nil where no table has the focus.
  static func selected(in state: State) -> String? {
    if let words = state.parts.view(of: state.focus)?.selectedWords(of: state) { return words }
    guard let (scroll, count) = table(of: state), scroll.cursor < count else { return nil }
    return text(of: scroll.cursor, in: state)
  }

  private static func table(of state: State) -> (Scroll, count: Int)? {
    switch state.focus {
    case .flags: (state.flags.scroll, state.flags.lines.count)
    default: nil
    }
  }

  private static func text(of place: Int, in state: State) -> String {
    flag(place, of: state.flags)
  }

  private static func flag(_ place: Int, of list: FlagList) -> String {
    switch list.lines[place] {
    case .heading(let section): return "section \(section)"
    case .orphan(let orphan): return "\(orphan.key), \(orphan.isDebug ? "debug override" : "preference") of no flag"
    case .flag(let place):
      guard let flags = list.flags else { return "" }
      let (row, answer) = (flags.catalogue.rows[place], flags.answers[place])
      var parts = ["\(row.id), \(row.kind.rawValue)", "build \(word(answer.build.value))"]
      if row.preferenceKey != nil { parts.append("user \(answer.preference?.word ?? "unset")") }
      if row.debugKey != nil { parts.append("debug \(answer.debug?.word ?? "unset")") }
      let checks = FlagCheck.allCases.map { "\($0.rawValue) \(word(answer[$0].value))" }
      let mark = list.marked.contains(row.id) ? "marked, " : ""
      return "\(mark)\(parts.joined(separator: ", ")); \(checks.joined(separator: ", "))"
    }
  }

  private static func word(_ value: FlagValue?) -> String { value?.word ?? "without a value" }
}
