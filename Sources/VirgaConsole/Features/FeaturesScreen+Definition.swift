import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// Screen 1: the features, their values and the problems.
extension FeaturesScreen: ScreenDefinition {
  static let views: [any PanelView] = [
    FeaturePanel.view, ValuePanel.view, DetailPanel.view, EditorView(), MergedView(),
    ProblemPanel.view,
  ]

  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let layout = FeatureLayout(model)
    return editorAreas(in: body, with: layout, of: model)
      ?? layout.areas(
        in: body, details: { DetailPanel.view.wantedRows(model, columns: $0) },
        values: { ValuePanel.wantedRows(model, in: $0.size, beside: $1) },
        problems: { ProblemPanel.wantedRows(model, columns: $0) })
  }

  /// The panels while the text of the selected feature is shown; nil without such a text, or
  /// without room for it.
  ///
  /// Large terminals show it below the values while features or values have the focus; other
  /// terminals replace the values while the text has the focus.
  private static func editorAreas(
    in body: Rectangle, with layout: FeatureLayout, of model: Model
  ) -> [Panel: Rectangle]? {
    let isBeside = layout.arrangement == .beside
    let (fitsValues, fitsDetails) = (isBeside && body.rows >= 30, isBeside && body.rows >= 45)
    let isShown =
      switch model.focus {
      case .editor, .merged: true
      case .features, .values: fitsValues
      case .details: fitsDetails
      default: false
      }
    guard model.hasText, isShown else { return nil }
    var (panels, rest): ([Panel: Rectangle], Rectangle) = ([:], body)
    if isBeside {
      let columns = layout.listColumns(in: body.columns)
      (panels[.features], rest) = (body.left(columns), body.droppingLeft(columns))
    }
    if fitsValues {
      let values =
        model.isInEditor
        ? max(9, body.rows * 35 / 100) : fitsDetails ? body.rows * 2 / 5 : body.rows / 2
      (panels[.values], rest) = (rest.top(values), rest.droppingTop(values))
    }
    if fitsDetails, !model.isInEditor {
      (panels[.details], rest) = (rest.top(body.rows / 5), rest.droppingTop(body.rows / 5))
    }
    if let both = EditorLayout.beside(in: rest) {
      (panels[.editor], panels[.merged]) = (both.edit, both.merged)
    } else {
      // Only the focused one if both do not fit.
      panels[model.focus == .merged ? .merged : .editor] = rest
    }
    return panels
  }

  static func isOffered(_ panel: Panel, in model: Model) -> Bool {
    switch panel {
    case .problems: model.features.problems.shownCount > 0
    // Only `i` focuses the text: going through the panels must not end up typing into it.
    case .editor: model.editor != nil && model.isInEditor && !model.options.isReadOnly
    case .merged:
      model.editor != nil && (model.focus == .merged || model.layout.panels[.merged] != nil)
    default: true
    }
  }

  static func drawOver(_ model: Model, on canvas: inout Canvas) {
    guard model.isCompleting, let popup = model.editor?.completion, let cursor = canvas.cursor
    else { return }
    let layout = model.editorLayout
    let problems = [layout?.rule, layout?.problems].compactMap { $0 }.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: problems, on: &canvas)
  }

  static func refresh(in model: inout Model) {
    if model.focus != .details { model.features.isAboutFeature = false }
    if model.focus != .features { model.features.list.filter.isTyping = false }
    if model.focus != .values { model.features.values.search.isTyping = false }
    let id = model.selectedFeature?.id
    FeaturesScreen.listFeatures(in: &model)
    FeaturePanel.view.clampScroll(in: &model, height: FeaturePanel.rowCount(in: model))
    // A person typing into the text of a feature that is gone must not continue in another one.
    if !(model.selectedFeature?.id).isSameName(as: id), model.isInEditor { model.focus = .features }
    TextEditing.follow(&model)
    loadValues(in: &model)
    EditingCommands.followTypedValue(&model)
    ValueTable.measure(in: &model)
    listProblems(in: &model)
  }

  /// Loads the values of the selected feature.
  static func loadValues(in model: inout Model) {
    model.features.values.load(
      model.selectedFeature, of: model.workspace, in: model.channel, under: model.layers)
  }

  /// Lists the problems of the selected feature; all problems if none is selected.
  static func listProblems(in model: inout Model) {
    let items = model.selectedFeature.map { model.problems.items(of: $0.id) }
    model.features.problems.load(items ?? model.problems.all)
  }

  static func followLayout(_ model: inout Model) {
    FeaturesScreen.findChanges(in: &model)
    TextEditing.check(&model)
  }

  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    Drafts.follow(&model, isLeaving: isLeaving)
  }

  /// A filter, a search or a value.
  static func typedLine(in model: Model) -> TypedLine? {
    if model.features.editing.value != nil {
      return TypedLine(typing: .value, field: \.features.editing.value[field: \.field]) {
        EditingCommands.judgeTypedValue(&$0)
      }
    }
    guard model.features.values.search.isTyping else { return filterLine(in: model) }
    return TypedLine(typing: .filter, field: \.features.values.search.field, isSearch: true) {
      ValueCommands.find(&$0, step: 0)
    }
  }

  static func stopTyping(_ model: inout Model) {
    model.features.list.filter.isTyping = false
    model.features.values.search.isTyping = false
    model.features.editing.value = nil
  }

  static func searchTerm(in model: Model) -> String? {
    model.focus == .values ? model.features.values.search.text : model.features.list.filter.text
  }

  static func findNext(_ step: Int, in model: inout Model) -> Outcome {
    model.focus == .values ? ValueCommands.find(&model, step: step) : goToLine(step, in: &model)
  }

  static func startFilter(_ argument: String, in model: inout Model) -> Outcome {
    guard model.focus == .values || model.focus == .details else {
      return filterList(argument, in: &model)
    }
    model.focus = .values
    model.features.values.search = FilterField(
      field: TextField(argument), isTyping: argument.isEmpty)
    return argument.isEmpty ? [] : ValueCommands.find(&model, step: 0)
  }

  /// Leaves a panel or a search, or else the filter or the selection.
  static func clear(_ model: inout Model) -> Outcome {
    if model.focus == .values, !model.features.values.search.field.isEmpty {
      model.features.values.search = FilterField()
    } else if model.focus == .merged || model.focus == .details && !model.features.isAboutFeature {
      model.focus = .values
    } else if model.focus != .features {
      model.focus = .features
    } else if !model.features.list.filter.field.isEmpty {
      FeatureCommands.clearFilter(&model)
    } else if model.features.selection != .all {
      return list("all", in: &model)
    } else {
      model.features.values.search = FilterField()
    }
    return []
  }
}

