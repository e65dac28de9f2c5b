import VirgaCanvas

/// The whole behaviour of the console: takes an event, changes the state, and says what has to be done outside.
///
/// It reads no clock, no file and no environment, so that the same events always give the same state.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  state.performed = []
  if event.isUse { state.isInScript = event.isOfScript }
  if event.isUse, state.workspace.manifest != nil { state.isUsed = true }
  let said = state.status
  let typedPlace = state.typedPlace(before: event)
  var effects =
    switch event {
    case .terminal(let event): state.take(event)
    case .command(let line): state.runLine(line)
    case .loaded(let manifest, let problems): state.show(manifest, problems: problems)
    case .checked(let problems): state.note(problems)
    case .opening(let opening): state.take(opening)
    case .flags(let files): state.show(files)
    case .session(let session): state.take(session)
    case .history(let operations, let invocation): state.take(operations, then: invocation)
    case .sessionLost(let reason): state.loseSession(reason)
    case .events(let events, let isWhole, let first): state.add(events, isWhole: isWhole, from: first)
    case .earlierEvents(let events): state.add(earlier: events)
    case .plain(let line): state.takePlain(line)
    case .caption(let caption): state.take(caption)
    case .toured(let earlier): state.noteTour(since: earlier)
    case .rewound(let earlier): state.rewind(to: earlier)
    case .fileExists(let draft): state.ask(about: draft)
    case .fileWritten(let draft): state.take(written: draft)
    case .imported(let export, let file, let isOther): state.take(export, from: file, isOther: isOther)
    case .recipes(let batch, let file): state.take(batch, from: file)
    case .files(let names, let folder): state.take(names, in: folder)
    case .channels(let names, let file): state.take(channels: names, of: file)
    case .working(let text): state.note(work: text)
    case .reading(let text): state.note(reading: text)
    case .readingCancelled: state.dropReading()
    case .beside(let manifest): state.show(beside: manifest)
    case .compared(let comparison): state.show(comparison)
    case .resolvedFlags(let reply): state.accept(reply)
    case .checkedText(let found): state.take(found)
    case .written(let text, let feature): state.takeWritten(text, feature: feature)
    case .quiet: state.keepTyped()
    case .draftWritten(let text, let feature, let version, let edit, let isKept):
      state.take(draft: text, of: feature, version: version, over: edit, isKept: isKept)
    case .simulation(let news): state.take(news)
    case .outcome(let message): state.say(message)
    }
  state.settle()
  state.recordPlace(after: event, typing: typedPlace)
  if state.screen == .events, !state.events.isRequested {
    state.events.isRequested = true
    effects.append(.followEvents)
  }
  if case .terminal = event { effects += state.listForOverlay() }
  if let request = state.requestComparison() { effects.append(.compare(request)) }
  if let job = state.startFlagRequest() { effects.append(.resolveFlags(job)) }
  for case .copy(let text, let what) in effects { state.copied = State.Copied(text: text, what: what) }
  effects.insert(contentsOf: state.followEditing(isLeaving: effects.contains(.quit)), at: 0)
  state.noteMessage(since: said)
  return effects
}

extension State {
  mutating func take(_ event: TerminalEvent) -> [Effect] {
    // A key or a click acts on what is under the cursor: that has to be seen again.
    switch event {
    case .key, .paste: parts.comeBack(&self)
    case .mouse where !event.isWheel: parts.comeBack(&self)
    case .mouse, .resize, .focus: break
    }
    switch event {
    case .key(let press): return take(press)
    case .mouse(let mouse):
      let isPressed = mouse.action == .press && !pendingKeys.isEmpty
      let next = isPressed ? HintLine.command(at: mouse.point, in: self) : nil
      pendingKeys = []
      return next.map { run(Invocation($0)) } ?? take(mouse)
    case .paste(let text): return paste(text)
    case .resize(let size):
      self.size = size
      return []
    case .focus: return []
    }
  }

  mutating func note(work text: String?) -> [Effect] {
    work = text.map { DisplayText($0) }
    return []
  }

  mutating func loseSession(_ reason: String) -> [Effect] {
    isSessionLost = true
    status = .failure("\(reason); the session goes on in memory")
    return []
  }

  mutating func take(_ caption: TourCaption?) -> [Effect] {
    let text = naming(keysIn: caption?.text ?? "")
    self.caption = caption
    self.caption?.text = text
    return []
  }

  mutating func say(_ message: StatusMessage) -> [Effect] {
    status = message
    return []
  }

  /// Runs a line of a script or of the command line; blank lines and comments do nothing.
  mutating func runLine(_ line: String) -> [Effect] {
    guard !line.hasPrefix("#"), let invocation = Invocation(line: line) else { return [] }
    status = nil
    // A line that is given from outside means what it says: there may be nobody to answer.
    return run(invocation == Invocation("quit") ? Invocation("quit", "yes") : invocation)
  }

