import VirgaCanvas

/// Where in the state a panel keeps something.
typealias StatePath<Value> = any WritableKeyPath<State, Value> & Sendable

/// How a panel is drawn and used, which shows a list or a text; each screen declares its panels as such values.
protocol PanelView: Sendable {
  /// The panel.
  var panel: Panel { get }
  /// Draws the panel if it is on screen.
  func draw(_ state: State, on canvas: inout Canvas)
  /// Where its rows or lines are, without border and heads.
  func rowsArea(in state: State) -> Rectangle
  /// How many rows or lines it has.
  func count(in state: State) -> Int
  /// The list that it shows; nil for a text.
  func list(in state: State) -> (any ListActions)?
  /// Changes the list that it shows.
  func withList(in state: inout State, _ change: (inout any ListActions) -> Void)
  /// Whether the list is filtered by what is typed; any other list and every text is searched.
  var isFiltered: Bool { get }
  /// Whether items of the list can be marked.
  var isMarkable: Bool { get }
  /// The lines of a text, or the rows of a list that is searched.
  func lines(of state: State) -> [StyledLine]
  /// The first line of a text in its window; nil for a list.
  var top: StatePath<TextScroll>? { get }
  /// What plain mode says of a row.
  func words(forRow row: Int, of state: State) -> String
  /// What plain mode says of the row under the cursor; nil if there is none.
  func selectedWords(of state: State) -> String?
  /// Keeps cursor and window within the rows or lines, after an event.
  func settle(_ state: inout State)
}

extension PanelView {
  func rowsArea(in state: State) -> Rectangle { state.layout.inside(panel) }

  func selectedWords(of state: State) -> String? {
    list(in: state).flatMap { $0.count > 0 ? words(forRow: $0.scroll.cursor, of: state) : nil }
  }
}
