import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The panels of screen 1, and what common keys do there.
extension FeaturesScreen: ConsoleScreen {
  static let path: ModelPath<FeaturesScreen> = \.features
  static let views: [any PanelView] = [
    FeaturePanel(), ValuePanel(), DetailPanel(), EditorView(), MergedView(), ProblemPanel(),
  ]
  static let jumpsToBestMatch = true

  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let layout = FeatureLayout(model)
    return Self.editorAreas(in: body, with: layout, of: model)
      ?? layout.areas(
        in: body, details: { DetailPanel().wantedRows(model, columns: $0) },
        values: { ValuePanel().wantedRows(model, in: $0.size, beside: $1) },
        problems: { ProblemPanel().wantedRows(model, columns: $0) })
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
  func isOffered(_ panel: Panel, _ shared: Shared) -> Bool {
    switch panel {
    case .problems: problems.shownCount > 0
    // Only `i` focuses the text: going through the panels must not end up typing into it.
    case .editor: editor(shared) != nil && shared.isInEditor && !shared.options.isReadOnly
    case .merged:
      editor(shared) != nil && (shared.focus == .merged || shared.layout.panels[.merged] != nil)
    default: true
    }
  }

  /// Draws the completions at the cursor of the text.
  func drawOver(_ model: Model, on canvas: inout Canvas) {
    guard model.isCompleting, let popup = model.editor?.completion, let cursor = canvas.cursor
    else { return }
    let layout = model.editorLayout
    let areasOfProblems = [layout?.rule, layout?.problems].compactMap { $0 }
    let rowOfProblems = areasOfProblems.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: rowOfProblems, on: &canvas)
  }

  /// Recomputes lists, values and the selected feature's text after an event, before the layout.
  mutating func refresh(_ shared: Shared) -> Outcome {
    if shared.focus != .details { isAboutFeature = false }
    if shared.focus != .features { list.endFilter() }
    if shared.focus != .values { values.search.isTyping = false }
    let idBefore = selectedFeature(shared)?.id
    listFeatures(shared)
    if let height = FeaturePanel.rowCount(in: shared.layout, focus: shared.focus) {
      list.scroll.reconcile(count: list.count, height: height)
    }
    // A person typing into the text of a feature that is gone must not continue in another one.
    let isOtherFeature = !(selectedFeature(shared)?.id).isSameName(as: idBefore)
    let leavesText = isOtherFeature && shared.isInEditor
    var shared = shared
    if leavesText { shared.focus = .features }
    followText(shared)
    loadValues(shared)
    let typedValue = followTypedValue(shared)
    values.measure(typing: editing.value, in: shared.channel)
    listProblems(shared)
    let outcome = Outcome.done(saying: typedValue)
    return leavesText ? .focuses(.features, then: outcome) : outcome
  }

  func currentName(_ shared: Shared) -> String? { selectedFeature(shared)?.id }

  func feature(_ shared: Shared) -> String? { selectedFeature(shared)?.id }

  /// The value under the cursor; nil while the list of features has the focus.
  func selectedValue(_ shared: Shared) -> ValuePlace? {
    guard shared.focus != .features, let feature = selectedFeature(shared)?.id else { return nil }
    return values.selectedRow.map { ValuePlace(feature: feature, path: $0.pathText) }
  }

  /// Loads the values of the selected feature.
  mutating func loadValues(_ shared: Shared) {
    values.load(
      selectedFeature(shared), of: shared.workspace, in: shared.channel, under: shared.layers)
  }

  /// Lists the problems of the selected feature; all problems if none is selected, but none beside a
  /// list without a match.
  mutating func listProblems(_ shared: Shared) {
    if let id = selectedFeature(shared)?.id { return problems.load(shared.problems.items(of: id)) }
    let hasNoMatch = list.count == 0 && !list.filter.field.isEmpty
    problems.load(hasNoMatch ? [] : shared.problems.all)
  }

  /// Finds changes of the visible features, and checks the visible text; both depend on the layout.
  mutating func followLayout(_ shared: Shared) {
    findChanges(shared)
    checkText(shared)
  }

  /// Counts drafts and their problems for the first line.
  mutating func count(_ shared: Shared) {
    let visibleText = editor(shared) == nil ? nil : selectedFeature(shared)?.id
    editing.countDrafts(
      shared.session, shared.workspace, channel: shared.channel, shown: visibleText)
  }

  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    followDrafts(shared, isLeaving: isLeaving)
  }

  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    switch event {
    case .written(let text, let feature): Self.adopt(text, feature: feature)
    case .quiet: pauseTyping(shared)
    default: nil
    }
  }

  /// The line that receives the keys: a value, the search in the values or the filter of the list;
  /// nil if none is being typed.
  func typedLine() -> TypedLine? {
    if editing.value != nil {
      return TypedLine(typing: .value, field: \.features.editing.value[field: \.field]) { model in
        model.endMessage()
        return model.features.judgeTypedValue(model.shared)
      }
    }
    guard values.search.isTyping else { return filterLine() }
    return TypedLine(typing: .filter, field: \.features.values.search.field, isSearch: true) {
      $0.features.findInValues(step: 0, $0.shared)
    }
  }

  /// Ends typing a filter, a search or a value; a value is dropped.
  mutating func stopTyping() {
    list.endFilter()
    values.search.isTyping = false
    editing.value = nil
  }

  func searchTerm(_ shared: Shared) -> String? {
    shared.focus == .values ? values.search.text : list.filter.text
  }

  /// Goes to the next match in the values, or the next listed feature; the previous one if `step`
  /// is -1.
  mutating func findNext(_ step: Int, _ shared: Shared) -> Outcome {
    shared.focus == .values ? findInValues(step: step, shared) : goToItem(step)
  }

  /// Starts to filter the list, or to search in the values from there or from the details; does so
  /// at once for an argument.
  mutating func startFilter(_ argument: String, _ shared: Shared) -> Outcome {
    guard shared.focus == .values || shared.focus == .details else { return filterList(argument) }
    values.search = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    return .focuses(.values, then: argument.isEmpty ? [] : findInValues(step: 0, shared))
  }

  /// Undoes the innermost of: the search in the values, the focus on another panel, the filter of
  /// the list, its subset.
  mutating func clear(_ shared: Shared) -> Outcome {
    let isAboutValue = shared.focus == .details && !isAboutFeature
    if shared.focus == .values, !values.search.field.isEmpty {
      values.search = FilterField()
    } else if shared.focus == .merged || isAboutValue {
      return .focuses(.values)
    } else if shared.focus != .features {
      return .focuses(.features)
    } else if !list.filter.field.isEmpty {
      clearFilter()
    } else if subset != .all {
      return list("all", shared)
    } else {
      values.search = FilterField()
    }
    return []
  }
}
