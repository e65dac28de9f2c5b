import VirgaCanvas
import VirgaManifest

/// The whole behavior of the console: an event changes the state and requests effects.
///
/// Does not read clock, files or environment, so the same events always result in the same state.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  state.recording.performed = []
  if event.isUserInput { state.recording.isInScript = event.isFromScript }
  if event.isUserInput, state.workspace.manifest != nil { state.input.isUsed = true }
  let said = state.status
  let typedView = RecordedView(typingIn: state, before: event)
  var effects = state.apply(state.react(to: event))
  state.reconcile()
  state.recording.recordView(after: event, typing: typedView, in: state)
  if state.screen == .events, !state.events.isRequested {
    state.events.isRequested = true
    effects.append(.followEvents)
  }
  if case .terminal = event { effects += FileCompletion.list(&state) }
  if let job = state.startComparison() { effects.append(.compare(job)) }
  if let job = state.startFlagRequest() { effects.append(.resolveFlags(job)) }
  for case .copy(let text, let what) in effects { state.files.copied = CopiedText(text: text, what: what) }
  effects.insert(contentsOf: Drafts.follow(&state, isLeaving: effects.contains(.quit)), at: 0)
  state.recordMessage(since: said)
  return effects
}

extension State {
  fileprivate mutating func react(to event: Event) -> Outcome {
    switch event {
    case .terminal(let event): return handle(event)
    case .command(let line): return runLine(line)
    case .loaded(let manifest, let problems): return show(manifest, problems: problems)
    case .checked(let problems): record(problems)
    case .opening(let opening): return load(opening)
    case .flags(let files): flags.show(files)
    case .session(let session): show(session)
    case .history(let operations, let invocation): return load(operations, then: invocation)
    case .sessionLost(let reason):
      files.isSessionLost = true
      return .says(.sessionLost(reason))
    case .events(let new, let isWhole, let first): events.add(new, isWhole: isWhole, from: first)
    case .earlierEvents(let new): events.add(earlier: new)
    case .plain(let line): return PlainText.handle(line, in: &self)
    case .caption(let caption):
      var named = caption
      named?.text = naming(keysIn: caption?.text ?? "")
      messages.caption = named
    case .tour(let line): return TourTrace.run(line, in: &self)
    case .tourRestarted: return TourTrace.restart(&self)
    case .fileExists(let draft): return ExchangeCommands.ask(&self, about: draft)
    case .fileWritten(let draft): return record(written: draft)
    case .imported(let export, let file, let isOther):
      return ExchangeCommands.load(&self, WaitingImport(export: export, file: file), isOther: isOther)
    case .recipes(let batch, let file): return ExchangeCommands.load(&self, batch, from: file)
    case .files(let names, let folder, let kinds):
      FileCompletion.store(ListedFiles(folder: folder, names: names, kinds: kinds), &self)
    case .channels(let names, let file): FileCompletion.store(channels: names, of: file, &self)
    case .working(let text): files.work = text.map { DisplayText($0) }
    case .reading(let text): showReading(text)
    case .readingCancelled: return dropReading()
    case .beside(let manifest): return show(beside: manifest)
    case .compared(let reply): channels.accept(reply)
    case .resolvedFlags(let reply): accept(reply)
    case .checkedText(let reply): editing.accept(reply)
    case .written(let text, let feature): return TextEditing.adopt(text, feature: feature, &self)
    case .quiet: return Drafts.pause(&self)
    case .simulation(let news): return SimulationRun.show(news, in: &self)
    case .outcome(let message): return .says(message)
    }
    return []
  }

  mutating func handle(_ event: TerminalEvent) -> Outcome {
    // Keys and clicks act on the item under the cursor, so it must be visible.
    switch event {
    case .key, .paste: showCursors()
    case .mouse where !event.isWheel: showCursors()
    case .mouse, .resize, .focus: break
    }
    switch event {
    case .key(let press): return handle(press)
    case .mouse(let mouse):
      let isPressed = mouse.action == .press && !input.pendingKeys.isEmpty
      let next = isPressed ? HintLine.hint(at: mouse.point, in: self)?.command : nil
      input.pendingKeys = []
      return next.map { run(Invocation($0)) } ?? handle(mouse)
    case .paste(let text): return paste(text)
    case .resize(let size):
      layout.size = size
      return []
    case .focus: return []
    }
  }

  /// Runs a line of a script or the command line; ignores blank lines and comments.
  mutating func runLine(_ line: String) -> Outcome {
    guard !line.hasPrefix("#"), let invocation = Invocation(line: line) else { return [] }
    endMessage()
    // A line from outside is not confirmed, as there may be nobody to answer.
    return run(invocation == Invocation("quit") ? Invocation("quit", "yes") : invocation)
  }