  /// Runs a command, or says why it can't be run.
  mutating func run(_ invocation: Invocation) -> [Effect] {
    guard let command = CommandTable.command(named: invocation.name) else {
      status = .refusal(unknown("command", invocation.name, among: CommandTable.names))
      return []
    }
    let here = place
    let before = focus
    if let screen = command.context.screen { show(screen) }
    switch command.availability(in: self, for: invocation.argument) {
    case .refused(let reason):
      if screen != before.screen {
        show(before.screen)
        focus = before
      }
      status = .refusal("\(command.title): \(reason)")
      return []
    case .applies where command.argument == nil && !invocation.argument.isEmpty:
      status = .refusal("\(command.name) takes nothing behind it; \(invocation.argument) means nothing to it")
      return []
    case .applies:
      let isForText = CommandTable.isForText(command.context) || command.context == .picker
      let keepsStatus = command.motion == .cursor || isForText && command.context != .panel(.editor)
      if !keepsStatus || status?.isRead == true { status = nil }
      let (list, typed) = (overlay, typedLine)
      // What is chosen or kept is noted itself, not the key with which it was.
      runDepth += isForText ? 0 : 1
      defer { runDepth -= isForText ? 0 : 1 }
      let said = status
      if runDepth <= 1 { recordedAs = nil }
      let effects = asks(before: command, invocation) ? [] : command.run(&self, invocation.argument)
      // What was said on another screen is about what stands there.
      if screen != before.screen, status == said { status = nil }
      if command.motion == .jump, runDepth == 1, place != here { trail.leave(here) }
      let isBeginning = overlay == nil ? beginsToType(since: typed) : overlay != list
      record(invocation, of: command, isBeginning: isBeginning, hasEffects: !effects.isEmpty)
      return effects
    }
  }

  /// Takes a key where it belongs: text is typed, anything else is looked up in the table of commands.
  private mutating func take(_ press: KeyPress) -> [Effect] {
    let presses = pendingKeys + [press]
    pendingKeys = []
    if layout.arrangement == .tooSmall { return takeOnSmallScreen(press) }
    if closesHelp(press) {
      closeOverlay()
      return []
    }
    if presses.count == 1, press.isTyped, case .character(let character) = press.key, isTyping {
      return type(String(character))
    }
    switch meaning(of: presses) {
    case .command(let command): return run(Invocation(command.name))
    case .prefix:
      pendingKeys = presses
    case .nothing:
      let isLeaving = presses.count > 1 && press.key == .escape
      let keys = presses.map(\.description).joined(separator: " ")
      if !isLeaving {
        status = .refusal("\(keys) means nothing here; \(wayOut(of: presses))")
      }
    }
    return []
  }

  /// What presses mean where keys go; what means the same wherever it is pressed also ends a sequence.
  private func meaning(of presses: [KeyPress]) -> CommandTable.Finding {
    let found = options.keys.meaning(of: presses, in: keyContexts)
    guard case .nothing = found, presses.count > 1 else { return found }
    return options.keys.meaning(of: presses.suffix(1), in: [.always])
  }

  /// What somebody may have meant with presses that mean nothing here, or where that is to be found.
  private func wayOut(of presses: [KeyPress]) -> String {
    let contexts = keyContexts
    if presses.count == 1, let meant = CommandTable.meant(by: presses[0]), contexts.contains(meant.context) {
      return "\(keyName(of: meant.name)) is \(meant.title)"
    }
    // What they mean on another screen is of no use here.
    let beside = CommandTable.all.first { command in
      guard case .panel(let panel) = command.context, panel.screen == screen, panel != focus, !isTyping else {
        return false
      }
      return parts.isOffered(panel, in: self) && !CommandTable.isForText(command.context)
        && options.keys.keys(of: command).contains(presses)
    }
    if let beside, let place = beside.context.title { return "in \(place): \(beside.title)" }
    return "\(helpKey) lists the keys"
  }

  /// Whether a key that opens the list of keys is pressed in it again.
  private func closesHelp(_ press: KeyPress) -> Bool {
    guard let overlay, overlay.kind == .keys, !press.isTyped || overlay.field.isEmpty else { return false }
    return CommandTable.command(named: "help").map { options.keys.keys(of: $0).contains([press]) } ?? false
  }

  /// Takes the keys that help on a screen too small for anything else.
  private mutating func takeOnSmallScreen(_ press: KeyPress) -> [Effect] {
    guard case .command(let command) = options.keys.meaning(of: [press], in: [.everywhere, .always]),
      ["quit", "suspend"].contains(command.name)
    else { return [] }
    return run(Invocation(command.name))
  }

  private var helpKey: String {
    CommandTable.command(named: "help").flatMap { keys(of: $0).first }?.map(\.description).joined(separator: " ") ?? ":"
  }

  private mutating func paste(_ text: String) -> [Effect] {
    guard isTyping else {
      status = .refusal("pasted text is not taken as keys; press / or : first")
      return []
    }
    guard typedLine == nil else { return type(text) }
    status = nil
    edit { $0.paste(text) }
    return []
  }
}
