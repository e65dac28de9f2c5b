import VirgaCanvas
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A form in which a session is handed off, such as a deep link.
private struct HandoffForm: Sendable {
  let name: String
  /// The proposed name of the file.
  let fileName: String
  let title: @Sendable (HandoffTarget) -> String
  /// Nil if the app does not support the form, or the session has nothing that the form carries.
  let text: @Sendable (Handoff) -> String?

  static let all = [
    HandoffForm(
      name: "launch", fileName: "hand-off.sh",
      title: {
        $0.platform == .ios ? "the launch arguments as a simulator command" : "the adb command"
      },
      text: { try? $0.launchCommands().joined(separator: "\n") }),
    HandoffForm(
      name: "link", fileName: "hand-off.txt", title: { _ in "the deep link" },
      text: { try? $0.link() }),
    HandoffForm(
      name: "recipes", fileName: "hand-off.json",
      title: { _ in "the recipes for nimbus-cli apply-file" },
      text: { $0.hasRecipes ? $0.payload.pretty() : nil }),
  ]

  /// Whether it carries flags and app settings besides recipes: only launch commands do.
  var carriesFlagsAndAppSettings: Bool { name == "launch" }

  /// The form with a name; nil if the name is unknown.
  static func named(_ name: String) -> HandoffForm? { all.first { $0.name == name } }
}

/// The argument of `hand-off`, `APP PLATFORM CHANNEL FORM FILE`, or of `run-hand-off`, whose answer
/// `yes` is in the place of the form.
private struct HandoffArgument {
  let target: HandoffTarget
  /// The word after the target: for `hand-off` the name of a form, for `run-hand-off` the answer
  /// `yes`; empty if it is missing.
  let wordAfterTarget: String
  /// The text after that word; nil if there is none, not even a blank.
  let file: String?

  /// Splits an argument; nil if it does not start with the name of one of the targets.
  ///
  /// `fenix android nightly link out.txt` gives the target `fenix android nightly`, the word after
  /// it `link`, which is a form, and the file `out.txt`.
  init?(_ text: String, among targets: [HandoffTarget]) {
    guard let target = targets.first(where: { text == $0.name || text.hasPrefix($0.name + " ") })
    else { return nil }
    let afterTarget = text.dropFirst("\(target.name) ".count)
    let formAndFile = afterTarget.split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    self.target = target
    wordAfterTarget = formAndFile.first ?? ""
    file = formAndFile.count > 1 ? formAndFile[1] : nil
  }
}

/// How likely a person means a target.
private struct HandoffLikelihood {
  private let channelOnScreen: String?
  private let builtInTargets = Set(HandoffTarget.known)
  private let appsOfRecipes: Set<String>
  /// The platforms for which the manifest generates code.
  private let platformsWithCode: [HandoffTarget.Platform]

  /// Reads what makes a target likely: the channel on screen, the apps of the session's recipes,
  /// and the languages for which the manifest generates code.
  init(in model: Model) {
    channelOnScreen = model.channel
    appsOfRecipes = Set(
      model.session.entries(of: .recipe).values.compactMap { $0["appName"]?.stringValue })
    // `about` has a section for each language for which the manifest generates code.
    let about = model.workspace.manifest?.modules.first?.about
    platformsWithCode =
      (about?.kotlin == nil ? [] : [.android]) + (about?.swift == nil ? [] : [.ios])
  }

  /// A number that is greater for a likelier target.
  func rank(of target: HandoffTarget) -> Int {
    let isConfigured = !builtInTargets.contains(target)
    let facts = [
      target.channel == channelOnScreen, isConfigured, appsOfRecipes.contains(target.app),
      platformsWithCode.contains(target.platform),
    ]
    // The facts are the digits of a binary number, so each counts more than all that follow it.
    return facts.reduce(0) { number, isTrue in number * 2 + (isTrue ? 1 : 0) }
  }
}

