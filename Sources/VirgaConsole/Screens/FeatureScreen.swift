import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// Screen 1: the features, their values, and what is wrong with them.
enum FeatureScreen: ScreenParts {
  static let panels: [Panel] = [.features, .values, .details, .editor, .merged, .problems]

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    if let panels = editorAreas(in: body, of: state) { return panels }
    let problems = state.focus == .problems ? state.currentProblems.count : state.shownProblemCount
    return Layout.featurePanels(
      in: body, arrangement: Layout.arrangement(of: state.size), focus: state.focus, problemCount: problems,
      names: state.workspace.commonNameWidth, listGrowth: state.listGrowth)
  }

  static func isOffered(_ panel: Panel, in state: State) -> Bool {
    switch panel {
    case .problems: !state.currentProblems.isEmpty
    // Keys go to the text by `i` alone: who goes through the panels types nothing into it.
    case .editor: state.editor != nil && state.isInEditor && !state.options.isReadOnly
    case .merged: state.editor != nil && (state.focus == .merged || state.layout.panels[.merged] != nil)
    default: true
    }
  }

  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    switch panel {
    case .features: FeaturePanel.draw(state, on: &canvas)
    case .values: ValuePanel.draw(state, on: &canvas)
    case .details: DetailPanel.draw(state, on: &canvas)
    case .editor: drawEditor(state, on: &canvas)
    case .merged: drawMerged(state, on: &canvas)
    default: ProblemPanel.draw(state, on: &canvas)
    }
  }

  static func scroll(of panel: Panel) -> StatePart<Scroll>? {
    switch panel {
    case .features: StatePart({ $0.list.scroll }, { $0.list.scroll = $1 })
    case .values: StatePart({ $0.table.scroll }, { $0.table.scroll = $1 })
    case .problems: StatePart({ $0.problems }, { $0.problems = $1 })
    default: nil
    }
  }

  static func count(in panel: Panel, of state: State) -> Int {
    switch panel {
    case .features: state.list.rows.count
    case .values: state.table.rows.count
    case .problems: state.currentProblems.count
    case .editor: state.editor?.buffer.lines.count ?? 0
    case .merged: state.mergedRows.count
    default: lines(of: panel, in: state)?.count ?? 0
    }
  }

  static func rowsArea(of panel: Panel, in state: State) -> Rectangle {
    switch panel {
    case .features: state.layout.listRows
    case .values: ValuePanel.rowsArea(of: state)
    case .editor: state.editorLayout?.text ?? state.layout.inside(panel)
    default: state.layout.inside(panel)
    }
  }

  static func cursorMoved(in panel: Panel, of state: inout State) {
    if panel == .features { state.list.noteSelection() }
  }

  static let searched: [Panel] = [.problems, .details, .merged]

  static func lines(of panel: Panel, in state: State) -> [StyledLine]? {
    let columns = state.layout.inside(panel).columns
    switch panel {
    case .problems: return state.currentProblems.map(ProblemPanel.line)
    case .details: return DetailPanel.lines(of: state, columns: columns)
    case .merged: return state.mergedRows.map { MergedPanel.line(of: $0, columns: columns - 2) }
    default: return nil
    }
  }

  static func top(of panel: Panel) -> StatePart<Int>? {
    switch panel {
    case .details: StatePart({ $0.table.detailsTop }, { $0.table.detailsTop = $1 })
    case .merged: StatePart({ $0.mergedTop }, { $0.mergedTop = $1 })
    default: nil
    }
  }

  static func searchTerm(in state: State) -> String? {
    state.focus == .values ? state.table.search.text : state.list.filter.text
  }

  static func findNext(_ step: Int, in state: inout State) -> [Effect] {
    state.focus == .values ? state.findInValues(step: step) : goToLine(step, in: &state)
  }

  static func move(by rows: Int, in panel: Panel, of state: inout State) {
    guard panel != .editor else { return state.edit { $0.move(.rows(rows)) } }
    moveLines(by: rows, in: panel, of: &state)
  }

  static func open(_ panel: Panel, of state: inout State) -> [Effect] {
    switch panel {
    case .features: return state.run(Invocation("open"))
    case .values: return state.table.selectedRow?.fold == ValueRow.Fold.none ? [] : state.run(Invocation("fold"))
    case .problems: return state.goToProblem(state.problems.cursor)
    default: return []
    }
  }

  static func grow(by columns: Int, _ state: inout State) {
    let isLeft = state.focus == .features
    state.listGrowth = min(max(state.listGrowth + (isLeft ? columns : -columns), -30), 60)
  }
}

