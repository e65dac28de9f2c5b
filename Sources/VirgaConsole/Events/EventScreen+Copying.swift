import VirgaJSON
import VirgaSession
import VirgaSource

extension EventScreen {
  static func copy(_ part: CopyPart, in state: State) -> Copying {
    guard let event = state.events.selected else { return .nothing(.noEventSelected) }
    if part == .json, state.events.list.markCount > 0 {
      let events = state.events.subjects
      return .text(events.count.pluralizing("event")) {
        events.map { JSONValue.object($0.json).compact + "\n" }.joined()
      }
    }
    switch part {
    case .value: return .text("what the event says") { event.summary.isEmpty ? event.shownKind : event.summary }
    case .key: return .text("the kind \(event.kind)") { event.kind }
    case .path:
      let parts = [event.feature, event.slug, event.branch].compactMap(\.self)
      guard !parts.isEmpty else { return .nothing(.eventHasNoPath) }
      return .text("feature, recipe and branch") { parts.joined(separator: " ") }
    case .json: return .text("the event") { JSONValue.object(event.json).pretty() }
    case .command: return copyCommand(event, in: state)
    }
  }

  private static func copyCommand(_ event: SessionEvent, in state: State) -> Copying {
    guard event.kind == "exposure", let feature = event.feature else {
      return .text("the command that prints the events") { state.sessionCommand(["events"], []) }
    }
    return .text("the command that exposes \(feature)") {
      state.sessionCommand(["expose"], (event.slug.map { ["--recipe", $0] } ?? []) + ["--", feature])
    }
  }
}
