import VirgaFlags
import VirgaJSON
import VirgaManifest

/// The view of a person: what keys, mouse and typing change without a scriptable command.
struct RecordedView: Equatable, Sendable {
  private let focus: Panel
  private var filters: [Panel: String] = [:]
  private var cursors: [Panel: Invocation] = [:]
  private let column: Int

  init(_ model: Model) {
    (focus, column) = (model.focus, model.channels.column)
    for panel in Panel.allCases {
      let parts = panel.screen.parts
      filters[panel] = Self.filter(of: panel, in: model).map { model[keyPath: $0].text } ?? ""
      guard let list = parts.view(of: panel)?.list(in: model) else { continue }
      cursors[panel] = Self.link(to: panel, in: model) ?? Invocation("line", "\(list.scroll.cursor + 1)")
    }
  }

  /// The filter or search of a panel; nil if it has none.
  static func filter(of panel: Panel, in model: Model) -> WritableKeyPath<Model, FilterField>? {
    switch panel {
    case .values: \Model.table.search
    case model.search.panel: \Model.search.field
    default: panel == panel.screen.panels.first ? panel.screen.parts.filter : nil
    }
  }

  /// The command that goes to the line under a panel's cursor by name; nil if lines have no names.
  private static func link(to panel: Panel, in model: Model) -> Invocation? {
    switch panel {
    case .features: model.selectedFeature.map { Invocation("select", $0.id) }
    case .values: model.table.selectedRow.map { Invocation("go", $0.pathText) }
    case .flags: model.flags.selectedRow.map { Invocation("select-flag", $0.id) }
    case .recipes: model.experiments.selectedRow.map { Invocation("recipe", $0.slug) }
    default: nil
    }
  }

  /// The commands that go to the item under the cursor of the screen.
  static func way(in model: Model) -> [Invocation] {
    let isValue =
      model.screen == .features && model.focus != .features
      && model.table.featureID.isSameName(as: model.selectedFeature?.id)
    let value = isValue ? model.table.selectedRow.map { Invocation("go-value", $0.pathText) } : nil
    return [model.screen.panels.first.flatMap { link(to: $0, in: model) }, value].compactMap(\.self)
  }

  func commands(from old: RecordedView) -> [Invocation] {
    var way: [Invocation] = []
    var here: Panel? = old.focus
    let screen = focus.screen
    func goTo(_ panel: Panel) {
      guard panel != here else { return }
      if panel == .editor || panel == .merged && here != .editor { way.append(Invocation("edit")) }
      // Each feature remembers the line of its values.
      let value = panel == .values ? cursors[.values].flatMap { $0.name == "go" ? $0 : nil } : nil
      if panel != .editor { way.append(value ?? Invocation("focus", panel.name)) }
      here = panel
    }
    if old.focus.screen != screen {
      way.append(Invocation(screen.rawValue))
      // A screen restores its own focus, so the panel is unknown here.
      here = nil
    }
    for panel in screen.panels.reversed() where filters[panel] != old.filters[panel] {
      goTo(panel)
      let filter = filters[panel] ?? ""
      way.append(filter.isEmpty ? Invocation("no-filter") : Invocation("filter", filter))
    }
    for (panel, invocation) in movedCursors(since: old) {
      if invocation.name == "line" { goTo(panel) }
      way.append(invocation)
      if invocation.name == "go" || invocation.name == "select-flag" { here = panel }
    }
    let steps = screen == .channels ? column - old.column : 0
    way += Array(repeating: Invocation(steps < 0 ? "previous-column" : "next-column"), count: abs(steps))
    goTo(focus)
    return way
  }

  /// The lists whose cursor moved on its own; moving in the first list changes the contents of the others.
  private func movedCursors(since old: RecordedView) -> [(Panel, Invocation)] {
    let moved = focus.screen.panels.compactMap { panel -> (Panel, Invocation)? in
      guard let invocation = cursors[panel], let before = old.cursors[panel], before != invocation else { return nil }
      return (panel, invocation)
    }
    guard let first = moved.first, first.0 == focus.screen.panels.first else { return moved }
    return moved.filter { $0.0 == first.0 || $0.0 == focus }
  }
}
