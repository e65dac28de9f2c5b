import VirgaCanvas
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

private struct HandoffForm: Sendable {
  let name: String
  let file: String
  let title: @Sendable (HandoffTarget) -> String
  /// Nil if the app does not support the form.
  let text: @Sendable (Handoff) -> String?

  static let all = [
    HandoffForm(
      name: "launch", file: "hand-off.sh",
      title: {
        $0.platform == .ios ? "the launch arguments as a simulator command" : "the adb command"
      },
      text: { try? $0.launchCommands().joined(separator: "\n") }),
    HandoffForm(
      name: "link", file: "hand-off.txt", title: { _ in "the deep link" }, text: { try? $0.link() }),
    HandoffForm(
      name: "recipes", file: "hand-off.json",
      title: { _ in "the recipes for nimbus-cli apply-file" },
      text: { $0.payload.pretty() }),
  ]

  static func named(_ name: String) -> HandoffForm? { all.first { $0.name == name } }
}

enum HandoffCommands {
  static let all: [Command] = [
    Command("hand-off", "hand off to a device", run: handOff)
      .keys("y h").near(.screen(.experiments), "h", hint: .third).argument(.described(arguments))
      .short("hand off")
      .when { model in
        let (forced, edited) = (model.session.forcedBranches.count, model.session.count(of: .edit))
        return forced + edited > 0
          ? .applies("\(forced) forced, \(edited) edited") : .refused(.nothingToHandOff)
      }
      .help(
        "Exports the forced branches and edits for a device or simulator: launch arguments, adb command, deep link or recipes, to copy or share. With a file name at the end, writes it there; recipes become YAML if the name ends in .yaml."
      )
  ]

  private static let otherBuilds = "another"

  /// Those of the session's app, or else all, likely ones first: the channel on screen, custom
  /// ones, apps that recipes name, and platforms that the manifest generates code for.
  private static func targets(_ model: Model) -> [HandoffTarget] {
    let app = model.session.attributes(in: model.operationContext)["app_name"]?.stringValue
    let (builtIn, about) = (
      Set(HandoffTarget.known), model.workspace.manifest?.modules.first?.about
    )
    let apps = Set(model.session.all(.recipe).values.compactMap { $0["appName"]?.stringValue })
    func likelihood(_ target: HandoffTarget) -> Int {
      let hasCode = target.platform == .android ? about?.kotlin != nil : about?.swift != nil
      let facts = [
        target.channel == model.channel, !builtIn.contains(target), apps.contains(target.app),
        hasCode,
      ]
      return facts.reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
    }
    let all = model.options.handoffTargets
    let own = all.filter { $0.app == app }
    return (0...15).reversed().flatMap { rank in
      (own.isEmpty ? all : own).filter { likelihood($0) == rank }
    }
  }

  /// The parts of `APP PLATFORM CHANNEL FORM FILE`; nil without a known app.
  private static func parse(
    _ text: String, in model: Model
  ) -> (target: HandoffTarget, form: String, file: String?)? {
    let targets = model.options.handoffTargets
    guard let target = targets.first(where: { text == $0.name || text.hasPrefix($0.name + " ") })
    else { return nil }
    let words = text.dropFirst(target.name.count + 1)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (target, words.first ?? "", words.count > 1 ? words[1] : nil)
  }

  @Sendable private static func arguments(_ model: Model, _ typed: String) -> [Command.Completion] {
    guard let (target, name, file) = parse(typed, in: model) else {
      return targets(model).map { ($0.name, words($0)) }
    }
    guard let file, let form = HandoffForm.named(name) else {
      return HandoffForm.all.map { ("\(target.name) \($0.name)", $0.title(target)) }
    }
    return [
      (
        file.isEmpty ? typed + FileCompletion.fresh(form.file, in: model) : typed,
        "writes it to that file"
      )
    ]
  }

  /// Nil until an app and a form are typed.
  static func file(in typed: String, _ model: Model) -> String? {
    parse(typed, in: model).flatMap { HandoffForm.named($0.form) == nil ? nil : $0.file }
  }