/// Handing the session off to an app on a device.
enum HandoffCommands {
  static let all: [Command] = [
    Command("hand-off", "hand off to a device", run: handOff)
      .keys("y h").near(.screen(.experiments), "h", hint: .third).argument(.described(completions))
      .short("hand off")
      .when(availability)
      .help(
        "Exports the forced branches, edits, flags and app settings for a device or simulator: launch arguments, adb command, deep link or recipes, to copy or share. With a file name at the end, writes it there; recipes become YAML if the name ends in .yaml."
      ),
    Command(runCommand, "run the hand-off on a device", run: run)
      .in(.screen(.experiments)).keys("H").argument(.described(buildsToRun)).when(availability)
      .help(
        "Runs what hand-off copies as the command for a build, after showing it. Needs adb for Android, and xcrun for the iOS simulator."
      ),
  ]

  /// The name of the command that runs a hand-off.
  private static let runCommand = "run-hand-off"

  /// Applies if the session has anything for a device, with counts such as
  /// `1 forced, 2 edited, 3 set`: of branches, features, and flags or app settings.
  @Sendable private static func availability(_ model: Model) -> Command.Availability {
    let forced = model.session.forcedBranches.count
    let edited = model.session.count(of: .edit)
    // App settings are stored as preferences, and debug overrides are those of flags.
    let set = model.session.count(of: .preference) + model.session.count(of: .debug)
    if forced + edited + set == 0 { return .refused(.nothingToHandOff) }
    let setWords = set == 0 ? "" : ", \(set) set"
    return .applies("\(forced) forced, \(edited) edited\(setWords)")
  }

  /// The argument that lists the builds of all channels.
  private static let argumentForAllBuilds = "another"

  /// The targets of a hand-off, which are builds of apps, likely ones first: those of the session's
  /// app, or all if the session has no `app_name` or the app has no target.
  ///
  /// A target on the channel on screen comes first. If two are equal in that, one that the person
  /// configured comes first, then one whose app a recipe names, then one for which the manifest
  /// generates code.
  private static func likelyTargets(in model: Model) -> [HandoffTarget] {
    let app = model.session.attributes(in: model.operationContext)["app_name"]?.stringValue
    let all = model.options.handoffTargets
    let ofApp = all.filter { $0.app == app }
    return sortedByLikelihood(ofApp.isEmpty ? all : ofApp, in: model)
  }

  /// The targets with likely ones first; equally likely ones keep their order.
  private static func sortedByLikelihood(
    _ targets: [HandoffTarget], in model: Model
  ) -> [HandoffTarget] {
    let likelihood = HandoffLikelihood(in: model)
    // Grouping keeps the order of equally likely targets, which sorting them would not.
    let byRank = Dictionary(grouping: targets) { likelihood.rank(of: $0) }
    return byRank.sorted { $0.key > $1.key }.flatMap(\.value)
  }

  /// Splits the argument of `hand-off` into its parts; nil if it does not start with a known
  /// target.
  private static func parse(_ text: String, in model: Model) -> HandoffArgument? {
    HandoffArgument(text, among: model.options.handoffTargets)
  }

  /// Completes an argument of `hand-off`: with targets, then with forms, then with the name of a
  /// file.
  ///
  /// Returns all targets or forms: the command line filters them by what is typed.
  @Sendable private static func completions(
    _ model: Model, _ typed: String
  ) -> [Command.Completion] {
    // Nil until a whole target is typed.
    guard let argument = parse(typed, in: model) else {
      return likelyTargets(in: model).map { ($0.name, description(of: $0)) }
    }
    let target = argument.target
    guard let file = argument.file, let form = HandoffForm.named(argument.wordAfterTarget) else {
      return HandoffForm.all.map { form in ("\(target.name) \(form.name)", form.title(target)) }
    }
    let proposedName = file.isEmpty ? FileCompletion.unusedName(like: form.fileName, in: model) : ""
    return [(typed + proposedName, "writes it to that file")]
  }

