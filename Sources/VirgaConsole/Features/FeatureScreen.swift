import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// Screen 1: the features, their values and the problems.
enum FeatureScreen: ScreenParts {
  static let views: [any PanelView] = [
    FeaturePanel.view, ValuePanel.view, DetailPanel.view, EditorView(), MergedView(), ProblemPanel.view,
  ]

  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    editorAreas(in: body, of: model)
      ?? FeatureLayout(model, problemCount: model.problems.shownCount).areas(in: body)
  }

  /// The panels while the text of the selected feature is shown; nil without such a text, or without room for it.
  ///
  /// Large terminals show it below the values while features or values have the focus; other terminals replace the
  /// values while the text has the focus.
  private static func editorAreas(in body: Rectangle, of model: Model) -> [Panel: Rectangle]? {
    guard model.hasText else { return nil }
    let isIn = model.isInEditor
    let layout = FeatureLayout(model, problemCount: 0)
    var usual = layout.areas(in: body)
    guard layout.arrangement == .beside, let list = usual[.features] else {
      return isIn ? editorParts(in: body, of: model) : nil
    }
    let right = body.droppingLeft(list.columns)
    guard body.rows >= 30 else {
      return isIn ? editorParts(in: right, of: model).merging([.features: list]) { first, _ in first } : nil
    }
    let hasDetails = body.rows >= 45
    guard isIn || model.focus == .features || model.focus == .values || hasDetails && model.focus == .details else {
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
    return usual.merging(editorParts(in: below, of: model)) { first, _ in first }
  }

  /// Only the focused one if both do not fit.
  private static func editorParts(in area: Rectangle, of model: Model) -> [Panel: Rectangle] {
    guard let both = EditorLayout.beside(in: area) else { return [model.focus == .merged ? .merged : .editor: area] }
    return [.editor: both.edit, .merged: both.merged]
  }

  static func isOffered(_ panel: Panel, in model: Model) -> Bool {
    switch panel {
    case .problems: model.problems.shownCount > 0
    // Only `i` focuses the text: going through the panels must not end up typing into it.
    case .editor: model.editor != nil && model.isInEditor && !model.options.isReadOnly
    case .merged: model.editor != nil && (model.focus == .merged || model.layout.panels[.merged] != nil)
    default: true
    }
  }

  static func drawOver(_ model: Model, on canvas: inout Canvas) {
    guard model.focus == .editor, let popup = model.editor?.completion, let cursor = canvas.cursor else { return }
    let layout = model.editorLayout
    let problems = [layout?.rule, layout?.problems].compactMap { $0 }.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: problems, on: &canvas)
  }

  static func reconcile(_ model: inout Model) {
    if model.focus != .features { model.features.list.filter.isTyping = false }
    if model.focus != .values { model.table.search.isTyping = false }
    let id = model.selectedFeature?.id
    model.features.show(in: model)
    FeaturePanel.view.reconcile(&model)
    // A person typing into the text of a feature that is gone must not continue in another one.
    if !(model.selectedFeature?.id).isSameName(as: id), model.isInEditor { model.focus = .features }
    TextEditing.follow(&model)
    model.table.show(
      model.selectedFeature, channel: model.channel, in: model.workspace, under: model.layers)
    model.problems.list(of: model.selectedFeature?.id)
    // How the rows are shared follows from the feature that is selected now.
    model.layOut()
    EditingCommands.followTypedValue(&model)
    TextEditing.reconcile(&model)
    reconcileLists(&model)
  }

  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    Drafts.follow(&model, isLeaving: isLeaving)
  }

  static func grow(by columns: Int, _ model: inout Model) {
    let isLeft = model.focus == .features
    model.features.growth = min(max(model.features.growth + (isLeft ? columns : -columns), -30), 60)
  }

  /// A filter, a search, a value, or the search of the config editor.
  static func typedLine(in model: Model) -> TypedLine? {
    if model.focus == .editor {
      guard model.editor?.search.isTyping == true else { return nil }
      return TypedLine(.find, in: .editor, \.editing[searchOf: model.selectedFeature?.id ?? ""]) { model in
        model.edit { $0.find(step: 0) }
      }
    }
    if model.editing.value != nil {
      return TypedLine(.value, in: .values, \.editing.typedValue) { EditingCommands.judgeTypedValue(&$0) }
    }
    guard model.table.search.isTyping else { return filterLine(in: model) }
    return TypedLine(.filter, in: .values, \.table.search.field, isSearch: true) { ValueCommands.find(&$0, step: 0) }
  }

  static func stopTyping(_ model: inout Model) {
    model.features.list.filter.isTyping = false
    model.table.search.isTyping = false
    model.editing.value = nil
  }

  static func searchTerm(in model: Model) -> String? {
    model.focus == .values ? model.table.search.text : model.features.list.filter.text
  }

  static func findNext(_ step: Int, in model: inout Model) -> Outcome {
    model.focus == .values ? ValueCommands.find(&model, step: step) : goToLine(step, in: &model)
  }

  static func startFilter(_ argument: String, in model: inout Model) -> Outcome {
    FeatureCommands.startFilter(&model, argument)
  }
  static func clear(_ model: inout Model) -> Outcome { FeatureCommands.clear(&model) }
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

