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

  static func currentName(in model: Model) -> String? { model.selectedFeature?.id }

  static func select(_ name: String, in model: inout Model) {
    _ = FeatureCommands.select(&model, name)
  }

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

  static func followLayout(_ model: inout Model) {
    FeaturesScreen.findChanges(in: &model)
    TextEditing.check(&model)
  }

  static func count(in model: inout Model) {
    let shown = model.editor == nil ? nil : model.selectedFeature?.id
    model.features.editing.countDrafts(
      model.session, model.workspace, channel: model.channel, shown: shown)
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