  /// The file in a typed argument of `hand-off`; nil until a build and a form are typed.
  static func typedFile(inArgument typed: String, _ model: Model) -> String? {
    guard let argument = parse(typed, in: model) else { return nil }
    return HandoffForm.named(argument.wordAfterTarget) == nil ? nil : argument.file
  }

  /// The target's app and whether deep links open it, as the second column of a list.
  private static func description(of target: HandoffTarget) -> String {
    target.id + (target.scheme.map { ", links with \($0)://" } ?? ", without deep links")
  }

  /// What a build gets of the console's session: forced branches and edits as recipes that every
  /// client enters, and flags and app settings.
  ///
  /// - Throws: A refusal if there is nothing to hand off, a recipe is for another app, or a config
  ///   has errors.
  private static func sessionHandoff(
    of model: Model, to target: HandoffTarget
  ) throws(Refusal) -> Handoff {
    try Handoff(model.session, to: target, manifest: model.workspace.manifest)
  }

  /// Hands the session off to a build of an app, in a form such as `link`; asks for both if the
  /// argument lacks them.
  @Sendable private static func handOff(_ model: inout Model, _ typed: String) -> Outcome {
    guard let argument = parse(typed, in: model) else {
      return askForBuild(model, typed, by: "hand-off")
    }
    let target = argument.target
    do throws(Refusal) {
      let handoff = try sessionHandoff(of: model, to: target)
      let formName = argument.wordAfterTarget
      if formName.isEmpty { return askForForm(of: target) }
      guard let form = HandoffForm.named(formName) else {
        return .refused(.unknown("form", formName, among: HandoffForm.all.map(\.name)))
      }
      // Without a file name, or with blanks alone, the form is copied.
      let file = String((argument.file ?? "").drop { $0 == " " })
      return copyOrWrite(handoff, form, file: file)
    } catch {
      return .refused(.notHandedOff("\(error)"))
    }
  }

  /// Lists the forms in which the session can be handed off to a target.
  ///
  /// The open list is made again whenever the session changes; it closes (nil) if nothing is left
  /// to hand off.
  private static func askForForm(of target: HandoffTarget) -> Outcome {
    .asks { model in
      (try? sessionHandoff(of: model, to: target)).map { formPicker(for: $0, in: model) }
    }
  }

  /// Completes an argument of `run-hand-off` with the builds of any channel, likely ones first; the
  /// command line filters them.
  @Sendable private static func buildsToRun(
    _ model: Model, _ typed: String
  ) -> [Command.Completion] {
    likelyTargets(in: model).map { ($0.name, description(of: $0)) }
  }

  /// Runs the commands that start a build with the session; asks for the build if the argument
  /// lacks it, then shows the commands, and runs them if the argument ends in `yes`.
  @Sendable private static func run(_ model: inout Model, _ typed: String) -> Outcome {
    guard let argument = parse(typed, in: model) else {
      return askForBuild(model, typed, by: runCommand)
    }
    let target = argument.target
    do throws(Refusal) {
      let plan = try sessionHandoff(of: model, to: target).launchPlan()
      let answer = argument.wordAfterTarget
      switch answer {
      case "yes":
        // A person who typed `yes` at once has not seen the commands: the message shows them.
        return .done(
          [.runOnDevice(plan, build: target.name)],
          saying: .handingOff(to: target.name, plan.map(\.text)))
      case "": return askWhetherToRun(on: target)
      default: return .refused(.unknown("answer", answer, among: ["yes"]))
      }
    } catch {
      return .refused(.notHandedOff("\(error)"))
    }
  }

  /// Asks whether to run the commands that start a build with the session.
  ///
  /// The open question is made again whenever the session changes; it closes (nil) if there is
  /// nothing left to run.
  private static func askWhetherToRun(on target: HandoffTarget) -> Outcome {
    .asks { model in
      (try? sessionHandoff(of: model, to: target)).flatMap { runQuestion($0, in: model) }
    }
  }