  private static func words(_ target: HandoffTarget) -> String {
    target.id + (target.scheme.map { ", links with \($0)://" } ?? ", without deep links")
  }

  @Sendable private static func handOff(_ model: inout Model, _ argument: String) -> Outcome {
    guard let (target, name, file) = parse(argument, in: model) else {
      guard argument.isEmpty || argument == otherBuilds else {
        return .refused(.unknown("build", argument, among: targets(model).map(\.name)))
      }
      return builds(model, showsAll: argument == otherBuilds)
    }
    do throws(Refusal) {
      let handoff = try Handoff(model.session, to: target, manifest: model.workspace.manifest)
      if name.isEmpty {
        return .asks { model in
          (try? Handoff(model.session, to: target, manifest: model.workspace.manifest)).map {
            forms(of: $0, in: model)
          }
        }
      }
      guard let form = HandoffForm.named(name) else {
        return .refused(.unknown("form", name, among: HandoffForm.all.map(\.name)))
      }
      return deliver(handoff, form, file: String((file ?? "").drop { $0 == " " }))
    } catch {
      return .refused(.notHandedOff("\(error)"))
    }
  }

  /// Asks for a build of the current channel; one line leads to all others.
  private static func builds(_ model: Model, showsAll: Bool) -> Outcome {
    let all = targets(model)
    let near = all.filter { $0.channel == model.channel }
    let shown = showsAll || near.isEmpty ? all : near
    var answers = shown.map {
      (invocation: Invocation("hand-off", $0.name), title: $0.name, detail: words($0))
    }
    if shown.count < all.count {
      let others = (all.count - shown.count).pluralizing("build")
      answers.append((Invocation("hand-off", otherBuilds), "another channel …", others))
    }
    return .asks { [answers] _ in .choice("Hand off to which build?", answers) }
  }

  private static func deliver(_ handoff: Handoff, _ form: HandoffForm, file: String) -> Outcome {
    guard let text = form.text(handoff) else { return .refused(.noLinkScheme(handoff.target.name)) }
    let warning = handoff.warnings.first ?? (form.name == "link" ? handoff.linkWarning(text) : nil)
    let what = "\(form.title(handoff.target)) for \(handoff.target.name), \(contents(of: handoff))"
    let warned = what + (warning.map { " (\($0))" } ?? "")
    guard !file.isEmpty else { return [.copy(text, what: warned)] }
    let written = form.name == "recipes" ? handoff.payload.text(ofFile: file) : text + "\n"
    var output = OutputFile(path: file, text: written, what: warned)
    output.name = form.file
    return [.write(output)]
  }

  private static func contents(of handoff: Handoff) -> String {
    let slugs = (handoff.payload["data"]?.arrayValue ?? []).compactMap { $0["slug"]?.stringValue }
    let named = slugs.prefix(slugs.count == 3 ? 3 : 2).joined(separator: ", ")
    return "with " + (slugs.count > 3 ? "\(named) and \(slugs.count - 2) more recipes" : named)
  }

  private static func forms(of handoff: Handoff, in model: Model) -> Picker {
    let name = handoff.target.name
    let warnings = (handoff.warnings.map { "! \($0)" } + [contents(of: handoff)]).flatMap { text in
      DisplayText(text).wrapped(to: max(20, model.size.columns - 10)).map {
        PickerLine.heading($0.plain)
      }
    }
    let copies = HandoffForm.all.map { form in
      let length = form.text(handoff).map { "\($0.count) characters" }
      return PickerLine(
        invocation: Invocation("hand-off", "\(name) \(form.name)"), keys: "copy",
        title: DisplayText(form.title(handoff.target)),
        detail: DisplayText(length ?? "– the app has no scheme for links"), applies: length != nil)
    }
    let files = copies.filter(\.applies).map { line in
      var line = line
      line.invocation = line.invocation.map { Invocation("command", "\($0.line) ") }
      line.keys = "to a file …"
      return line
    }
    return Picker("Hand off to \(name)", lines: warnings + copies + files, cursor: warnings.count)
  }
}
