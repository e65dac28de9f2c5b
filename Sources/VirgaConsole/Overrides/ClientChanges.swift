import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

// The changes of the client: not overrides, and listed below them.
extension PickerLine {
  /// A line for each change of the client, which choosing it resets, under a heading; empty if there are none.
  static func clientChanges(in state: State) -> [PickerLine] {
    let lines = changes(state.findings.clientChanges.all, in: state)
    let rest = state.options.isReadOnly ? "" : ": Enter resets one"
    return lines.isEmpty ? [] : [.heading("client changes (not overrides)\(rest)")] + lines
  }

  static func changes(_ changes: [EntryChange], in state: State) -> [PickerLine] {
    zip(changes, state.words(of: changes)).map { change, words in
      PickerLine(
        invocation: Invocation("reset-client", change.key.argument), keys: DisplayText(change.clientTitle),
        title: DisplayText(change.key.name), detail: DisplayText(words))
    }
  }
}

extension State {
  /// The arguments of `reset-client`, each with its change.
  var resettable: [(argument: String, detail: String)] {
    zip(findings.clientChanges.all, words(of: findings.clientChanges.all)).map { ($0.key.argument, $1) }
      + [("all", findings.clientChanges.all.count.pluralizing("change"))]
  }

  fileprivate func words(of changes: [EntryChange]) -> [String] {
    let before = changes.isEmpty ? [:] : untouchedAttributes
    return changes.map { $0.words(before: before[$0.key.name]) }
  }

  private var untouchedAttributes: [Name: ExpressionValue] {
    var untouched = session
    let changes = findings.clientChanges.all.map(\.inverse)
    untouched.perform(SessionOperation("reset", changes: changes, time: input.now, process: options.process))
    return untouched.client(in: operationContext).context(with: untouched.enrollments.records).attributes
  }

  /// Resets one listed change of the client, or all; without an argument, asks for one.
  mutating func resetClient(_ argument: String) -> Outcome {
    guard !argument.isEmpty else { return .prompt("reset-client ") }
    let changes = findings.clientChanges.all.filter { argument == "all" || $0.key.argument == argument }
    let isEntry =
      argument == "all" || argument.split(separator: " ").first.flatMap { EntryKind(rawValue: String($0)) } != nil
    if changes.isEmpty, recording.isInScript, isEntry { return alreadyDone(.noClientChanges) }
    guard !changes.isEmpty else {
      return .refused(.unknown("change", argument, among: resettable.map(\.argument)))
    }
    return perform { operations throws(Refusal) in try operations.revert(changes) }
  }
}

extension EntryKey {
  /// The entry as a command argument: its kind and name.
  var argument: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}

extension EntryChange {
  fileprivate var clientTitle: String {
    switch key.kind {
    case .context: "attribute"
    case .participation: "takes part in"
    default: key.kind.title
    }
  }

  /// The new and the old value; an attribute that nobody set may have had a default.
  fileprivate func words(before: ExpressionValue?) -> String {
    switch key.kind {
    case .clock:
      new.map { $0["at"]?.stringValue.map { "is stopped at \($0)" } ?? "was moved" } ?? "is the time of day again"
    case .participation: new == false ? "opted out" : "takes part again"
    case .behavior: new == nil ? "forgotten" : "its counts changed"
    default:
      "\(new.map(ValueText.short) ?? "unset"), was "
        + (old.map(ValueText.short) ?? before.flatMap { $0.json.isNull ? nil : ValueText.short($0.json) } ?? "unset")
    }
  }
}
