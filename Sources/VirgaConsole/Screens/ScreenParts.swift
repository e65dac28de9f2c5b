import VirgaCanvas
import VirgaManifest
import VirgaSession

/// The parts of a screen: functions of the state, without any state of their own.
///
/// A screen must have `views` and `areas`; moving, filtering, searching and clicking have default implementations.
protocol ScreenParts: SendableMetatype {
  /// The panels in `Tab` order; the first one initially has the focus.
  static var views: [any PanelView] { get }
  /// The areas of the panels between the first line and the last two; other panels are hidden.
  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle]
  /// Whether `Tab` stops at a panel.
  static func isOffered(_ panel: Panel, in state: State) -> Bool
  /// Draws over the panels; only a list to choose from is drawn later.
  static func drawOver(_ state: State, on canvas: inout Canvas)
  /// Recomputes what the layout depends on after an event while the screen is shown.
  static func prepare(_ state: inout State)
  /// Recomputes derived state after that; called after layout.
  static func reconcile(_ state: inout State)
  /// What the screen needs after an event, even if it is not shown: work in the background, a draft to be saved.
  static func requests(_ state: inout State, isLeaving: Bool) -> [Effect]

  /// The line that receives the keys; nil if keys run commands or go to the config editor.
  static func typedLine(in state: State) -> TypedLine?
  static func stopTyping(_ state: inout State)
  static func searchTerm(in state: State) -> String?
  static func findNext(_ step: Int, in state: inout State) -> Outcome
  /// Starts to filter or search, or does it at once for an argument.
  static func startFilter(_ argument: String, in state: inout State) -> Outcome
  static func clear(_ state: inout State) -> Outcome

  static func copy(_ part: CopyPart, in state: State) -> Copying
  static func feature(in state: State) -> String?
  static func features(in state: State) -> [String]
  static func exposed(in state: State) -> Result<[String], Refusal>
  static func grow(by columns: Int, _ state: inout State)
}

extension ScreenParts {
  static var panels: [Panel] { views.map(\.panel) }

  static func view(of panel: Panel) -> (any PanelView)? { views.first { $0.panel == panel } }

  static func isOffered(_ panel: Panel, in state: State) -> Bool { true }
  static func drawOver(_ state: State, on canvas: inout Canvas) {}
  static func requests(_ state: inout State, isLeaving: Bool) -> [Effect] { [] }
  static func prepare(_ state: inout State) {}
  static func reconcile(_ state: inout State) { reconcileLists(&state) }
  static func reconcileLists(_ state: inout State) {
    for view in views { view.reconcile(&state) }
  }

  static func copy(_ part: CopyPart, in state: State) -> Copying { .nothing(.nothingToCopy) }
  static func feature(in state: State) -> String? { state.selectedFeature?.id }
  static func features(in state: State) -> [String] { feature(in: state).map { [$0] } ?? [] }
  static func exposed(in state: State) -> Result<[String], Refusal> {
    let ids = features(in: state)
    return ids.isEmpty ? .failure(Refusal(.notAboutFeature)) : .success(ids)
  }
  static func grow(by columns: Int, _ state: inout State) {}
}

// The filter of the screen's list.
extension ScreenParts {
  private static var filteredView: (any PanelView)? { views.first { $0.filter != nil } }

  /// The filter that `/` types into.
  static var filter: WritableKeyPath<State, FilterField>? { filteredView?.filter }

  static func filterChanged(_ state: inout State) {
    guard let view = filteredView else { return }
    view.withList(in: &state) { $0.refilter(toBest: view.selectsBest && !$0.filter.field.isEmpty) }
  }

  static func typedLine(in state: State) -> TypedLine? { filterLine(in: state) }

  /// The screen's filter while it is being typed.
  static func filterLine(in state: State) -> TypedLine? {
    guard views.contains(where: { $0.isFiltering(in: state) }), let filter else { return nil }
    return TypedLine(.filter, in: panels.first, filter.appending(path: \.field)) { state in
      filterChanged(&state)
      return []
    }
  }

  static func stopTyping(_ state: inout State) {
    if let filter { state[keyPath: filter].isTyping = false }
  }

  static func startFilter(_ argument: String, in state: inout State) -> Outcome { filterList(argument, in: &state) }

  /// Starts to filter the list, or filters it at once by an argument.
  static func filterList(_ argument: String, in state: inout State) -> Outcome {
    guard let filter, let first = panels.first else { return .refused(.cannotFilter) }
    state.focus = first
    let old = state[keyPath: filter].text
    state[keyPath: filter] = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    if argument != old { filterChanged(&state) }
    return []
  }

  static func searchTerm(in state: State) -> String? { filter.map { state[keyPath: $0].text } }

  static func findNext(_ step: Int, in state: inout State) -> Outcome { goToLine(step, in: &state) }

  static func goToLine(_ step: Int, in state: inout State) -> Outcome {
    guard let view = views.first, let list = view.list(in: state) else { return [] }
    let rows = (0..<list.count).filter { !list.isHeading($0) }
    guard !rows.isEmpty else { return [] }
    let cursor = list.scroll.cursor
    let next = step > 0 ? rows.firstIndex { $0 > cursor } : rows.lastIndex { $0 < cursor }
    let index = next ?? (step > 0 ? 0 : rows.count - 1)
    state.focus = view.panel
    view.withList(in: &state) { $0.scroll.cursor = rows[index] }
    return .says(.line(index + 1, of: rows.count))
  }

  static func clear(_ state: inout State) -> Outcome { clearList(&state) }

  /// Returns to the first panel, or clears its filter.
  static func clearList(_ state: inout State) -> Outcome {
    if let first = panels.first, state.focus != first {
      state.focus = first
    } else if let filter, !state[keyPath: filter].field.isEmpty {
      state[keyPath: filter].field = TextField()
      filterChanged(&state)
    }
    return []
  }
}
