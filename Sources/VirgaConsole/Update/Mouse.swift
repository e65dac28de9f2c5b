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

/// What the mouse does; keys that were pressed for a sequence are forgotten.
enum Mouse {
  static func handle(_ mouse: MouseEvent, in state: inout State) -> Outcome {
    let isInSequence = !state.input.pendingKeys.isEmpty
    let hint = mouse.action == .press ? HintLine.hint(at: mouse.point, in: state)?.command : nil
    state.input.pendingKeys = []
    if isInSequence, let hint { return state.run(Invocation(hint)) }
    let panel = state.layout.panels.first { $0.value.contains(mouse.point) }?.key
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let rows = mouse.action == .wheelUp ? -3 : 3
      state.overlay?.move(by: rows)
      if state.overlay == nil, let panel {
        state.parts.view(of: panel)?.slide(by: rows, at: mouse.point, in: &state)
      }
    case .press where mouse.button == .left:
      state.endMessage(onMotion: true)
      return state.overlay == nil
        ? click(at: mouse.point, on: panel, hint, in: &state) : clickInOverlay(mouse.point, in: &state)
    case .drag where mouse.button == .left && state.overlay == nil: state.view?.drag(to: mouse.point, in: &state)
    default: break
    }
    return []
  }

  private static func click(at point: Point, on panel: Panel?, _ hint: String?, in state: inout State) -> Outcome {
    if point.row == state.layout.hints.row, state.layout.arrangement != .tooSmall {
      return hint.map { state.run(Invocation($0)) } ?? []
    }
    if point.row == state.layout.header.row, let screen = HeaderLine(state).screen(at: point.column) {
      return screen == state.screen ? [] : state.run(Invocation(screen.rawValue))
    }
    guard let panel else { return [] }
    state.stopTyping()
    state.endMessage()
    let isSecond = isSecond(at: point, in: &state)
    state.focus = panel
    return state.view?.click(at: point, isSecond: isSecond, in: &state) ?? []
  }

  /// Records a click on a panel or list; returns whether it is the second of a double click.
  private static func isSecond(at point: Point, in state: inout State) -> Bool {
    let click = Click(point: point, at: state.input.now)
    let isSecond = state.input.lastClick.map(click.isSecond) ?? false
    state.input.lastClick = isSecond ? nil : click
    return isSecond
  }

  private static func clickInOverlay(_ point: Point, in state: inout State) -> Outcome {
    guard let overlay = state.overlay, let panel = PickerPanel(state) else { return [] }
    guard panel.area.contains(point) else {
      state.closeOverlay()
      return []
    }
    let row = overlay.list.scroll.top + point.row - panel.rowsArea.row
    guard panel.rowsArea.contains(point), overlay.list.item(inRow: row)?.isHeading == false else { return [] }
    if isSecond(at: point, in: &state) { return state.chooseInOverlay() }
    state.overlay?.select(row)
    return []
  }
}
