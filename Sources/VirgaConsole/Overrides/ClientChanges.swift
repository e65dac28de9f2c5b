import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

// What was changed of the client: no override, and listed below them.
extension PickerLine {
  /// A line for each change of the client under a heading, which choosing it takes back; none where nothing was changed.
  static func clientChanges(in state: State) -> [PickerLine] {
    let lines = changes(state.findings.clientChanges.all, in: state)
    let rest = state.options.isReadOnly ? "" : ": Enter resets one"
    return lines.isEmpty ? [] : [.heading("of the client, no overrides\(rest)")] + lines
  }

  /// A line for each of some changes of the client.
  static func changes(_ changes: [EntryChange], in state: State) -> [PickerLine] {
    zip(changes, state.words(of: changes)).map { change, words in
      PickerLine(
        invocation: Invocation("reset-client", change.key.argument), keys: DisplayText(change.clientTitle),
        title: DisplayText(change.key.name), detail: DisplayText(words))
    }
  }
}

extension State {
  /// The arguments of `reset-client`, each with what was changed.
  var resettable: [(argument: String, detail: String)] {
    zip(findings.clientChanges.all, words(of: findings.clientChanges.all)).map { ($0.key.argument, $1) }
      + [("all", findings.clientChanges.all.count.counted("change"))]
  }

  /// What each of some changes of the client made of what was before.
  fileprivate func words(of changes: [EntryChange]) -> [String] {
    let before = changes.isEmpty ? [:] : untouchedAttributes
    return changes.map { $0.words(before: before[$0.key.name]) }
  }

  /// The attributes of the client as they were before anything was changed of it, with what followed from others.
  private var untouchedAttributes: NameTable<ExpressionValue> {
    var untouched = session
    let changes = findings.clientChanges.all.map(\.inverse)
    untouched.perform(SessionOperation("reset", changes: changes, time: input.now, process: options.process))
    return untouched.client(in: surroundings).context(with: untouched.enrollments.records).attributes
  }

  /// Takes back one change of the client as it is listed, or all of them; without an argument it lists them.
  mutating func resetClient(_ argument: String) -> Outcome {
    guard !argument.isEmpty else {
      return .prompt("reset-client ")
    }
    let changes = findings.clientChanges.all.filter { argument == "all" || $0.key.argument == argument }
    let isEntry =
      argument == "all" || argument.split(separator: " ").first.flatMap { EntryKind(rawValue: String($0)) } != nil
    if changes.isEmpty, recording.isInScript, isEntry {
      return refuse(Refusal("nothing was changed of the client", changesNothing: true))
    }
    guard !changes.isEmpty else {
      return .refused(unknown("change", argument, among: resettable.map(\.argument)))
    }
    return perform { operations throws(Refusal) in try operations.takeBack(changes) }
  }
}

extension EntryKey {
  /// The entry as an argument of a command: its kind and its name.
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

  /// What it is now, and what it was: an attribute that nobody had set may have had a value all the same.
  fileprivate func words(before: ExpressionValue?) -> String {
    switch key.kind {
    case .clock:
      new.map { $0["at"]?.stringValue.map { "stands at \($0)" } ?? "was moved" } ?? "is the time of day again"
    case .participation: new == false ? "opted out" : "takes part again"
    case .behavior: new == nil ? "forgotten" : "its counts changed"
    default:
      "\(new.map(ValueText.short) ?? "unset"), was "
        + (old.map(ValueText.short) ?? before.flatMap { $0.json.isNull ? nil : ValueText.short($0.json) } ?? "unset")
    }
  }
}
