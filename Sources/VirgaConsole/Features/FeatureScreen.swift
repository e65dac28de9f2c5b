import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

/// Screen 1: the features, their values and the problems.
enum FeatureScreen: ScreenParts {
  static let views: [any PanelView] = [
    FeaturePanel.view, ValuePanel.view, DetailPanel.view, EditorView(), MergedView(), ProblemPanel.view,
  ]

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    editorAreas(in: body, of: state)
      ?? FeatureLayout(state, problemCount: state.problems.shownCount).areas(in: body)
  }

  /// The panels while the text of the selected feature is shown; nil without such a text, or without room for it.
  ///
  /// Large terminals show it below the values while features or values have the focus; other terminals replace the
  /// values while the text has the focus.
  private static func editorAreas(in body: Rectangle, of state: State) -> [Panel: Rectangle]? {
    guard state.hasText else { return nil }
    let isIn = state.isInEditor
    let layout = FeatureLayout(state, problemCount: 0)
    var usual = layout.areas(in: body)
    guard layout.arrangement == .beside, let list = usual[.features] else {
      return isIn ? editorParts(in: body, of: state) : nil
    }
    let right = body.droppingLeft(list.columns)
    guard body.rows >= 30 else {
      return isIn ? editorParts(in: right, of: state).merging([.features: list]) { first, _ in first } : nil
    }
    let hasDetails = body.rows >= 45
    guard isIn || state.focus == .features || state.focus == .values || hasDetails && state.focus == .details else {
      return nil
    }
    let values = isIn ? max(9, body.rows * 35 / 100) : hasDetails ? body.rows * 2 / 5 : body.rows / 2
    usual = [.features: list, .values: right.top(values)]
    var below = right.droppingTop(values)
    if hasDetails, !isIn {
      let details = body.rows / 5
      usual[.details] = below.top(details)
      below = below.droppingTop(details)
    }
    return usual.merging(editorParts(in: below, of: state)) { first, _ in first }
  }

  /// Only the focused one if both do not fit.
  private static func editorParts(in area: Rectangle, of state: State) -> [Panel: Rectangle] {
    guard let both = EditorLayout.beside(in: area) else { return [state.focus == .merged ? .merged : .editor: area] }
    return [.editor: both.edit, .merged: both.merged]
  }

  static func isOffered(_ panel: Panel, in state: State) -> Bool {
    switch panel {
    case .problems: state.problems.shownCount > 0
    // Only `i` focuses the text: going through the panels must not end up typing into it.
    case .editor: state.editor != nil && state.isInEditor && !state.options.isReadOnly
    case .merged: state.editor != nil && (state.focus == .merged || state.layout.panels[.merged] != nil)
    default: true
    }
  }

  static func drawOver(_ state: State, on canvas: inout Canvas) {
    guard state.focus == .editor, let popup = state.editor?.completion, let cursor = canvas.cursor else { return }
    let layout = state.editorLayout
    let problems = [layout?.rule, layout?.problems].compactMap { $0 }.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: problems, on: &canvas)
  }

  static func reconcile(_ state: inout State) {
    if state.focus != .features { state.features.list.filter.isTyping = false }
    if state.focus != .values { state.table.search.isTyping = false }
    let id = state.selectedFeature?.id
    state.features.show(in: state)
    FeaturePanel.view.reconcile(&state)
    // A person typing into the text of a feature that is gone must not continue in another one.
    if !(state.selectedFeature?.id).isSameName(as: id), state.isInEditor { state.focus = .features }
    TextEditing.follow(&state)
    state.table.show(
      state.selectedFeature, channel: state.channel, in: state.workspace, under: state.layers)
    state.problems.list(of: state.selectedFeature?.id)
    // How the rows are shared follows from the feature that is selected now.
    state.layOut()
    EditingCommands.followTypedValue(&state)
    TextEditing.reconcile(&state)
    reconcileLists(&state)
  }

  static func requests(_ state: inout State, isLeaving: Bool) -> [Effect] {
    Drafts.follow(&state, isLeaving: isLeaving)
  }

  static func grow(by columns: Int, _ state: inout State) {
    let isLeft = state.focus == .features
    state.features.growth = min(max(state.features.growth + (isLeft ? columns : -columns), -30), 60)
  }

  /// A filter, a search, a value, or the search of the config editor.
  static func typedLine(in state: State) -> TypedLine? {
    if state.focus == .editor {
      guard state.editor?.search.isTyping == true else { return nil }
      return TypedLine(.find, in: .editor, \.editing[searchOf: state.selectedFeature?.id ?? ""]) { state in
        state.edit { $0.find(step: 0) }
      }
    }
    if state.editing.value != nil {
      return TypedLine(.value, in: .values, \.editing.typedValue) { EditingCommands.judgeTypedValue(&$0) }
    }
    guard state.table.search.isTyping else { return filterLine(in: state) }
    return TypedLine(.filter, in: .values, \.table.search.field, isSearch: true) { ValueCommands.find(&$0, step: 0) }
  }

  static func stopTyping(_ state: inout State) {
    state.features.list.filter.isTyping = false
    state.table.search.isTyping = false
    state.editing.value = nil
  }

  static func searchTerm(in state: State) -> String? {
    state.focus == .values ? state.table.search.text : state.features.list.filter.text
  }

  static func findNext(_ step: Int, in state: inout State) -> Outcome {
    state.focus == .values ? ValueCommands.find(&state, step: step) : goToLine(step, in: &state)
  }

  static func startFilter(_ argument: String, in state: inout State) -> Outcome {
    FeatureCommands.startFilter(&state, argument)
  }
  static func clear(_ state: inout State) -> Outcome { FeatureCommands.clear(&state) }
}

extension Editing {
  fileprivate var typedValue: TextField {
    get { value?.field ?? TextField() }
    set { value?.field = newValue }
  }

  fileprivate subscript(searchOf id: String) -> TextField {
    get { editors[id]?.search.field ?? TextField() }
    set { editors[id]?.search.field = newValue }
  }
}
