import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// Screen 1: the features, their values and the problems.
enum FeatureScreen: ScreenParts {
  static let views: [any PanelView] = [
    FeaturePanel.view, ValuePanel.view, DetailPanel.view, EditorView(), MergedView(), ProblemPanel.view,
  ]

  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let layout = FeatureLayout(model)
    return editorAreas(in: body, beside: layout, of: model) ?? layout.areas(in: body)
  }

  /// The panels while the text of the selected feature is shown; nil without such a text, or without room for it.
  ///
  /// Large terminals show it below the values while features or values have the focus; other terminals replace the
  /// values while the text has the focus.
  private static func editorAreas(
    in body: Rectangle, beside layout: FeatureLayout, of model: Model
  ) -> [Panel: Rectangle]? {
    let (isIn, isBeside) = (model.isInEditor, layout.arrangement == .beside)
    let (isLarge, hasDetails) = (isBeside && body.rows >= 30, isBeside && body.rows >= 45)
    let showing: [Panel] = hasDetails ? [.features, .values, .details] : isLarge ? [.features, .values] : []
    guard model.hasText, isIn || showing.contains(model.focus) else { return nil }
    var (panels, rest): ([Panel: Rectangle], Rectangle) = ([:], body)
    if isBeside {
      let columns = layout.listColumns(in: body.columns)
      (panels[.features], rest) = (body.left(columns), body.droppingLeft(columns))
    }
    if isLarge {
      let values = isIn ? max(9, body.rows * 35 / 100) : hasDetails ? body.rows * 2 / 5 : body.rows / 2
      (panels[.values], rest) = (rest.top(values), rest.droppingTop(values))
    }
    if hasDetails, !isIn {
      (panels[.details], rest) = (rest.top(body.rows / 5), rest.droppingTop(body.rows / 5))
    }
    return panels.merging(editorParts(in: rest, of: model)) { first, _ in first }
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
    EditingCommands.followTypedValue(&model)
    model.table.measure(in: model)
    model.problems.list(of: model.selectedFeature?.id)
    // How the rows are shared follows from the feature that is selected now.
    model.layOut()
    model.features.findChanges(in: model)
    TextEditing.reconcile(&model)
  }

  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    Drafts.follow(&model, isLeaving: isLeaving)
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
    guard model.focus == .values || model.focus == .details else { return filterList(argument, in: &model) }
    model.focus = .values
    model.table.search = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    return argument.isEmpty ? [] : ValueCommands.find(&model, step: 0)
  }

  /// Leaves a panel or a search, or else the filter or the selection.
  static func clear(_ model: inout Model) -> Outcome {
    if model.focus == .values, !model.table.search.field.isEmpty {
      model.table.search = FilterField()
    } else if model.focus == .merged || model.focus == .details && !model.features.isAboutFeature {
      model.focus = .values
    } else if model.focus != .features {
      model.focus = .features
    } else if !model.features.list.filter.field.isEmpty {
      FeatureCommands.clearFilter(&model)
    } else if model.features.selection != .all {
      return list("all", in: &model)
    } else {
      model.table.search = FilterField()
    }
    return []
  }
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
