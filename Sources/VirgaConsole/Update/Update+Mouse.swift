import VirgaCanvas

extension State {
  /// Takes a click or a turn of the wheel.
  mutating func take(_ mouse: MouseEvent) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return slide(at: mouse.point, by: -3)
    case .wheelDown: return slide(at: mouse.point, by: 3)
    case .press where mouse.button == .left: return click(at: mouse.point)
    default: return []
    }
  }

  private mutating func slide(at point: Point, by rows: Int) -> [Effect] {
    if var overlay {
      overlay.scroll.move(by: rows, in: overlay.lines.count)
      self.overlay = overlay
      return []
    }
    switch panel(at: point) {
    case .features:
      list.scroll.slide(by: rows, in: list.rows.count, height: height(of: .features))
      list.noteSelection(workspace)
    case .values: table.scroll.slide(by: rows, in: table.rows.count, height: height(of: .values))
    case .details: table.detailsTop += rows
    case .problems: problems.slide(by: rows, in: currentProblems.count, height: height(of: .problems))
    case nil: break
    }
    return []
  }

  private mutating func click(at point: Point) -> [Effect] {
    status = nil
    if overlay != nil { return clickInOverlay(point) }
    if point.row == layout.hints.row, layout.arrangement != .tooSmall {
      return HintLine.command(at: point.column, in: self).map { run(Invocation($0)) } ?? []
    }
    guard let panel = panel(at: point) else { return [] }
    list.isTyping = false
    table.isTyping = false
    let hadFocus = focus == panel
    focus = panel
    switch panel {
    case .features: return clickFeature(point, hadFocus: hadFocus)
    case .values: return clickValue(point, hadFocus: hadFocus)
    case .problems: return clickProblem(point, hadFocus: hadFocus)
    case .details: return []
    }
  }

  private mutating func clickFeature(_ point: Point, hadFocus: Bool) -> [Effect] {
    let area = layout.listRows
    if point.row == area.row - 1 { return startFilter("") }
    let row = list.scroll.top + point.row - area.row
    guard area.contains(point), list.rows.indices.contains(row) else { return [] }
    let wasSelected = row == list.scroll.cursor
    list.scroll.cursor = row
    list.noteSelection(workspace)
    return hadFocus && wasSelected ? run(Invocation("open")) : []
  }

  private mutating func clickValue(_ point: Point, hadFocus: Bool) -> [Effect] {
    let area = ValuePanel.rowsArea(of: self)
    let row = table.scroll.top + point.row - area.row
    guard area.contains(point), table.rows.indices.contains(row) else { return [] }
    let wasSelected = row == table.scroll.cursor
    table.scroll.cursor = row
    guard hadFocus, wasSelected, table.rows[row].fold != .none else { return [] }
    return run(Invocation("fold"))
  }

  private mutating func clickProblem(_ point: Point, hadFocus: Bool) -> [Effect] {
    let area = layout.inside(.problems)
    let row = problems.top + point.row - area.row
    guard area.contains(point), row < currentProblems.count else { return [] }
    let wasSelected = row == problems.cursor
    problems.cursor = row
    return hadFocus && wasSelected ? goToProblem(row) : []
  }

  private mutating func clickInOverlay(_ point: Point) -> [Effect] {
    guard var overlay else { return [] }
    let area = OverlayPanel.rowsArea(of: self)
    guard OverlayPanel.area(of: self).contains(point) else {
      self.overlay = nil
      return []
    }
    let row = overlay.scroll.top + point.row - area.row
    guard area.contains(point), overlay.lines.indices.contains(row) else { return [] }
    overlay.scroll.cursor = row
    self.overlay = overlay
    return chooseInOverlay()
  }

  private func panel(at point: Point) -> Panel? {
    layout.panels.first { $0.value.contains(point) }?.key
  }
}