/// The layout of the Features screen while no text is shown.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  let problemCount: Int
  /// The width that the list needs to show every id whole.
  var list = 0
  /// The width that the list needs to show the visible rows whole.
  var seen = 0
  var growth = 0
  /// The width that the values need to be whole, border included.
  var right = 0
  /// The rows that values, details and problems need in a given area.
  var wanted: (Rectangle) -> (values: Int, details: Int, problems: Int) = { _ in (0, 0, 0) }

  func areas(in body: Rectangle) -> [Panel: Rectangle] { arrangement == .alone ? alone(body) : beside(body) }

  private func alone(_ body: Rectangle) -> [Panel: Rectangle] {
    guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
    return shared(body)
  }

  private func beside(_ body: Rectangle) -> [Panel: Rectangle] {
    let listColumns = listColumns(in: body.columns)
    var right = body.droppingLeft(listColumns)
    var panels: [Panel: Rectangle] = [.features: body.left(listColumns)]
    if problemCount > 0 || focus == .problems {
      let (values, details, problems) = wanted(right)
      let rows = min(max(problems, 4), max(body.rows / 5, 6, right.rows - values - details))
      panels[.problems] = right.bottom(rows)
      right = right.droppingBottom(rows)
    }
    return panels.merging(shared(right)) { first, _ in first }
  }

  /// The focused list shows whole ids, and leaves no blanks beside them to values that would be cut; without focus it
  /// only takes the columns that the values leave.
  private func listColumns(in columns: Int) -> Int {
    let most = columns - Self.minSideColumns
    let usual = columns - 40
    let every = min(list, usual)
    let focused = max(right <= columns - every ? every : 0, min(seen, list <= usual ? usual : most))
    let beside = max(min(list, columns * 3 / 10), min(seen, columns - max(right, Self.minSideColumns)))
    let wanted = focus == .features ? focused : beside
    return min(max(max(wanted, 25) + growth, 14), most)
  }

  private static let minSideColumns = 30

  /// Details take the rows that values do not use; if both need more than there is, they get a share, or with the
  /// focus, all but a few rows.
  private func shared(_ area: Rectangle) -> [Panel: Rectangle] {
    let (values, wanted, _) = wanted(area)
    let share = focus == .details ? area.rows : min(max(area.rows * 45 / 100, 6), 16)
    let rows = values + wanted <= area.rows ? area.rows - values : min(wanted, max(share, area.rows - values))
    let details = min(max(rows, 4), area.rows - 4)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }
}

extension FeatureLayout {
  init(_ model: Model, problemCount: Int) {
    let features = model.features.list
    let window = features.scroll.window(count: features.count, height: model.height(of: .features))
    let rows = window.compactMap(features.item)
    let seen = rows.map(\.name)
    // A name shares its line with the border, the marks, a blank and the number of its errors.
    let drafts = seen.contains { FeaturePanel.marksDraft(of: $0, in: model) } ? 2 : 0
    let errors = model.workspace.errorCounts(in: model.channel)
    let counts = seen.contains { errors[$0] != nil } ? 3 : 0
    let besides = (model.layers.enrolled.isEmpty ? 6 : 7) + drafts + counts
    self.init(
      arrangement: Layout.arrangement(of: model.size), focus: model.focus, problemCount: problemCount,
      list: model.workspace.nameWidth + besides,
      seen: besides + FeaturePanel.wantedColumns(of: rows, in: model),
      growth: model.features.growth,
      right: model.isInEditor ? EditorLayout.wantedColumns(of: model.editor) : ValuePanel.wantedColumns(model)
    ) { area in
      let details = DetailPanel.view.wantedRows(model, columns: area.columns)
      return (
        ValuePanel.wantedRows(model, in: area.size, beside: details), details,
        ProblemPanel.wantedRows(model, columns: area.columns)
      )
    }
  }
}
