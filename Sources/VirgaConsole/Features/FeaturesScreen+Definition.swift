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
    let hasList = layout.arrangement == .beside
    let fitsValues = hasList && body.rows >= minimumRowsForValues
    let fitsDetails = hasList && body.rows >= minimumRowsForDetails
    let isShown =
      switch model.focus {
      case .editor, .merged: true
      case .features, .values: fitsValues
      case .details: fitsDetails
      default: false
      }
    guard model.hasText, isShown else { return nil }
    var panels: [Panel: Rectangle] = [:]
    var rest = body
    if hasList {
      let columns = layout.listColumns(in: body.columns)
      panels[.features] = body.left(columns)
      rest = body.droppingLeft(columns)
    }
    if fitsValues {
      let rows = rowsOfValues(aboveTextIn: body, withDetails: fitsDetails, of: model)
      panels[.values] = rest.top(rows)
      rest = rest.droppingTop(rows)
    }
    if fitsDetails, !model.isInEditor {
      let rows = body.rows / 5
      panels[.details] = rest.top(rows)
      rest = rest.droppingTop(rows)
    }
    if let both = EditorLayout.beside(in: rest) {
      panels[.editor] = both.edit
      panels[.merged] = both.merged
    } else {
      let visible: Panel = model.focus == .merged ? .merged : .editor
      panels[visible] = rest
    }
    return panels
  }

  /// With fewer rows, a text replaces the values.
  private static let minimumRowsForValues = 30
  /// With fewer rows, a text replaces the details.
  private static let minimumRowsForDetails = 45

  /// The rows of the values while a text is below them.
  ///
  /// Of 50 rows, values get 17 while the text has the focus; else 20 if details are shown too, or
  /// 25.
  private static func rowsOfValues(
    aboveTextIn body: Rectangle, withDetails: Bool, of model: Model
  ) -> Int {
    if model.isInEditor { return max(9, body.rows * 35 / 100) }
    return withDetails ? body.rows * 2 / 5 : body.rows / 2
  }

  /// Whether `Tab` stops at a panel: only at problems that are shown and at a visible merged
  /// result.
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

  /// Draws the completions at the cursor of the text.
  static func drawOver(_ model: Model, on canvas: inout Canvas) {
    guard model.isCompleting, let popup = model.editor?.completion, let cursor = canvas.cursor
    else { return }
    let layout = model.editorLayout
    let areasOfProblems = [layout?.rule, layout?.problems].compactMap { $0 }
    let rowOfProblems = areasOfProblems.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: rowOfProblems, on: &canvas)
  }

  /// Recomputes lists, values and the selected feature's text after an event, before the layout.
  static func refresh(in model: inout Model) {
    if model.focus != .details { model.features.isAboutFeature = false }
    if model.focus != .features { model.features.list.filter.isTyping = false }
    if model.focus != .values { model.features.values.search.isTyping = false }
    let idBefore = model.selectedFeature?.id
    FeaturesScreen.listFeatures(in: &model)
    FeaturePanel.view.clampScroll(in: &model, height: FeaturePanel.rowCount(in: model))
    // A person typing into the text of a feature that is gone must not continue in another one.
    let isOtherFeature = !(model.selectedFeature?.id).isSameName(as: idBefore)
    if isOtherFeature, model.isInEditor { model.focus = .features }
    TextEditing.follow(&model)
    loadValues(in: &model)
    EditingCommands.followTypedValue(&model)
    ValueTable.measure(in: &model)
    listProblems(in: &model)
  }

  static func currentName(in model: Model) -> String? { model.selectedFeature?.id }

  static func select(_ name: String, in model: inout Model) {
    _ = FeatureCommands.select(&model, name)
  }

  /// The feature and the path of the value under the cursor; nil while the list of features has the
  /// focus.
  static func selectedValue(in model: Model) -> (feature: String, path: String)? {
    guard model.focus != .features, let feature = model.selectedFeature?.id else { return nil }
    return model.features.values.selectedRow.map { (feature, $0.pathText) }
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

  /// Finds changes of the visible features, and checks the visible text; both depend on the layout.
  static func followLayout(_ model: inout Model) {
    FeaturesScreen.findChanges(in: &model)
    TextEditing.check(&model)
  }

  /// Counts drafts and their problems for the first line.
  static func count(in model: inout Model) {
    let visibleText = model.editor == nil ? nil : model.selectedFeature?.id
    model.features.editing.countDrafts(
      model.session, model.workspace, channel: model.channel, shown: visibleText)
  }

  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    Drafts.follow(&model, isLeaving: isLeaving)
  }

  /// The line that receives the keys: a value, the search in the values or the filter of the list;
  /// nil if none is being typed.
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

  /// Ends typing a filter, a search or a value; a value is dropped.
  static func stopTyping(_ model: inout Model) {
    model.features.list.filter.isTyping = false
    model.features.values.search.isTyping = false
    model.features.editing.value = nil
  }

  static func searchTerm(in model: Model) -> String? {
    model.focus == .values ? model.features.values.search.text : model.features.list.filter.text
  }

  /// Goes to the next match in the values, or the next listed feature; the previous one if `step`
  /// is -1.
  static func findNext(_ step: Int, in model: inout Model) -> Outcome {
    model.focus == .values ? ValueCommands.find(&model, step: step) : goToLine(step, in: &model)
  }

  /// Starts to filter the list, or to search in the values from there or from the details; does so
  /// at once for an argument.
  static func startFilter(_ argument: String, in model: inout Model) -> Outcome {
    guard model.focus == .values || model.focus == .details else {
      return filterList(argument, in: &model)
    }
    model.focus = .values
    model.features.values.search = FilterField(
      field: TextField(argument), isTyping: argument.isEmpty)
    return argument.isEmpty ? [] : ValueCommands.find(&model, step: 0)
  }

  /// Undoes the innermost of: the search in the values, the focus on another panel, the filter of
  /// the list, its subset.
  static func clear(_ model: inout Model) -> Outcome {
    let isAboutValue = model.focus == .details && !model.features.isAboutFeature
    if model.focus == .values, !model.features.values.search.field.isEmpty {
      model.features.values.search = FilterField()
    } else if model.focus == .merged || isAboutValue {
      model.focus = .values
    } else if model.focus != .features {
      model.focus = .features
    } else if !model.features.list.filter.field.isEmpty {
      FeatureCommands.clearFilter(&model)
    } else if model.features.subset != .all {
      return list("all", in: &model)
    } else {
      model.features.values.search = FilterField()
    }
    return []
  }
}
