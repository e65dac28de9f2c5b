import VirgaJSON
import VirgaManifest
import VirgaSession

/// The subject of an event: where `Enter` goes.
enum EventSubject: Equatable {
  /// A flag by its id.
  case flag(String)
  /// The flag that reads an entry, while the flags are being resolved.
  case flagReading(EntryKey)
  /// A variable with a preference that no flag reads, and its feature.
  case variable(String, feature: String)
  /// A feature by its id.
  case feature(String)
  /// A recipe by its slug.
  case recipe(String)

  var word: String {
    switch self {
    case .flag, .flagReading: "flag"
    case .variable: "variable"
    case .feature: "feature"
    case .recipe: "recipe"
    }
  }
}

extension State {
  func subject(of event: SessionEvent) -> EventSubject? {
    if let key = flagEntry(of: event), let reader = reader(of: key) { return reader }
    return event.feature.map { .feature($0) } ?? event.slug.map { .recipe($0) }
  }

  /// Nil if the operation changed other overrides too.
  func flagEntry(of event: SessionEvent) -> EntryKey? {
    guard event.isAboutOperation, let operation = session.operations.last(where: { $0.isDescribed(by: event) }) else {
      return nil
    }
    let keys = operation.changes.map(\.key).filter(\.kind.isOverride)
    return keys.contains { [.edit, .branch].contains($0.kind) } ? nil : keys.first
  }

  /// The flag, or the variable with the preference; nil if there is none.
  func reader(of key: EntryKey) -> EventSubject? {
    if let id = flags.id(reading: key) { return .flag(id) }
    if flags.isResolving, !flags.isCurrent(workspace) { return .flagReading(key) }
    guard key.kind == .preference, let feature = workspace.manifest?.features(preference: key.name).first,
      let variable = feature.variables.first(where: { $0.preferenceKey == key.name })
    else { return nil }
    return .variable(variable.name, feature: feature.id)
  }

  mutating func goToEventSubject() -> Outcome {
    events.selected.flatMap(subject).map { go(to: $0) } ?? []
  }

  mutating func go(to subject: EventSubject) -> Outcome {
    switch subject {
    case .flag(let id): return run(Invocation("select-flag", id))
    case .flagReading(let key):
      guard resolvedFlags() != nil, let reader = reader(of: key) else { return .refused(.nothingReads(key)) }
      return go(to: reader)
    case .feature(let id): return selectFeature(id)
    case .recipe(let slug): return run(Invocation("recipe", slug))
    case .variable(let name, let feature):
      let outcome = selectFeature(feature)
      reconcile()
      if let manifest = workspace.manifest, table.reveal(JSONPath.root.appending(key: name), in: manifest) {
        focus = .values
      }
      return outcome
    }
  }
}

extension SessionOperation {
  /// Whether an event reports that the operation was done, undone or redone.
  fileprivate func isDescribed(by event: SessionEvent) -> Bool {
    guard label == event.reason else { return false }
    return event.kind != SessionEvent.operationKind
      || events.contains { $0.kind == event.kind && $0.time == event.time && $0.process == event.process }
  }
}
