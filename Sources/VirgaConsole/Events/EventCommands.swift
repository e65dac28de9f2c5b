import VirgaJSON
import VirgaManifest
import VirgaSession

enum EventCommands {
  static let all: [Command] = [
    Command("go-to-event", "go to what it is about") { model, _ in
      var outcome: Outcome = .refused(.eventHasNoSubject)
      for command in subject(in: model)?.commands ?? [] {
        outcome = model.run(command)
      }
      return outcome
    }
    .in(.panel(.log)).form(of: "open").keys("Enter").moves(.jump).hint(.main).short("go there")
    .titled { "go to the \(subject(in: $0)?.kind ?? "feature")" }.when(hasSubject)
    .help(
      "Goes to the flag that the event changed, or else to the variable of the app setting, the feature or the recipe."
    ),
    Command("only-this-feature", "only its events") { model in
      EventsScreen.startFilter(model.events.perFeature.selected?.feature ?? "", in: &model)
    }
    .in(.panel(.counts)).form(of: "open").keys("Enter").hint(.main)
    .when({ $0.events.perFeature.selected?.feature }, else: .noFeatureSelected)
    .help("Filters the events by the feature under the cursor; Esc in their list shows all again."),
    Command("pause", "pause or go on") { model in model.events.togglePause() }
      .in(.screen(.events)).keys("p").hint(.second).titled {
        $0.events.isPaused ? "go on" : "pause"
      }
      .help("Pauses the list; new events are counted and shown later."),
    Command("kinds", "choose kinds") { model, kind in
      guard model.events.isRequested else {
        return request(forRunning: Invocation("kinds", kind), in: &model)
      }
      guard !kind.isEmpty else { return .asks { kindPicker(in: $0) } }
      guard kind == "all" || model.events.kinds.contains(kind) else {
        return .refused(.unknown("kind", kind, among: model.events.kinds))
      }
      model.events.toggleKind(kind == "all" ? nil : kind)
      return []
    }
    .in(.screen(.events)).form(of: "list").keys("f").argument(.oneOf { ["all"] + $0.events.kinds })
    .hint(.fourth)
    .short("kinds").help("Hides a kind of event, or shows it again."),
    Command("export-events", "write the events") { model, argument in
      guard model.events.isRequested else {
        return request(forRunning: Invocation("export-events", argument), in: &model)
      }
      return [.write(OutputFile(path: argument, events: model.events.subjects))]
    }
    .in(.screen(.events)).form(of: "export").keys("w").argument(.file(endings: ["ndjson", "json"]))
    .hint(.fifth)
    .prompts("events.ndjson").short("write")
    .when({ !$0.events.isRequested || $0.events.list.count > 0 }, else: .noEventShown)
    .help(
      "Exports the marked events, or else all shown ones, to a file with one JSON object per line."),
  ]

  /// Requests the events, and runs the command with them.
  private static func request(forRunning command: Invocation, in model: inout Model) -> Outcome {
    (model.events.isRequested, model.events.awaiting) = (true, command)
    return [.followEvents]
  }

  private static func kindPicker(in model: Model) -> Picker {
    let kinds = model.events.kinds.map { kind in
      (
        Invocation("kinds", kind), kind,
        model.events.hiddenKinds.contains(kind) ? "hidden; show it" : "hide it"
      )
    }
    return .choice(
      "Kinds of events", [(Invocation("kinds", "all"), "all", "")] + kinds,
      current: model.events.hiddenKinds.isEmpty ? 0 : nil)
  }

  /// What the selected event is about: where `Enter` goes, and the commands that go there.
  private static func subject(
    in model: Model
  ) -> (kind: String, name: String, commands: [Invocation])? {
    guard let event = model.events.selected else { return nil }
    if let key = flagEntry(of: event, in: model) {
      if let id = model.flags.id(reading: key) {
        return ("flag", id, [Invocation("select-flag", id)])
      }
      // A setting that no flag reads belongs to a variable.
      let feature =
        key.kind == .preference
        ? model.workspace.manifest?.features(preference: key.name).first : nil
      if let feature,
        let name = feature.variables.first(where: { $0.preferenceKey == key.name })?.name
      {
        let path = JSONPath.root.appending(key: name).description
        return ("variable", name, [Invocation("select", feature.id), Invocation("go-value", path)])
      }
    }
    if let feature = event.feature { return ("feature", feature, [Invocation("select", feature)]) }
    return event.slug.map { ("recipe", $0, [Invocation("recipe", $0)]) }
  }

  /// Nil if the operation changed other overrides too.
  static func flagEntry(of event: SessionEvent, in model: Model) -> EntryKey? {
    guard event.isAboutOperation,
      let operation = model.session.operations.last(where: { $0.isDescribed(by: event) })
    else { return nil }
    let keys = operation.changes.map(\.key).filter(\.kind.isOverride)
    return keys.contains { [.edit, .branch].contains($0.kind) } ? nil : keys.first
  }

  @Sendable private static func hasSubject(_ model: Model) -> Command.Availability {
    guard model.events.selected != nil else { return .refused(.noEventSelected) }
    guard let subject = subject(in: model) else { return .refused(.eventHasNoSubject) }
    let isGone =
      subject.kind == "recipe" && model.session[.recipe, subject.name] == nil
      && model.session[.enrollment, subject.name] == nil
    return isGone ? .refused(.recipeGone(subject.name)) : .applies(subject.name)
  }
}

extension SessionOperation {
  /// Whether an event reports that the operation was done, undone or redone.
  fileprivate func isDescribed(by event: SessionEvent) -> Bool {
    guard label == event.reason else { return false }
    return event.kind != SessionEvent.operationKind
      || events.contains {
        $0.kind == event.kind && $0.time == event.time && $0.process == event.process
      }
  }
}