  /// The question whether to run the commands of a handoff, with warnings, contents and commands
  /// below the answer; nil if `launchPlan()` refuses to start the app.
  private static func runQuestion(_ handoff: Handoff, in model: Model) -> Picker? {
    guard let plan = try? handoff.launchPlan() else { return nil }
    let name = handoff.target.name
    let answer = PickerLine(
      invocation: Invocation(runCommand, "\(name) yes"), leading: "yes",
      title: plan.count == 1 ? "run it" : "run all \(plan.count)")
    // The lines have a title and no detail, whose column would leave too little room for commands.
    let texts = handoff.warnings.map { "! \($0)" } + [contents(of: handoff)] + plan.map(\.text)
    let rows = texts.flatMap { wrapped($0, in: model) }
    // An identity for each line, because two rows can have the same text.
    let lines = rows.enumerated().map { index, row in
      PickerLine(title: DisplayText(row), identity: "row \(index)")
    }
    return .question("Run on \(name)?", [answer], about: lines)
  }

  /// Lists the builds, so that the person chooses one for `command`; refuses a typed build that
  /// does not exist.
  private static func askForBuild(
    _ model: Model, _ typed: String, by command: String
  ) -> Outcome {
    let showsAllChannels = typed == argumentForAllBuilds
    guard typed.isEmpty || showsAllChannels else {
      return .refused(.unknown("build", typed, among: likelyTargets(in: model).map(\.name)))
    }
    return listBuilds(model, showsAllChannels: showsAllChannels, for: command)
  }

  /// Asks for a build of the current channel, with a last line that leads to the builds of all
  /// channels.
  ///
  /// If the current channel has no build, lists those of all channels at once.
  ///
  /// - Parameters:
  ///   - showsAllChannels: Whether to list the builds of all channels in any case.
  ///   - command: The command that gets the build.
  private static func listBuilds(
    _ model: Model, showsAllChannels: Bool, for command: String
  ) -> Outcome {
    let all = likelyTargets(in: model)
    let ofChannel = all.filter { $0.channel == model.channel }
    let shown = showsAllChannels || ofChannel.isEmpty ? all : ofChannel
    var answers = shown.map { build in
      (
        invocation: Invocation(command, build.name), title: build.name,
        detail: description(of: build)
      )
    }
    let notShown = all.count - shown.count
    if notShown > 0 {
      let count = notShown.pluralizing("build")
      answers.append((Invocation(command, argumentForAllBuilds), "another channel …", count))
    }
    let title = command == runCommand ? "Run on which build?" : "Hand off to which build?"
    return .asks { [answers] _ in .choice(title, answers) }
  }

  /// Copies what is handed off in a form, such as a link, or writes it to a file if one is named;
  /// the message has all warnings.
  private static func copyOrWrite(
    _ handoff: Handoff, _ form: HandoffForm, file: String
  ) -> Outcome {
    guard let text = form.text(handoff) else { return .refused(reasonForNoText(handoff)) }
    let contents = contents(of: handoff, withSettings: form.carriesFlagsAndAppSettings)
    let what = "\(form.title(handoff.target)) for \(handoff.target.name), \(contents)"
    let warnings = warnings(about: text, form, of: handoff).joined(separator: "; ")
    let whatWithWarnings = warnings.isEmpty ? what : "\(what) (\(warnings))"
    guard !file.isEmpty else { return [.copy(text, what: whatWithWarnings)] }
    // Recipes are YAML if the name of the file ends so. Other forms are lines without a line end.
    let fileText = form.name == "recipes" ? handoff.payload.text(ofFile: file) : text + "\n"
    var output = OutputFile(path: file, text: fileText, what: whatWithWarnings)
    // The name that the file gets if the path is a folder.
    output.name = form.fileName
    return [.write(output)]
  }

  /// The warnings about the text of a form: that it leaves out flags and app settings, those of the
  /// whole handoff, and that a link is too long.
  private static func warnings(
    about text: String, _ form: HandoffForm, of handoff: Handoff
  ) -> [String] {
    let linkLengthWarning = form.name == "link" ? handoff.linkWarning(text) : nil
    let settingsWarning =
      form.carriesFlagsAndAppSettings ? nil : handoff.settingsWarning(for: "this form")
    // What the form leaves out comes first, because the list of forms has not shown it.
    return [settingsWarning].compactMap(\.self) + handoff.warnings
      + [linkLengthWarning].compactMap(\.self)
  }

