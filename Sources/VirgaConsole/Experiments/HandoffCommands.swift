import VirgaCanvas
import VirgaGenerate
import VirgaHandoff
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  static let handoffCommands: [Command] = [
    Command("hand-off", "hand off to a device") { state, argument in state.handOff(argument) }
      .keys("y h").near(.screen(.experiments), "h", hint: 3).argument(.described { $0.handoffArguments($1) })
      .short("hand off")
      .when { state in
        state.session.count(of: .edit) > 0 || !state.session.forcedBranches.isEmpty
          ? .applies("\(state.session.forcedBranches.count) forced, \(state.session.count(of: .edit)) edited")
          : .refused(.nothingToHandOff)
      }
      .help(
        "Exports the forced branches and edits for a device or simulator: launch arguments, adb command, deep link or recipes, to copy or share. With a file name at the end, writes it there; recipes become YAML if the name ends in .yaml."
      )
  ]
}

private enum HandoffForm: String, CaseIterable {
  case launch
  case link
  case recipes

  func title(_ platform: HandoffTarget.Platform) -> String {
    switch (self, platform) {
    case (.launch, .ios): "the launch arguments as a simulator command"
    case (.launch, .android): "the adb command"
    case (.link, _): "the deep link"
    case (.recipes, _): "the recipes for nimbus-cli apply-file"
    }
  }

  var file: String {
    switch self {
    case .launch: "hand-off.sh"
    case .link: "hand-off.txt"
    case .recipes: "hand-off.json"
    }
  }

  func text(_ handoff: Handoff) -> String? {
    switch self {
    case .launch: try? handoff.launchCommands().joined(separator: "\n")
    case .link: try? handoff.link()
    case .recipes: handoff.payload.pretty()
    }
  }
}

extension State {
  private var handoffTargets: [HandoffTarget] {
    let app = session.attributes(in: operationContext)["app_name"]?.stringValue
    let own = options.handoffTargets.filter { $0.app == app }
    let targets = own.isEmpty ? likelyFirst(options.handoffTargets) : own
    return targets.filter { $0.channel == channel } + targets.filter { $0.channel != channel }
  }

  /// Orders targets if the app is unknown: custom ones, then apps that recipes name; among equals, first the platforms
  /// that the manifest generates code for.
  private func likelyFirst(_ targets: [HandoffTarget]) -> [HandoffTarget] {
    let builtIn = Set(HandoffTarget.known)
    let apps = Set(session.all(.recipe).values.compactMap { $0["appName"]?.stringValue })
    let about = workspace.manifest?.modules.first?.about
    func likelihood(_ target: HandoffTarget) -> Int {
      let hasCode = target.platform == .android ? about?.kotlin != nil : about?.swift != nil
      return (builtIn.contains(target) ? 0 : 4) + (apps.contains(target.app) ? 2 : 0) + (hasCode ? 1 : 0)
    }
    return (0...7).reversed().flatMap { rank in targets.filter { likelihood($0) == rank } }
  }

  /// The arguments of `hand-off`: an app, then a form, then a file name.
  func handoffArguments(_ typed: String) -> [(argument: String, detail: String)] {
    guard let target = target(in: typed) else { return handoffTargets.map { ($0.name, Self.words($0)) } }
    guard let (form, begin) = form(in: typed) else {
      return HandoffForm.allCases.map { ("\(target.name) \($0.rawValue)", $0.title(target.platform)) }
    }
    return [(typed == begin ? begin + fresh(form.file) : typed, "writes it to that file")]
  }

  /// Nil until an app and a form are typed.
  func handoffFile(in typed: String) -> String? {
    form(in: typed).map { String(typed.dropFirst($0.begin.count)) }
  }

  private func form(in typed: String) -> (form: HandoffForm, begin: String)? {
    guard let target = target(in: typed) else { return nil }
    return HandoffForm.allCases.map { ($0, "\(target.name) \($0.rawValue) ") }.first { typed.hasPrefix($0.1) }
  }

  private func target(in text: String) -> HandoffTarget? {
    options.handoffTargets.first { text == $0.name || text.hasPrefix($0.name + " ") }
  }

  private static func words(_ target: HandoffTarget) -> String {
    target.id + (target.scheme.map { ", links with \($0)://" } ?? ", without deep links")
  }