  mutating func run(_ invocation: Invocation) -> Outcome {
    guard let named = CommandTable.command(named: invocation.name) else {
      return .refused(.unknown("command", invocation.name, among: CommandTable.names))
    }
    let command = named.resolved(in: self, for: invocation.argument)
    let invocation = Invocation(command.name, invocation.argument)
    let (here, before) = (currentEntry, focus)
    if let screen = command.context.screen { show(screen) }
    if let refusal = refusal(of: command, for: invocation.argument) {
      if screen != before.screen {
        show(before.screen)
        focus = before
      }
      return .refused(refusal)
    }
    let isForText = command.context.isForText || command.context == .picker
    // A text is recorded as what it becomes, which does not name its screen.
    if isForText, screen != before.screen { recording.record(Invocation(screen.rawValue)) }
    endMessage(onMotion: command.motion == .cursor || isForText && command.context != .panel(.editor))
    let (list, typed, said) = (overlay, typedLine, status)
    // Record what is chosen or kept, not the key that did it.
    recording.depth += isForText ? 0 : 1
    defer { recording.depth -= isForText ? 0 : 1 }
    if recording.depth <= 1 { recording.instead = nil }
    let outcome = question(before: command, invocation) ?? command.run(&self, invocation.argument)
    // A message of another screen does not apply here.
    if screen != before.screen, status == said { endMessage() }
    if command.motion == .jump, recording.depth == 1, currentEntry != here { navigation.leave(here) }
    let isBegun = overlay == nil ? TypedLine.isBegun(in: self, since: typed) : overlay != list
    if !outcome.isRefused, !outcome.asks, !isBegun || !invocation.argument.isEmpty {
      recording.record(
        command.written(invocation.argument, in: before), of: command, inList: view?.list(in: self) != nil)
    }
    return outcome
  }

  /// Why a command cannot be run with an argument; nil if it can.
  private func refusal(of command: Command, for argument: String) -> StatusMessage? {
    if case .refused(let reason) = command.availability(in: self, for: argument) {
      return reason.about(command.title)
    }
    guard command.argument == nil, !argument.isEmpty else { return nil }
    return StatusMessage.takesNoArgument(command.name, argument)
  }

  private mutating func handle(_ press: KeyPress) -> Outcome {
    let presses = input.pendingKeys + [press]
    input.pendingKeys = []
    if layout.arrangement == .tooSmall { return handleOnSmallScreen(press) }
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
      input.pendingKeys = presses
    case .nothing:
      let isLeaving = presses.count > 1 && press.key == .escape
      if !isLeaving { return .refused(wayOut(of: presses)) }
    }
    return []
  }

  /// The meaning of key presses; a key with the same meaning everywhere also ends a sequence.
  private func meaning(of presses: [KeyPress]) -> CommandTable.Lookup {
    let found = options.keys.meaning(of: presses, in: keyContexts)
    guard case .nothing = found, presses.count > 1 else { return found }
    return options.keys.meaning(of: presses.suffix(1), in: [.always])
  }

  private func wayOut(of presses: [KeyPress]) -> StatusMessage {
    let keys = presses.map(\.description).joined(separator: " ")
    // Their meaning on other screens would not help here.
    let beside = CommandTable.all.first { command in
      guard case .panel(let panel) = command.context, panel.screen == screen, panel != focus, !isTyping else {
        return false
      }
      return parts.isOffered(panel, in: self) && !command.context.isForText
        && options.keys.keys(of: command).contains(presses)
    }
    if let beside, let panel = beside.context.title { return .nothingFor(keys, in: panel, beside.title) }
    return .nothingFor(keys, list: helpKey)
  }

  private func closesHelp(_ press: KeyPress) -> Bool {
    guard let overlay, overlay.kind == .keys, !press.isTyped || overlay.field.isEmpty else { return false }
    return CommandTable.command(named: "help").map { options.keys.keys(of: $0).contains([press]) } ?? false
  }

  /// Handles the keys that work on a screen that is too small for everything else.
  private mutating func handleOnSmallScreen(_ press: KeyPress) -> Outcome {
    guard case .command(let command) = options.keys.meaning(of: [press], in: [.everywhere, .always]),
      ["quit", "suspend"].contains(command.name)
    else { return [] }
    return run(Invocation(command.name))
  }

  private var helpKey: String {
    CommandTable.command(named: "help").flatMap { keys(of: $0).first }?.map(\.description).joined(separator: " ") ?? ":"
  }

  private mutating func paste(_ text: String) -> Outcome {
    guard isTyping else { return .refused(.cannotPaste) }
    guard typedLine == nil else { return type(text) }
    endMessage()
    return edit { $0.paste(text) }
  }

  mutating func reconcile() {
    if focus != .details { features.isAboutFeature = false }
    if !parts.isOffered(focus, in: self), let first = screen.panels.first { focus = first }
    navigation.lastFocus[screen] = focus
    // The first line counts the problems of flag files on all screens.
    if flags.hasUnread(beside: workspace) {
      flags.resolve(workspace, session, channel: channel)
      announceFlagErrors()
    }
    findProblems()
    parts.prepare(&self)
    layOut()
    parts.reconcile(&self)
    let shown = editor == nil ? nil : selectedFeature?.id
    editing.countDrafts(session, workspace, channel: channel, shown: shown)
    reconcileSearch()
    followOverlay()
    if let shown = overlay, let panel = PickerPanel(self) {
      overlay?.list.scroll.reconcile(count: shown.list.count, height: panel.rowsArea.rows)
    }
    let contexts = keyContexts
    let hintInput = HintKeys.Input(contexts: contexts, keys: options.keys)
    if input.hintKeys.input != hintInput {
      input.hintKeys = Derived(input: hintInput, output: HintKeys(self, in: contexts))
    }
  }

  mutating func layOut() {
    let captionRows = messages.caption?.lines(columns: size.columns).count ?? (focus == .editor ? messageRows : 1)
    layout = Layout(size: size, captionRows: captionRows) { body in parts.areas(in: body, of: self) }
  }
}
