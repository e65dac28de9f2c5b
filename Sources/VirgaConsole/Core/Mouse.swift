import VirgaCanvas
import VirgaTargeting

/// Handles the mouse; a pending sequence of keys is forgotten, unless its hint is clicked.
enum Mouse {
  /// The maximum time between the presses of a double click.
  private static let maxDoubleClickTime = Duration.milliseconds(500)

  /// The number of rows that one step of the wheel scrolls.
  private static let rowsPerWheelStep = 3

  /// Scrolls, clicks or drags; other events only end a pending sequence of keys.
  static func handle(_ mouse: MouseEvent, in model: inout Model) -> Outcome {
    let isInSequence = !model.input.pendingKeys.isEmpty
    // The command of the hint that is clicked, if any. Found before the sequence ends, because the
    // hints that are shown are its continuations.
    let commandOfHint =
      mouse.action == .press ? HintLine.hint(at: mouse.point, in: model)?.command : nil
    model.shared.input.pendingKeys = []
    // The hints of a sequence may be on several lines, which cover panels and lists.
    if isInSequence, let commandOfHint { return model.run(Invocation(commandOfHint)) }
    let panel = model.layout.panels.first { $0.value.contains(mouse.point) }?.key
    switch mouse.action {
    case .wheelUp: scroll(by: -rowsPerWheelStep, at: mouse.point, on: panel, in: &model)
    case .wheelDown: scroll(by: rowsPerWheelStep, at: mouse.point, on: panel, in: &model)
    case .press where mouse.button == .left:
      return press(at: mouse.point, on: panel, commandOfHint: commandOfHint, in: &model)
    case .drag where mouse.button == .left && model.overlay == nil:
      model.view?.drag(to: mouse.point, in: &model)
    case .press, .release, .drag: break
    }
    return []
  }

  /// Handles a press of the left button: a click in the list over the screen, or else on the
  /// screen.
  private static func press(
    at point: Point, on panel: Panel?, commandOfHint: String?, in model: inout Model
  ) -> Outcome {
    // A click ends only a transient message; a command that it runs may end any message.
    model.endMessage(onlyIfTransient: true)
    return model.overlay == nil
      ? click(at: point, on: panel, commandOfHint: commandOfHint, in: &model)
      : clickInOverlay(point, in: &model)
  }

  /// Moves the cursor of the list over the screen, or else scrolls the panel under the mouse, which
  /// need not have the focus.
  private static func scroll(
    by rows: Int, at point: Point, on panel: Panel?, in model: inout Model
  ) {
    guard model.overlay == nil else {
      model.overlay?.move(by: rows)
      return
    }
    guard let panel else { return }
    model.screen.view(of: panel)?.slide(by: rows, at: point, in: &model)
  }

  /// Handles a click: on a hint, a part of the first line, or a panel, which gets the focus.
  ///
  /// - Parameter commandOfHint: The command of the hint at `point`; nil if no hint is there.
  private static func click(
    at point: Point, on panel: Panel?, commandOfHint: String?, in model: inout Model
  ) -> Outcome {
    // A terminal that is too small shows only a sentence that says so, without hints.
    let showsHints = model.layout.arrangement != .tooSmall
    if showsHints, point.row == model.layout.hints.row {
      return commandOfHint.map { model.run(Invocation($0)) } ?? []
    }
    if point.row == model.layout.header.row,
      let command = HeaderLine(model).command(at: point.column)
    {
      // The command that goes to a screen has the name of the screen.
      let isShownScreen = command == model.screen.rawValue
      return isShownScreen ? [] : model.run(Invocation(command))
    }
    guard let panel else { return [] }
    return click(at: point, in: panel, of: &model)
  }

  /// Gives a panel the focus, and hands it the click.
  private static func click(
    at point: Point, in panel: Panel, of model: inout Model
  ) -> Outcome {
    model.stopTyping()
    model.endMessage()
    let isSecond = recordClick(at: point, in: &model)
    // `view`, which handles the click, is that of the focused panel.
    model.shared.focus = panel
    return model.view?.click(at: point, isDoubleClick: isSecond, in: &model) ?? []
  }

  /// Records a click on a panel or list; returns whether it is the second of a double click.
  private static func recordClick(at point: Point, in model: inout Model) -> Bool {
    // The time since 1970.
    let now: Duration =
      .seconds(model.input.now.seconds) + .nanoseconds(model.input.now.nanoseconds)
    let isSecond = model.input.lastClick.map { isSecondClick(at: point, now, after: $0) } ?? false
    // After a double click, the next click is a first one again.
    model.shared.input.lastClick = isSecond ? nil : (point, now)
    return isSecond
  }

  /// Whether a click is close enough to the one before it, in place and time, for a double click.
  private static func isSecondClick(
    at point: Point, _ time: Duration, after first: (point: Point, time: Duration)
  ) -> Bool {
    let isInSameRow = point.row == first.point.row
    // The mouse may slip by a cell between the clicks.
    let isNearby = abs(point.column - first.point.column) <= 1
    // A clock that was set back makes the time between them negative.
    let isInTime = (Duration.zero...maxDoubleClickTime).contains(time - first.time)
    return isInSameRow && isNearby && isInTime
  }

  /// Selects a line of the list over the screen, or chooses it at the second click.
  ///
  /// A click outside closes the list; one on a heading or beside the lines does nothing.
  private static func clickInOverlay(_ point: Point, in model: inout Model) -> Outcome {
    guard let overlay = model.overlay, let panel = PickerPanel(model) else { return [] }
    guard panel.area.contains(point) else {
      model.closeOverlay()
      return []
    }
    guard panel.rowsArea.contains(point) else { return [] }
    let rowInArea = point.row - panel.rowsArea.row
    let row = overlay.list.scroll.top + rowInArea
    guard let line = overlay.list.item(inRow: row), !line.isHeading else { return [] }
    let isSecond = recordClick(at: point, in: &model)
    if isSecond { return model.chooseInOverlay() }
    model.overlay?.select(row)
    return []
  }
}