  mutating func handOff(_ argument: String) -> Outcome {
    guard let target = target(in: argument) else {
      guard argument.isEmpty || argument == Self.otherBuilds else {
        return .refused(.unknown("build", argument, among: handoffTargets.map(\.name)))
      }
      return chooseBuild(showsAll: argument == Self.otherBuilds)
    }
    let words = argument.dropFirst(target.name.count).split(separator: " ", maxSplits: 1).map(String.init)
    do throws(Refusal) {
      let handoff = try Handoff(session, to: target, manifest: workspace.manifest)
      guard let first = words.first else {
        return .asks { state in
          (try? Handoff(state.session, to: target, manifest: state.workspace.manifest)).map { handoff in
            .forms(of: handoff, columns: state.size.columns - 10)
          }
        }
      }
      guard let form = HandoffForm(rawValue: first) else {
        return .refused(.unknown("form", first, among: HandoffForm.allCases.map(\.rawValue)))
      }
      return deliver(handoff, form, file: words.count > 1 ? String(words[1].drop { $0 == " " }) : "")
    } catch {
      return .refused(.refusal(error))
    }
  }

  private static let otherBuilds = "another"

  /// Asks for a build of the current channel; one line leads to all others.
  private func chooseBuild(showsAll: Bool) -> Outcome {
    let all = handoffTargets
    let near = all.filter { $0.channel == channel }
    let shown = showsAll || near.isEmpty ? all : near
    var answers = shown.map { (invocation: Invocation("hand-off", $0.name), title: $0.name, detail: Self.words($0)) }
    if shown.count < all.count {
      let others = (all.count - shown.count).pluralizing("build")
      answers.append((Invocation("hand-off", Self.otherBuilds), "another channel …", others))
    }
    let list = Picker.choice("Hand off to which build?", answers)
    return .asks { _ in list }
  }

  private mutating func deliver(_ handoff: Handoff, _ form: HandoffForm, file: String) -> Outcome {
    guard let text = form.text(handoff) else { return .refused(.noLinkScheme(handoff.target.name)) }
    let warnings = handoff.warnings + [form == .link ? handoff.linkWarning(text) : nil].compactMap(\.self)
    let what = "\(form.title(handoff.target.platform)) for \(handoff.target.name), \(handoff.contents)"
    let warned = what + (warnings.first.map { " (\($0))" } ?? "")
    guard !file.isEmpty else { return [.copy(text, what: warned)] }
    let written = form == .recipes ? handoff.payload.text(ofFile: file) : text + "\n"
    return write(written, to: file, what: warned)
  }
}

extension Handoff {
  fileprivate var contents: String {
    let slugs = (payload["data"]?.arrayValue ?? []).compactMap { $0["slug"]?.stringValue }
    let named = slugs.prefix(slugs.count == 3 ? 3 : 2).joined(separator: ", ")
    return "with " + (slugs.count > 3 ? "\(named) and \(slugs.count - 2) more recipes" : named)
  }
}

extension Picker {
  fileprivate static func forms(of handoff: Handoff, columns: Int) -> Picker {
    let name = handoff.target.name
    let warnings = (handoff.warnings.map { "! \($0)" } + [handoff.contents]).flatMap { text in
      DisplayText(text).wrapped(to: max(20, columns)).map { PickerLine.heading($0.plain) }
    }
    let forms = HandoffForm.allCases.map { (form: $0, text: $0.text(handoff)) }
    func line(_ keys: DisplayText, _ invocation: Invocation, _ form: HandoffForm, _ text: String?) -> PickerLine {
      let length = text.map { "\($0.count) characters" } ?? "– the app has no scheme for links"
      return PickerLine(
        invocation: invocation, keys: keys, title: DisplayText(form.title(handoff.target.platform)),
        detail: DisplayText(length), applies: text != nil)
    }
    let copies = forms.map { line("copy", Invocation("hand-off", "\(name) \($0.form.rawValue)"), $0.form, $0.text) }
    let files = forms.filter { $0.text != nil }.map {
      line("to a file …", Invocation("command", "hand-off \(name) \($0.form.rawValue) "), $0.form, $0.text)
    }
    return Picker("Hand off to \(name)", lines: warnings + copies + files, cursor: warnings.count)
  }
}