/// The widths and rows that panels of the Features screen ask for, and their areas while no text is
/// shown.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  let problemCount: Int
  /// The width that the list needs to show every id whole.
  var list = 0
  /// The width that the list needs to show the visible rows whole.
  var seen = 0
  /// The width that the values need to be whole, border included.
  var right = 0

  /// The areas in a body.
  ///
  /// - Parameters:
  ///   - detailRows: The rows that the details need at a width; `problemRows` likewise.
  ///   - valueRows: The rows that the values need in an area that also holds the given rows of
  ///     details.
  func areas(
    in body: Rectangle, details detailRows: (_ columns: Int) -> Int,
    values valueRows: (_ area: Rectangle, _ details: Int) -> Int,
    problems problemRows: (_ columns: Int) -> Int
  ) -> [Panel: Rectangle] {
    if arrangement == .alone {
      guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
      return shared(body, details: detailRows(body.columns), valueRows)
    }
    let listColumns = listColumns(in: body.columns)
    var right = body.droppingLeft(listColumns)
    var panels: [Panel: Rectangle] = [.features: body.left(listColumns)]
    let details = detailRows(right.columns)
    if problemCount > 0 || focus == .problems {
      let rest = right.rows - valueRows(right, details) - details
      let rows = min(max(problemRows(right.columns), 4), max(body.rows / 5, 6, rest))
      panels[.problems] = right.bottom(rows)
      right = right.droppingBottom(rows)
    }
    return panels.merging(shared(right, details: details, valueRows)) { first, _ in first }
  }

  /// The focused list shows whole ids, and leaves no blanks beside them to values that would be
  /// cut; without focus it only takes the columns that the values leave.
  func listColumns(in columns: Int) -> Int {
    let most = columns - Self.minSideColumns
    let usual = columns - 40
    let every = min(list, usual)
    let focused = max(right <= columns - every ? every : 0, min(seen, list <= usual ? usual : most))
    let beside = max(
      min(list, columns * 3 / 10), min(seen, columns - max(right, Self.minSideColumns)))
    let wanted = focus == .features ? focused : beside
    return min(max(wanted, 25), most)
  }

  private static let minSideColumns = 30

  /// Details take the rows that values do not use; if both need more than there is, they get a
  /// share, or with the focus, all but a few rows.
  private func shared(
    _ area: Rectangle, details: Int, _ valueRows: (_ area: Rectangle, _ details: Int) -> Int
  ) -> [Panel: Rectangle] {
    let values = valueRows(area, details)
    let share = focus == .details ? area.rows : min(max(area.rows * 45 / 100, 6), 16)
    let rows =
      values + details <= area.rows
      ? area.rows - values : min(details, max(share, area.rows - values))
    let details = min(max(rows, 4), area.rows - 4)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }
}

extension FeatureLayout {
  init(_ model: borrowing Model) {
    let features = model.features.list
    let window = features.scroll.window(
      count: features.count, height: FeaturePanel.rowCount(in: model) ?? 0)
    let rows = window.compactMap(features.item)
    let seen = rows.map(\.name)
    // A name shares its line with the border, the marks, a blank and the number of its errors.
    let drafts = seen.contains { FeaturePanel.marksDraft(of: $0, in: model) } ? 2 : 0
    let errors = model.workspace.channelProblems.errors
    let counts = seen.contains { errors[$0] != nil } ? 3 : 0
    let besides = (model.layers.enrolled.isEmpty ? 6 : 7) + drafts + counts
    self.init(
      arrangement: model.layout.arrangement, focus: model.focus,
      problemCount: model.features.problems.shownCount,
      list: model.workspace.nameWidth + besides,
      seen: besides + FeaturePanel.wantedColumns(of: rows, in: model),
      right: model.isInEditor
        ? EditorLayout.wantedColumns(of: model.editor)
        : model.features.values.wantedColumns + PanelSymbols.gutter + 2)
  }
}
