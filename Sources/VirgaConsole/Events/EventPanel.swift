import VirgaCanvas
import VirgaSession

/// The event under the cursor.
struct EventPanel: TextView {
  let panel = Panel.event

  /// The kind, who recorded the event and when, as in `exposure · my-app, 2 min ago`.
  func title(of model: Model) -> DisplayText {
    guard let selected = model.events.list.selected else { return DisplayText(panel.title) }
    // Events have the time of the client's clock.
    let now = model.session.now(wall: model.input.now)
    return DisplayText("\(selected.event.shownKind) · ") + selected.authorAndAge(at: now)
  }

  func subject(of model: Model) -> String { "\(model.events.selected?.id ?? 0)" }

  func text(of model: Model, columns: Int) -> [StyledLine] {
    model.events.list.selected?.lines(columns: columns) ?? []
  }
}