extension FeatureScreen {
  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    if panel == .features, point.row == state.layout.listRows.row - 1 { return state.startFilter("") }
    if panel == .editor {
      let hadFocus = state.lastFocus[.features] == .editor
      if !hadFocus, case .refused(let reason)? = CommandTable.command(named: "edit")?.availability(in: state) {
        state.focus = .values
        state.status = .refusal(reason)
        return []
      }
      let effects = hadFocus ? [] : state.openEditor()
      state.clickEditor(at: point)
      return effects
    }
    return clickRow(at: point, in: panel, isSecond: isSecond, of: &state)
  }

  static func drag(to point: Point, in panel: Panel, of state: inout State) {
    if panel == .editor { state.dragEditor(to: point) }
  }

  static func typedLine(in state: State) -> TypedLine? {
    if state.focus == .editor {
      guard let id = state.selectedFeature?.id, state.editor?.search.isTyping == true else { return nil }
      let field = StatePart(
        { $0.editing.editors[id]!.search.field }, { $0.editing.editors[id]!.search.field = $1 })
      return TypedLine(typing: .find, panel: .editor, field: field)
    }
    if state.editing.value != nil {
      let field = StatePart({ $0.editing.value!.field }, { $0.editing.value!.field = $1 })
      return TypedLine(typing: .value, panel: .values, field: field)
    }
    if state.list.isTyping {
      let field = StatePart({ $0.list.filter }, { $0.list.filter = $1 })
      return TypedLine(typing: .filter, panel: .features, field: field)
    }
    guard state.table.isTyping else { return nil }
    let field = StatePart({ $0.table.search }, { $0.table.search = $1 })
    return TypedLine(typing: .filter, panel: .values, field: field, keeps: "then n N")
  }

  static func lineChanged(_ state: inout State) -> [Effect] {
    if state.focus == .editor {
      state.edit { $0.find(step: 0) }
    } else if state.editing.value != nil {
      state.judgeValue()
    } else if state.list.isTyping {
      state.list.refresh(state.workspace, keepsSelection: state.list.filter.isEmpty)
    } else if !state.table.search.isEmpty {
      return state.findInValues(step: 0)
    }
    return []
  }

  static func keepLine(_ state: inout State) -> [Effect] {
    let isSearch = state.table.isTyping && !state.table.search.isEmpty
    stopTyping(&state)
    return isSearch ? state.findInValues(step: 0) : []
  }

  static func stopTyping(_ state: inout State) {
    state.list.isTyping = false
    state.table.isTyping = false
    state.editing.value = nil
  }

  static func startFilter(_ argument: String, in state: inout State) -> [Effect] { state.startFilter(argument) }

  static func clear(_ state: inout State) -> [Effect] { state.clear() }

  /// A line for each recipe that configures a feature, the highest layer first: `experiment order-2026 · treatment-a`.
  private static func recipes(of id: String, in state: State) -> [DisplayText] {
    (state.layers.enrolled[id]?.counting ?? []).reversed().map { part in
      let forced = state.session[.branch, part.slug] == nil ? "" : " · forced"
      let misfit = state.misfits.contains(part.slug, for: id) ? " ! does not fit the manifest" : ""
      return DisplayText("\(part.isRollout ? "rollout" : "experiment") \(part.slug) · \(part.branch)\(forced)\(misfit)")
    }
  }

  static func features(in state: State) -> [String] { state.featureSubjects }

  static func marks(in state: State) -> StatePart<NameSet>? {
    switch state.focus {
    case .features: StatePart({ $0.list.marked }, { $0.list.marked = $1 })
    case .values: StatePart({ $0.table.marked }, { $0.table.marked = $1 })
    default: nil
    }
  }

  static func markable(in state: State) -> [String] {
    let name = state.focus == .features ? state.selectedFeature?.id : state.table.selectedRow?.pathText
    return name.map { [$0] } ?? []
  }

  static func allMarkable(in state: State) -> [String] {
    guard state.focus == .features else { return state.table.rows.filter { $0.fold == .none }.map(\.pathText) }
    return state.list.rows.compactMap { $0.index.map { state.workspace.features[$0].id } }
  }

  static func settle(_ state: inout State) {
    if state.focus != .features { state.list.isTyping = false }
    if state.focus != .values { state.table.isTyping = false }
    let (hadText, id) = (state.hasText, state.selectedFeature?.id)
    state.settleSelection()
    settle(.features, of: &state)
    // Who typed into the text of a feature that went types into no other one.
    if !(state.selectedFeature?.id).isSameName(as: id), state.isInEditor { state.focus = .features }
    state.settleText()
    if state.hasText != hadText { state.layOut() }
    state.list.noteSelection()
    let feature = state.selectedFeature
    state.about.fit(
      feature?.description ?? "", recipes: feature.map { Self.recipes(of: $0.id, in: state) } ?? [],
      into: state.layout.inside(.values).size)
    state.table.show(
      feature, channel: state.channel, in: state.workspace, under: state.layers, generation: state.sessionGeneration)
    settle(.values, of: &state)
    state.table.settleDetails()
    state.settleEditing()
    settle(.problems, of: &state)
    state.settleDetailsWindow()
    state.settleChanges()
  }
}
