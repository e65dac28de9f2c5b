import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource

// What was changed of the client: no override, and listed below them.
extension Overlay {
  /// A line for each change of the client under a heading, which choosing it takes back; none where nothing was changed.
  static func clientLines(in state: State) -> [Line] {
    guard !state.clientChanges.isEmpty else { return [] }
    return [.heading("of the client, no overrides: Enter resets one")] + state.clientChanges.map(line)
  }

  private static func line(of change: EntryChange) -> Line {
    Line(
      invocation: Invocation("reset-client", change.argument), keys: DisplayText(change.clientTitle),
      title: DisplayText(change.key.name), detail: DisplayText(change.clientWords), applies: true)
  }
}

extension State {
  /// The arguments of `reset-client`, each with what was changed.
  var resettable: [(argument: String, detail: String)] {
    clientChanges.map { ($0.argument, $0.clientWords) } + [("all", clientChanges.count.counted("change"))]
  }

  /// Takes back one change of the client as it is listed, or all of them; without an argument it lists them.
  mutating func resetClient(_ argument: String) -> [Effect] {
    guard !argument.isEmpty else {
      overlay = .palette(in: self, typed: "reset-client ")
      return []
    }
    let changes = clientChanges.filter { argument == "all" || $0.argument == argument }
    guard !changes.isEmpty else {
      status = .refusal(unknown("change", argument, among: resettable.map(\.argument)))
      return []
    }
    return perform { operations throws(Refusal) in try operations.takeBack(changes) }
  }
}

extension EntryChange {
  /// The change as an argument: its kind and its name.
  fileprivate var argument: String { key.name.isEmpty ? key.kind.rawValue : "\(key.kind.rawValue) \(key.name)" }

  fileprivate var clientTitle: String {
    switch key.kind {
    case .context: "attribute"
    case .participation: "takes part in"
    default: key.kind.title
    }
  }

  /// What it is now, and what it was.
  fileprivate var clientWords: String {
    switch key.kind {
    case .clock:
      new.map { $0["at"]?.stringValue.map { "stands at \($0)" } ?? "was moved" } ?? "runs with the wall again"
    case .participation: new == false ? "opted out" : "takes part again"
    case .behavior: new == nil ? "forgotten" : "its counts changed"
    default: "\(new.map(ValueText.short) ?? "unset"), was \(old.map(ValueText.short) ?? "unset")"
    }
  }
}