  /// Why a form has no text: the session has no recipes, or the app no scheme, which only a link
  /// needs.
  private static func reasonForNoText(_ handoff: Handoff) -> StatusMessage {
    handoff.hasRecipes ? .noLinkScheme(handoff.target.name) : .noRecipesToHandOff
  }

  /// What is handed off: `with a, b, c, 1 preference`, or `with a, b and 2 more recipes` for four.
  ///
  /// - Parameter withSettings: Whether to name flags and app settings, which only launch commands
  ///   carry.
  private static func contents(of handoff: Handoff, withSettings: Bool = true) -> String {
    // The payload is an object with the recipes in its array `data`.
    let slugs = (handoff.payload["data"]?.arrayValue ?? []).compactMap { $0["slug"]?.stringValue }
    let settings = withSettings ? handoff.settingCounts : []
    let mostNamed = 3
    if slugs.count <= mostNamed { return "with " + (slugs + settings).joined(separator: ", ") }
    // One fewer, so that at least two are only counted: `1 more recipes` never appears.
    let named = slugs.prefix(mostNamed - 1)
    let others = slugs.count - named.count
    let recipes = "with \(named.joined(separator: ", ")) and \(others) more recipes"
    return ([recipes] + settings).joined(separator: ", ")
  }

  /// The rows of a text, wrapped to the columns that a list has in this terminal for its lines.
  private static func wrapped(_ text: String, in model: Model) -> [String] {
    // What a list needs beside the texts of its lines: borders, margins, and blanks between
    // columns.
    let columnsAroundLines = 12
    // In a terminal that is too narrow, rows are cut.
    let minTextColumns = 20
    let textColumns = max(minTextColumns, model.size.columns - columnsAroundLines)
    return DisplayText(text).wrapped(to: textColumns).map(\.plain)
  }

  /// A list of the forms, such as a link, in which the handoff can be copied, then of those in
  /// which it can be written to a file; warnings and contents are above them.
  private static func formPicker(for handoff: Handoff, in model: Model) -> Picker {
    // A heading is one row, so longer text is wrapped here.
    let texts = handoff.warnings.map { "! \($0)" } + [contents(of: handoff)]
    let headings = texts.flatMap { wrapped($0, in: model).map(PickerLine.heading) }
    let linesToCopy = copyLines(of: handoff)
    // A form without a text has only the line that says why.
    let linesToWrite = linesToCopy.filter(\.applies).map(lineToWrite)
    let firstForm = headings.count
    return Picker(
      "Hand off to \(handoff.target.name)", lines: headings + linesToCopy + linesToWrite,
      cursor: firstForm)
  }

  /// The line that writes a form to a file, made from the one that copies it: it opens the command
  /// line with the copying command and a blank, after which the person types the file's name.
  private static func lineToWrite(_ lineToCopy: PickerLine) -> PickerLine {
    var line = lineToCopy
    line.invocation = line.invocation.map { Invocation("command", "\($0.line) ") }
    line.leading = "to a file …"
    return line
  }

  /// For each form, such as a link, a line that copies the handoff in it, with the length of the
  /// text or why there is none.
  private static func copyLines(of handoff: Handoff) -> [PickerLine] {
    // With recipes, only a link can lack a text; without them, most forms do.
    let detailWithoutText =
      handoff.hasRecipes ? "– the app has no scheme for links" : "– nothing is forced or edited"
    return HandoffForm.all.map { form in
      let length = form.text(handoff).map { "\($0.count) characters" }
      return PickerLine(
        invocation: Invocation("hand-off", "\(handoff.target.name) \(form.name)"),
        leading: "copy", title: DisplayText(form.title(handoff.target)),
        detail: DisplayText(length ?? detailWithoutText), applies: length != nil)
    }
  }
}
