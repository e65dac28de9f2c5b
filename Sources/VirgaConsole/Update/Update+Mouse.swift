import VirgaCanvas
import VirgaTargeting

struct Click: Equatable, Sendable {
  let point: Point
  let at: Instant

  /// The maximum time between the presses of a double click, in nanoseconds.
  private static let longest: Int64 = 500_000_000

  /// Whether it is the second press of a double click that began with `first`.
  func isSecond(after first: Click) -> Bool {
    let seconds = at.seconds - first.at.seconds
    guard point.row == first.point.row, abs(point.column - first.point.column) <= 1, (0...1).contains(seconds) else {
      return false
    }
    return (0...Self.longest).contains(seconds * 1_000_000_000 + Int64(at.nanoseconds - first.at.nanoseconds))
  }
}

extension TerminalEvent {
  var isWheel: Bool {
    guard case .mouse(let mouse) = self else { return false }
    return mouse.action == .wheelUp || mouse.action == .wheelDown
  }
}

extension State {
  mutating func handle(_ mouse: MouseEvent) -> Outcome {
    switch mouse.action {
    case .wheelUp: return slide(at: mouse.point, by: -3)
    case .wheelDown: return slide(at: mouse.point, by: 3)
    case .press where mouse.button == .left: return click(at: mouse.point)
    case .drag where mouse.button == .left && overlay == nil:
      view?.drag(to: mouse.point, in: &self)
      return []
    default: return []
    }
  }

  private mutating func slide(at point: Point, by rows: Int) -> Outcome {
    if overlay != nil {
      overlay?.move(by: rows)
      return []
    }
    if let panel = panel(at: point) { parts.view(of: panel)?.slide(by: rows, at: point, in: &self) }
    return []
  }

  private mutating func click(at point: Point) -> Outcome {
    endMessage(onMotion: true)
    if overlay != nil { return clickInOverlay(point) }
    if point.row == layout.hints.row, layout.arrangement != .tooSmall {
      return HintLine.hint(at: point, in: self)?.command.map { run(Invocation($0)) } ?? []
    }
    if point.row == layout.header.row, let screen = HeaderLine.screen(at: point.column, in: self) {
      return screen == self.screen ? [] : run(Invocation(screen.rawValue))
    }
    guard let panel = panel(at: point) else { return [] }
    search.field.isTyping = false
    parts.stopTyping(&self)
    endMessage()
    let isSecond = recordClick(at: point)
    focus = panel
    return view?.click(at: point, isSecond: isSecond, in: &self) ?? []
  }

  /// Records a click on a panel or list; returns whether it is the second of a double click.
  private mutating func recordClick(at point: Point) -> Bool {
    let click = Click(point: point, at: input.now)
    let isSecond = input.lastClick.map(click.isSecond) ?? false
    input.lastClick = isSecond ? nil : click
    return isSecond
  }

  private mutating func clickInOverlay(_ point: Point) -> Outcome {
    guard let overlay, let panel = PickerPanel(self) else { return [] }
    let area = panel.rowsArea
    guard panel.area.contains(point) else {
      closeOverlay()
      return []
    }
    let row = overlay.list.scroll.top + point.row - area.row
    guard area.contains(point), overlay.list.item(inRow: row)?.isHeading == false else { return [] }
    if recordClick(at: point) { return chooseInOverlay() }
    self.overlay?.select(row)
    return []
  }

  private func panel(at point: Point) -> Panel? {
    layout.panels.first { $0.value.contains(point) }?.key
  }
}
