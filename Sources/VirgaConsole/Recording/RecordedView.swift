import VirgaFlags
import VirgaJSON
import VirgaManifest

/// The view of a person: what keys, mouse and typing change without a scriptable command.
struct RecordedView: Equatable, Sendable {
  var focus: Panel
  var filters: [Panel: String] = [:]
  var cursors: [Panel: Invocation] = [:]
  var column = 0

  init(_ state: State) {
    focus = state.focus
    column = state.channels.column
    let panels = Screen.allCases.flatMap { screen in screen.panels.map { (panel: $0, parts: screen.parts) } }
    for (panel, parts) in panels {
      filters[panel] = Self.filter(of: panel, parts, in: state)
      guard let list = parts.view(of: panel)?.list(in: state) else { continue }
      cursors[panel] = state.link(to: panel) ?? Invocation("line", "\(list.scroll.cursor + 1)")
    }
  }

  private static func filter(of panel: Panel, _ parts: any ScreenParts.Type, in state: State) -> String {
    switch panel {
    case .values: return state.table.search.text
    case .reason: return state.experiments.expression.text
    default:
      if panel == state.search.panel { return state.search.field.text }
      guard panel == panel.screen.panels.first, let filter = parts.filter else { return "" }
      return state[keyPath: filter].text
    }
  }

}

extension State {
  /// The command that goes to the line under a panel's cursor by name; nil if lines have no names.
  func link(to panel: Panel) -> Invocation? {
    switch panel {
    case .features: selectedFeature.map { Invocation("select", $0.id) }
    case .values: table.selectedRow.map { Invocation("go", $0.pathText) }
    case .flags: flags.selectedRow.map { Invocation("select-flag", $0.id) }
    case .recipes: experiments.selectedRow.map { Invocation("recipe", $0.slug) }
    default: nil
    }
  }

  var way: [Invocation] {
    let first = screen.panels.first.flatMap(link)
    let isValue = screen == .features && focus != .features && table.featureID.isSameName(as: selectedFeature?.id)
    let value = isValue ? table.selectedRow.map { Invocation("go-value", $0.pathText) } : nil
    return [first, value].compactMap(\.self)
  }
}

extension RecordedView {
  func commands(from old: RecordedView) -> [Invocation] {
    var way: [Invocation] = []
    var here = old.focus
    let screen = focus.screen
    func goTo(_ panel: Panel) {
      guard panel != here else { return }
      if panel == .editor || panel == .merged && here != .editor { way.append(Invocation("edit")) }
      if panel != .editor { way.append(entry(to: panel)) }
      here = panel
    }
    if here.screen != screen {
      way.append(Invocation(screen.rawValue))
      // A screen restores its own focus, so the panel is unknown here.
      here = Panel("", on: screen, title: "")
    }
    for panel in screen.panels.reversed() where filters[panel] != old.filters[panel] {
      goTo(panel)
      let filter = filters[panel] ?? ""
      way.append(
        filter.isEmpty ? Invocation("no-filter") : Invocation(panel == .reason ? "evaluate" : "filter", filter))
    }
    for (panel, invocation) in changedCursors(from: old) {
      if invocation.name == "line" { goTo(panel) }
      way.append(invocation)
      if invocation.name == "go" || invocation.name == "select-flag" { here = panel }
    }
    let steps = screen == .channels ? column - old.column : 0
    way += Array(repeating: Invocation(steps < 0 ? "previous-column" : "next-column"), count: abs(steps))
    goTo(focus)
    return way
  }

  /// The command that focuses a panel; for values, one that goes to the line, as each feature remembers its own.
  private func entry(to panel: Panel) -> Invocation {
    if panel == .values, let line = cursors[.values], line.name == "go" { return line }
    return Invocation("focus", panel.name)
  }

  /// The lists whose cursor moved on its own; moving in the first list changes the contents of the others.
  private func changedCursors(from old: RecordedView) -> [(Panel, Invocation)] {
    let changed = focus.screen.panels.compactMap { panel -> (Panel, Invocation)? in
      guard let invocation = cursors[panel], let before = old.cursors[panel], before != invocation else { return nil }
      return (panel, invocation)
    }
    guard let first = changed.first, first.0 == focus.screen.panels.first else { return changed }
    return changed.filter { $0.0 == first.0 || $0.0 == focus }
  }
}
