import VirgaCanvas
import VirgaSession

/// The event under the cursor.
struct EventPanel: TextView {
  let panel = Panel.event

  func title(of model: Model) -> DisplayText {
    DisplayText(model.events.selected?.shownKind ?? panel.title)
  }

  func subject(of model: Model) -> String { "\(model.events.selected?.id ?? 0)" }

  func text(of model: Model, columns: Int) -> [StyledLine] {
    model.events.list.selected?.lines(columns: columns) ?? []
  }
}
