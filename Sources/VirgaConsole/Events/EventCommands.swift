import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// The commands of screen 5: going to the subject of an event, pausing, filtering and exporting.
enum EventCommands {
  static let all: [Command] = [
    Command("go-to-event", "go to what it is about") { model, _ in
      if canFold(model) { return .runs([Invocation("unfold-event")]) }
      return subject(in: model).map { .runs($0.commands) } ?? .refused(.eventHasNoSubject)
    }
    .in(.panel(.log)).form(of: "open").keys("Enter").moves(.jump)
    .hint(.main, when: { !canFold($0) }).short("go there")
    .titled { model in
      if canFold(model) { return foldTitle(in: model) }
      return "go to the \(subject(in: model)?.kind ?? "feature")"
    }
    .when(availabilityOfSubject)
    .help(
      "Goes to the flag that the event changed, or else to the variable of the app setting, the feature or the recipe. On an operation with ▸ it unfolds what that caused."
    ),
    Command("unfold-event", "unfold what it caused", on: EventsScreen.self) { screen, _ in
      screen.toggleFold()
      return []
    }
    .in(.panel(.log)).keys("Space").hint(.main, when: canFold).titled(foldTitle)
    .when(canFold, else: .nothingToUnfold)
    .help("Shows the events that an operation caused, one a line, or hides them again."),
    Command("only-this-feature", "only its events", on: EventsScreen.self) { screen, _ in
      screen.filterList(screen.featureCounts.selected?.feature ?? "")
    }
    .in(.panel(.counts)).form(of: "open").keys("Enter").hint(.main)
    .when({ $0.events.featureCounts.selected?.feature }, else: .noFeatureSelected)
    .help("Filters the events by the feature under the cursor; Esc in their list shows all again."),
    Command("pause", "pause or go on", on: EventsScreen.self) { screen, _ in
      screen.togglePause()
      return []
    }
    .in(.screen(.events)).keys("p").hint(.second).titled {
      $0.events.isPaused ? "go on" : "pause"
    }
    .help("Pauses the list; new events are counted and shown later."),
    Command("kinds", "choose kinds", on: EventsScreen.self) { screen, _, kind in
      guard screen.isRequested else {
        return screen.requestEvents(thenRunning: Invocation("kinds", kind))
      }
      guard !kind.isEmpty else { return .asks { kindPicker(in: $0) } }
      guard kind == "all" || screen.kinds.contains(kind) else {
        return .refused(.unknown("kind", kind, among: screen.kinds))
      }
      screen.toggleKind(kind == "all" ? nil : kind)
      return []
    }
    .in(.screen(.events)).form(of: "list").keys("f").argument(.oneOf { ["all"] + $0.events.kinds })
    .hint(.fourth)
    .short("kinds").help("Hides a kind of event, or shows it again."),
    Command("export-events", "write the events", on: EventsScreen.self) { screen, _, file in
      guard screen.isRequested else {
        return screen.requestEvents(thenRunning: Invocation("export-events", file))
      }
      let events = screen.markedOrMatching
      guard !events.isEmpty else { return .refused(.noEventShown) }
      return [.write(OutputFile(path: file, events: events))]
    }
    .in(.screen(.events)).form(of: "export").keys("w").argument(.file(endings: ["ndjson", "json"]))
    .hint(.fifth)
    .prompts("events.ndjson").short("write")
    .when({ !$0.events.isRequested || $0.events.count > 0 }, else: .noEventShown)
    .help(
      "Exports the marked events, or else all that the filter matches, to a file with one JSON object per line; events that are folded, evaluations and those of the start are among them."
    ),
  ]

  /// A list of the kinds, each with whether choosing it hides or shows it; before them `all`, which
  /// shows every kind.
  private static func kindPicker(in model: Model) -> Picker {
    let hidden = model.events.hiddenKinds
    let all = (invocation: Invocation("kinds", "all"), title: "all", detail: "")
    let kinds = model.events.kinds.map { kind in
      (
        invocation: Invocation("kinds", kind), title: kind,
        detail: hidden.contains(kind) ? "hidden; show it" : "hide it"
      )
    }
    // If no kind is hidden, `all` is what is in effect.
    let indexOfAll = 0
    return .choice(
      "Kinds of events", [all] + kinds, current: hidden.isEmpty ? indexOfAll : nil)
  }

  /// Whether the event under the cursor is an operation with nested events.
  @Sendable private static func canFold(_ model: Model) -> Bool {
    model.events.list.selected?.hasNested == true
  }

