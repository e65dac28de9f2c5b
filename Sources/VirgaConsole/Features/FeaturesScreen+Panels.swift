import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The panels of screen 1, and what common keys do there.
extension FeaturesScreen: ConsoleScreen {
  static let path: ModelPath<FeaturesScreen> = \.features
  static let views: [any PanelView] = [
    FeaturePanel(), ValuePanel(), DetailPanel(), EditorView(), MergedView(), ReadingView(),
    ProblemPanel(),
  ]
  static let jumpsToBestMatch = true

  /// The areas of the panels: with the text of the selected feature if it is shown, else without.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let layout = FeatureLayout(model)
    if let withText = Self.editorAreas(in: body, with: layout, of: model) { return withText }
    var panels = layout.areas(
      in: body, values: { area in ValuePanel().wantedRows(model, in: area.size) },
      problems: { columns in ProblemPanel().wantedRows(model, columns: columns) })
    // Without a text, the feature as apps read it takes the place of the text's merged result.
    if model.editor == nil, layout.alwaysShowsText(in: body) {
      panels[.reading] = panels.removeValue(forKey: .merged)
    }
    return panels
  }

  /// The panels while the text of the selected feature is shown; nil without such a text.
  ///
  /// A text without the focus also gives nil if it is applied, if there is no room for it, or if
  /// the usual panels include it.
  private static func editorAreas(
    in body: Rectangle, with layout: FeatureLayout, of model: Model
  ) -> [Panel: Rectangle]? {
    guard model.hasEditorText else { return nil }
    let showsSeveralPanels = layout.arrangement == .severalPanels
    if model.isInEditor {
      // In a low terminal, the text takes the place of the values too.
      let fitsValues = showsSeveralPanels && body.rows >= minimumRowsForValues
      return fitsValues
        ? areasOfValuesAndFocusedText(in: body, of: model)
        : areasOfTextAndMergedResult(in: body, of: model)
    }
    let fitsAll = showsSeveralPanels && body.rows >= FeatureLayout.rowsForText
    guard fitsAll, !layout.alwaysShowsText(in: body), hasUnappliedText(model) else { return nil }
    return areasWithUnappliedText(in: body, with: layout, of: model)
  }

  /// The areas while a text has the focus: the values, and below them the text, with its merged
  /// result beside it if both fit; the list and the details are hidden.
  private static func areasOfValuesAndFocusedText(
    in body: Rectangle, of model: Model
  ) -> [Panel: Rectangle] {
    let (values, text) = body.split(top: rowsOfValues(aboveTextIn: body))
    var panels = areasOfTextAndMergedResult(in: text, of: model)
    panels[.values] = values
    return panels
  }

  /// All panels, with an unapplied text that does not have the focus between the details and the
  /// problems.
  ///
  /// The text has its merged result beside it, the config as apps read it, if both fit.
  ///
  /// An applied text is not shown, so that setting a value in its row does not move borders.
  private static func areasWithUnappliedText(
    in body: Rectangle, with layout: FeatureLayout, of model: Model
  ) -> [Panel: Rectangle] {
    let (list, besideList) = body.split(left: layout.listColumns(in: body.columns))
    let problemArea: Rectangle? =
      layout.hasProblems ? areaOfProblems(belowTextIn: besideList, of: body, in: model) : nil
    let aboveProblems = besideList.droppingBottom(problemArea?.rows ?? 0)
    // The text gets what values and details leave: two fifths of the rows.
    let fifth = aboveProblems.rows / 5
    let twoFifths = aboveProblems.rows * 2 / 5
    let (values, belowValues) = aboveProblems.split(top: twoFifths)
    let (details, text) = belowValues.split(top: fifth)
    var panels = areasOfTextAndMergedResult(in: text, of: model)
    panels[.features] = list
    panels[.values] = values
    panels[.details] = details
    panels[.problems] = problemArea
    return panels
  }

  /// The area of the problems at the bottom of the area beside the list.
  ///
  /// The text above takes all rows that values and details leave, so that none are free.
  private static func areaOfProblems(
    belowTextIn besideList: Rectangle, of body: Rectangle, in model: Model
  ) -> Rectangle {
    let needed = ProblemPanel().wantedRows(model, columns: besideList.columns)
    return besideList.bottom(
      FeatureLayout.rowsOfProblems(needing: needed, freeRows: 0, in: body.rows))
  }

  /// Whether the text of the selected feature differs from its edit.
  private static func hasUnappliedText(_ model: Model) -> Bool {
    guard let id = model.selectedFeature?.id else { return false }
    return model.features.editing.unappliedText(of: id, in: model.session) != nil
  }

  /// A text and beside it its merged result, the config as apps read it; without room for both, the
  /// one with the focus.
  private static func areasOfTextAndMergedResult(
    in area: Rectangle, of model: Model
  ) -> [Panel: Rectangle] {
    if let both = EditorLayout.sideBySide(in: area) {
      return [.editor: both.edit, .merged: both.merged]
    }
    let shown: Panel = model.focus == .merged ? .merged : .editor
    return [shown: area]
  }

  /// With fewer rows, a text replaces the values.
  private static let minimumRowsForValues = 30

  /// The rows of the values while a text below them has the focus: 35 percent, but at least 9.
  private static func rowsOfValues(aboveTextIn body: Rectangle) -> Int {
    let fewest = 9
    let share = body.rows * 35 / 100
    return max(fewest, share)
  }

  /// Whether `Tab` stops at a panel.
  ///
  /// - Problems: if they have a place; while only one panel is shown, if there are errors or
  ///   warnings.
  /// - The text: only while it or its merged result has the focus.
  /// - The merged result: if it is visible, or has the focus in a terminal too small to show it.
  /// - The feature as apps read it (`reading`): in the place of the merged result while the feature
  ///   has no text.
  func isTabStop(_ panel: Panel, _ shared: Shared) -> Bool {
    switch panel {
    case .problems:
      // The only panel on the screen needs no place that is reserved beside others.
      let isAlone = shared.layout.arrangement == .onePanel
      return isAlone ? problems.listedCountWithoutHints > 0 : problems.hasPlace
    case .editor:
      // From other panels only `i` goes to the text: going through the panels must not end up
      // typing into it.
      return editor(shared) != nil && shared.isInEditor && !shared.options.isReadOnly
    case .merged:
      let isVisible = shared.layout.panels[.merged] != nil
      return editor(shared) != nil && (isVisible || shared.focus == .merged)
    case .reading:
      let layout = FeatureLayout(shared, hasProblems: problems.hasPlace)
      // A terminal that is wide and tall has a place for the text, also for a feature without one.
      let hasPlace = layout.alwaysShowsText(in: shared.layout.body)
      return hasPlace && selectedFeature(shared) != nil && editor(shared) == nil
    default:
      return true
    }
  }

  /// Draws the completions at `canvas.cursor`, which the panel of the text has set; they leave the
  /// text's problems visible, if that is possible.
  func drawOver(_ model: Model, on canvas: inout Canvas) {
    guard model.isCompleting, let popup = model.editor?.completion, let cursor = canvas.cursor
    else { return }
    let layout = model.editorLayout
    // The problems begin with the line between them and the text, if they have one.
    let areasOfProblems = [layout?.rule, layout?.problems].compactMap { $0 }
    let firstProblemRow = areasOfProblems.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, firstProblemRow: firstProblemRow, on: &canvas)
  }

  /// Recomputes lists, values and the selected feature's text after an event, before the layout.
  ///
  /// If another feature is selected now while a text has the focus, the list gets the focus.
  mutating func refresh(_ shared: Shared) -> Outcome {
    // Ends, for example, typing the filter of a list that no longer has the focus.
    endWhatLostFocus(shared)
    let idBefore = selectedFeature(shared)?.id
    listAndScrollFeatures(shared)
    // A person typing into the text of a feature that is gone must not continue in another one.
    let isOtherFeature = !(selectedFeature(shared)?.id).isSameName(as: idBefore)
    let leavesText = isOtherFeature && shared.isInEditor
    // The outcome moves the focus later, but the steps below depend on it.
    var shared = shared
    if leavesText { shared.focus = .features }
    // The config of a recipe's branch is only open while its text has the focus.
    closeBranchConfigUnlessEdited(shared)
    syncEditorWithSession(shared)
    loadValues(shared)
    // A value that is being typed ends with a message if its row is gone from the loaded values.
    let message = updateTypedValue(shared)
    listProblems(shared)
    let outcome = Outcome.done(saying: message)
    return leavesText ? .focuses(.features, then: outcome) : outcome
  }

  /// Lists the features again, and keeps the cursor of the list in sight if the list is shown.
  private mutating func listAndScrollFeatures(_ shared: Shared) {
    listFeatures(shared)
    if let height = FeaturePanel.rowCount(in: shared.layout, focus: shared.focus) {
      list.scroll.reconcile(count: list.count, height: height)
    }
  }

  /// Closes the config of a branch, which is only edited while its text has the focus.
  private mutating func closeBranchConfigUnlessEdited(_ shared: Shared) {
    // A config that is not the edit of a feature is that of a branch.
    let isBranchEdited = editedConfig(shared)?.isEditOfFeature == false
    if !isBranchEdited { editing.branchConfig = nil }
  }

  /// Ends what lasts only while its panel has the focus: details about the feature in place of the
  /// value, typing the filter of the list, and typing a search in the values.
  private mutating func endWhatLostFocus(_ shared: Shared) {
    if shared.focus != .details { areDetailsAboutFeature = false }
    if shared.focus != .features { list.endFilter() }
    if shared.focus != .values { values.search.isTyping = false }
  }

  /// The id of the selected feature, which is the name of an item on this screen.
  func currentName(_ shared: Shared) -> String? { selectedFeature(shared)?.id }

  /// The id of the selected feature.
  func feature(_ shared: Shared) -> String? { selectedFeature(shared)?.id }

  /// The value under the cursor; nil while the list of features has the focus.
  func selectedValue(_ shared: Shared) -> ValuePlace? {
    if shared.focus == .features { return nil }
    guard let feature = selectedFeature(shared)?.id, let row = values.selectedRow else {
      return nil
    }
    return ValuePlace(feature: feature, path: row.pathText)
  }

  /// Loads the values of the selected feature.
  mutating func loadValues(_ shared: Shared) {
    values.load(
      selectedFeature(shared), of: shared.workspace, in: shared.channel, under: shared.layers)
  }

  /// Lists the problems of the selected feature; without one, all problems, or none if no feature
  /// matches the filter.
  mutating func listProblems(_ shared: Shared) {
    if let id = selectedFeature(shared)?.id {
      return problems.load(shared.problems.items(of: id), of: id)
    }
    problems.load(hasNoMatch ? [] : shared.problems.all, of: nil)
  }

  /// Whether the filter of the list matches no feature.
  var hasNoMatch: Bool { list.count == 0 && !list.filter.field.isEmpty }

  /// Finds out in which visible features the manifest's blocks of defaults change a value, checks
  /// the visible text, and merges the selected feature if the panel for a feature without a text
  /// (`reading`) is visible.
  ///
  /// What is visible depends on the layout.
  mutating func updateAfterLayout(_ shared: Shared) {
    findChanges(shared)
    checkAndScrollText(shared)
    if shared.layout.panels[.reading] != nil { values.makePreview() }
  }

  /// Counts drafts and their problems for the first line of the terminal.
  mutating func updateHeaderCounts(_ shared: Shared) {
    // The problems of the text in the shown editor are known already.
    let shown = editor(shared) == nil ? nil : editedConfig(shared)
    editing.countDrafts(
      shared.session, shared.workspace, channel: shared.channel, shown: shown)
  }

  /// Saves the draft of a text that lost the focus; asks to be told of the next pause while one is
  /// being typed.
  ///
  /// - Parameter isLeaving: Whether the console ends.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    saveDraftWhenDue(shared, consoleEnds: isLeaving)
  }

  /// Loads a text that was `written` in the person's own editor into the config editor, and saves
  /// the draft in a pause of typing (`quiet`); nil for other events.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    switch event {
    case .written(let text, let feature): Self.loadIntoEditor(text, feature: feature)
    case .quiet: saveDraftInPause(shared)
    default: nil
    }
  }

  /// The line that receives the keys: a value, the search in the values or the filter of the list;
  /// nil if none is being typed.
  func typedLine() -> TypedLine? {
    if editing.typedValue != nil { return Self.lineOfTypedValue() }
    if values.search.isTyping {
      // A search has the keys of a filter.
      return TypedLine(
        typing: .filter, field: \.features.values.search.field, isSearch: true,
        onChange: { model in model.features.findFirstInValues(model.shared) })
    }
    return filterLine()
  }

  /// The line of a value that is typed in its row, which is checked after each key.
  private static func lineOfTypedValue() -> TypedLine {
    TypedLine(
      // `[field:]` of the optional value gives its text field. Once typing has ended, the value is
      // nil: the subscript then gives an empty field and ignores keys.
      typing: .value, field: \.features.editing.typedValue[field: \.field],
      onChange: { model in
        // The message in the status line is about the text before the change.
        model.endMessage()
        return model.features.sayIfTypedValueIsRefused(model.shared)
      })
  }

  /// Ends typing a filter or a search, whose text stays, or a value, which is dropped.
  mutating func stopTyping() {
    list.endFilter()
    values.search.isTyping = false
    editing.typedValue = nil
  }

  /// The text of the search in the values if they have the focus, else that of the list's filter;
  /// never nil on this screen.
  func searchTerm(_ shared: Shared) -> String? {
    shared.focus == .values ? values.search.text : list.filter.text
  }

  /// Goes to the next match in the values, or the next listed feature; the previous one if `step`
  /// is -1.
  mutating func findNext(_ step: Int, _ shared: Shared) -> Outcome {
    shared.focus == .values ? findInValues(step: step, shared) : goToItem(step)
  }

  /// Starts to filter the list, or to search in the values from there or from the details; filters
  /// or searches at once for an argument.
  mutating func startFilter(_ argument: String, _ shared: Shared) -> Outcome {
    let searchesValues = shared.focus == .values || shared.focus == .details
    guard searchesValues else { return filterList(argument) }
    let isTyping = argument.isEmpty
    values.search = FilterField(field: TextField(argument), isTyping: isTyping)
    return .focuses(.values, then: isTyping ? [] : findFirstInValues(shared))
  }

  /// Undoes the first of these that is set: the search in the values that have the focus, the focus
  /// on another panel than the list, the filter of the list, its subset, a search in the values
  /// that was left.
  mutating func clear(_ shared: Shared) -> Outcome {
    let isInDetailsOfValue = shared.focus == .details && !areDetailsAboutFeature
    if shared.focus == .values, !values.search.field.isEmpty {
      values.search = FilterField()
    } else if shared.focus == .merged || isInDetailsOfValue {
      // One step back: to the values, where details of a value and the merged result of an edit
      // belong, or from the merged result of a branch to the Experiments screen.
      return Self.focusValuesOrBranches(of: editedConfig(shared))
    } else if shared.focus != .features {
      return .focuses(.features)
    } else if !list.filter.field.isEmpty {
      clearFilter()
    } else if subset != .all {
      return listSubset(named: "all", shared)
    } else {
      // A search that was left without clearing it still marks its matches in the values.
      values.search = FilterField()
    }
    return []
  }
}
