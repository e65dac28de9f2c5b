import VirgaCanvas
import VirgaJSON
import VirgaSession

extension CommandTable {
  /// Handing the session to a device.
  static let handoffCommands: [Command] = [
    Command(
      "hand-off", "hand off to a device", keys: ["y h"], argument: .oneOf { $0.handoffNames },
      help:
        "Copies what puts the forced branches and edits on a device; with a file's name behind it, writes it there.",
      when: { state in
        state.session.count(of: .edit) > 0 || !state.session.forcedBranches.isEmpty
          ? .applies("\(state.session.forcedBranches.count) forced, \(state.session.count(of: .edit)) edited")
          : .refused("no branch is forced and nothing is edited")
      },
      run: { state, argument in state.handOff(argument) }),
    Command(
      "choose-hand-off", "hand off", keys: ["h"], in: .screen(.experiments), hint: 1,
      help: "The same as hand-off.", run: { state, _ in state.run(Invocation("hand-off")) }),
  ]
}

/// What is copied or written of a hand-off.
private enum HandoffForm: String, CaseIterable {
  case launch
  case link
  case recipes

  var title: String {
    switch self {
    case .launch: "the commands that start the app with the recipes"
    case .link: "the deep link"
    case .recipes: "the recipes, as nimbus-cli apply-file takes them"
    }
  }

  func text(_ handoff: Handoff) -> String? {
    switch self {
    case .launch: handoff.launchCommands().joined(separator: "\n")
    case .link: handoff.link()
    case .recipes: handoff.payload.pretty()
    }
  }
}

extension State {
  /// The targets for the app of the session, those of the channel on screen first; all where none is for it.
  private var handoffTargets: [HandoffTarget] {
    let app = session.attributes(in: surroundings)["app_name"]?.stringValue
    let own = options.handoffTargets.filter { $0.app == app }
    let targets = own.isEmpty ? options.handoffTargets : own
    return targets.filter { $0.channel == channel } + targets.filter { $0.channel != channel }
  }

  /// Every hand-off as `APP PLATFORM CHANNEL FORM`.
  var handoffNames: [String] {
    handoffTargets.flatMap { target in HandoffForm.allCases.map { "\(target.name) \($0.rawValue)" } }
  }

  mutating func handOff(_ argument: String) -> [Effect] {
    let words = argument.split(separator: " ").map(String.init)
    guard words.count >= 4 else {
      let answers = handoffTargets.flatMap { target in
        HandoffForm.allCases.map { form in
          (
            invocation: Invocation("hand-off", "\(target.name) \(form.rawValue)"),
            title: "\(target.name) \(form.rawValue)",
            detail: form.title
          )
        }
      }
      overlay = .choice("Hand off", answers)
      return []
    }
    let name = words[0..<3].joined(separator: " ")
    guard let target = options.handoffTargets.first(where: { $0.name == name }),
      let form = HandoffForm(rawValue: words[3])
    else {
      status = .refusal(unknown("hand-off", argument, among: handoffNames))
      return []
    }
    do throws(Refusal) {
      let handoff = try Handoff(session, to: target, manifest: workspace.manifest)
      return deliver(handoff, form, file: words.dropFirst(4).joined(separator: " "))
    } catch {
      status = .refusal(error.description)
      return []
    }
  }

  private mutating func deliver(_ handoff: Handoff, _ form: HandoffForm, file: String) -> [Effect] {
    guard let text = form.text(handoff) else {
      status = .refusal("\(handoff.target.name) has no scheme, so that there is no link")
      return []
    }
    let warnings = handoff.warnings + [form == .link ? handoff.linkWarning(text) : nil].compactMap(\.self)
    if let warning = warnings.first { status = .refusal(warning) }
    let what = "the hand-off to \(handoff.target.name)"
    return file.isEmpty ? [.copy(text, what: what)] : write(text + "\n", to: file, what: what)
  }
}