  /// What the key that folds would do now.
  @Sendable private static func foldTitle(in model: Model) -> String {
    model.events.list.selected?.isOpen == true ? "fold" : "unfold"
  }

  /// What an event is about, which is where `Enter` goes.
  private struct Subject {
    /// `flag`, `variable`, `feature` or `recipe`.
    let kind: String
    let name: String
    /// The commands that go there.
    let commands: [Invocation]
  }

  /// What the selected event is about: a flag, or else the variable of an app setting, a feature or
  /// a recipe; nil if it is about none of them.
  private static func subject(in model: Model) -> Subject? {
    guard let event = model.events.selected else { return nil }
    if let key = flagOrSettingEntry(of: event, in: model) {
      // The flag or the variable that read the entry may be gone, because a file of flags or the
      // manifest has changed.
      if let id = model.sessionFlags?.idOfFlag(reading: key) {
        return Subject(kind: "flag", name: id, commands: [Invocation("select-flag", id)])
      }
      if let variable = variableSubject(ofAppSetting: key, in: model) { return variable }
    }
    if let id = event.feature {
      return Subject(kind: "feature", name: id, commands: [Invocation("select", id)])
    }
    return event.slug.map {
      Subject(kind: "recipe", name: $0, commands: [Invocation("recipe", $0)])
    }
  }

  /// The variable that an app setting sets; nil if the entry is not an app setting, or if no
  /// variable reads it.
  private static func variableSubject(ofAppSetting key: EntryKey, in model: Model) -> Subject? {
    guard key.kind == .preference else { return nil }
    let feature = model.workspace.manifest?.features(withPreferenceKey: key.name).first
    let variable = feature?.variables.first { $0.preferenceKey.isSameName(as: key.name) }
    guard let feature, let name = variable?.name else { return nil }
    let path = JSONPath.root.appending(key: name).description
    let commands = [Invocation("select", feature.id), Invocation("go-value", path)]
    return Subject(kind: "variable", name: name, commands: commands)
  }

  /// The first override of a flag or an app setting that an event's operation changed; nil if the
  /// event is not about an operation.
  ///
  /// Also nil if the operation changed an edit or a forced branch, because the event is about a
  /// feature or a recipe then. All other overrides are those of flags and app settings.
  static func flagOrSettingEntry(of event: SessionEvent, in model: Model) -> EntryKey? {
    guard event.isAboutOperation,
      let operation = model.session.operations.last(where: { $0.isDescribed(by: event) })
    else { return nil }
    let overrides = operation.changes.map(\.key).filter(\.kind.isOverride)
    let isAboutFeatureOrRecipe = overrides.contains { [.edit, .branch].contains($0.kind) }
    return isAboutFeatureOrRecipe ? nil : overrides.first
  }

  /// The availability of going to the subject of the selected event, with the subject's name: the
  /// event must have one, and a recipe must still be listed on screen 4.
  ///
  /// On an operation with nested events, the command folds these instead.
  @Sendable private static func availabilityOfSubject(in model: Model) -> Command.Availability {
    guard model.events.selected != nil else { return .refused(.noEventSelected) }
    if canFold(model) { return .applies() }
    guard let subject = subject(in: model) else { return .refused(.eventHasNoSubject) }
    // An ended recipe is listed as long as its enrollment is recorded.
    let isListed =
      model.session[.recipe, subject.name] != nil
      || model.session[.enrollment, subject.name] != nil
    let isGone = subject.kind == "recipe" && !isListed
    return isGone ? .refused(.recipeGone(subject.name)) : .applies(subject.name)
  }
}

extension EventsScreen {
  /// Requests the events; the command runs as soon as they are loaded.
  fileprivate mutating func requestEvents(thenRunning command: Invocation) -> Outcome {
    isRequested = true
    commandAwaitingEvents = command
    return [.followEvents]
  }
}

extension SessionOperation {
  /// Whether an event reports that the operation was done, undone or redone: the reason of such an
  /// event is the operation's label.
  ///
  /// - Parameter event: An event about an operation, of the kind `set`, `undo` or `redo`.
  fileprivate func isDescribed(by event: SessionEvent) -> Bool {
    guard label == event.reason else { return false }
    // An undo or redo is reported by an event that the operation does not contain, so only the
    // labels can be compared.
    let reportsUndoOrRedo = event.kind != SessionEvent.operationKind
    if reportsUndoOrRedo { return true }
    // Several operations can have this label. The operation's own events may lack the id that the
    // store gave them, so the ids are not compared.
    return events.contains {
      $0.kind == event.kind && $0.time == event.time && $0.process == event.process
    }
  }
}
