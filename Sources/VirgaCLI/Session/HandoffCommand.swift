import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

struct HandoffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handoff",
    abstract:
      "Print or run the commands that apply a session's branches, edits and flags to a device.",
    discussion: """
      For iOS, launch arguments of the simulator; for Android, an adb command; with --link, a deep link. The app \
      enters all its recipes, and on iOS it reads preferences, debug overrides and app settings. What it does not get \
      is listed. Everything is first checked against the manifest. The config file can add apps.
      """)

  @Option(
    help: ArgumentHelp(
      "The app's name in recipes; only --devices needs none.", valueName: "name"),
    completion: .apps)
  var app: String?

  @Option(help: "The system: ios or android (default: the app's own, if it has only one).")
  var platform: Platform?

  @Option(
    help: ArgumentHelp("The channel of the build (default: the session's).", valueName: "name"),
    completion: .appChannels)
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The device (default: the booted simulator or the only device).", valueName: "id"))
  var deviceID: String?

  @Flag(help: "Print the deep link.")
  var link = false

  @Flag(
    help: "Store flags and app settings on the iOS simulator, instead of for this launch only.")
  var keep = false

  @Flag(name: .customLong("run"), help: "Run the commands instead of printing them, after asking.")
  var runs = false

  @Flag(help: "Run the commands without asking.")
  var yes = false

  @Flag(help: "List simulators and connected devices; --device-id takes their ids.")
  var devices = false

  @Flag(help: "Let the app keep its data about earlier recipes.")
  var preserveNimbusDB = false

  @Flag(help: "Keep the recipes' targeting, so that only matching clients enter.")
  var preserveTargeting = false

  @Flag(help: "Keep the recipes' buckets and ratios, so that the client is sampled normally.")
  var preserveBucketing = false

  @Option(
    help: ArgumentHelp(
      "Apply an object of configs by feature to every branch that configures them; null removes a value.",
      valueName: "file"), completion: .file())
  var patch: String?

  @Flag(help: "Start an activity instead of sending a broadcast, for old versions of Android apps.")
  var legacyOpen = false

  @Option(
    help: ArgumentHelp(
      "Open this page of the app, with or without its scheme; on Android only with --legacy-open or --link.",
      valueName: "link"))
  var deeplink: String?

  @Option(
    help: ArgumentHelp(
      """
      Write the recipes to a file (YAML if it ends in .yaml) instead of printing commands; a folder gets \
      hand-off.json.
      """, valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var target: SessionTarget
  @OptionGroup var format: FormatOption

  enum Platform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android
  }

  /// Refuses options that exclude each other.
  func validate() throws {
    if devices { return }
    guard app != nil else {
      throw ValidationError("name the app with --app, or list devices with --devices")
    }
    // Instead of commands, a link or a file is made.
    let makesNoCommands = link || output != nil
    let printsOnly = makesNoCommands || format.isJSON
    if runs, printsOnly {
      throw ValidationError("--run takes no --link, --output or --format json")
    }
    if yes, !runs { throw ValidationError("--yes needs --run") }
    if keep, makesNoCommands { throw ValidationError("--keep takes no --link or --output") }
  }

  /// Prints or runs the commands, or writes the recipes that they pass to the file of `--output`;
  /// options change the recipes.
  func run() throws {
    if devices { return try DeviceList.print(isJSON: format.isJSON) }
    let session = try target.open(isReadOnly: true)
    let device = try handoffTarget(session)
    let rewriting = try rewriting()
    let handoff: Handoff
    do throws(Refusal) {
      handoff = try Handoff(
        session.store.session, to: device, manifest: session.manifest, rewriting: rewriting)
    } catch {
      throw refused(error)
    }
    for warning in warnings(of: handoff) { Output.remark("warning: \(warning)") }
    if runs {
      try HandoffRun(isConfirmed: yes).run(plan(of: handoff))
    } else if let output {
      try write(handoff, to: output)
    } else {
      try print(handoff)
    }
  }

  /// The form of the handoff, `a file` or `a link`, if flags and app settings get lost in it; nil
  /// for launch commands, which contain them.
  private var formWithoutSettings: String? {
    if output != nil { return "a file" }
    // An app that is started by a link gets no arguments. With `--keep`, commands before the link
    // store the settings.
    let losesSettings = deeplink != nil && !keep
    return link || losesSettings ? "a link" : nil
  }

  /// A warning about flags and app settings that the options do not carry; nil without any.
  private func settingsWarning(of handoff: Handoff) -> String? {
    formWithoutSettings.flatMap { handoff.settingsWarning(for: $0) }
  }

  /// The warnings about what the app does not get, and about the link of the options.
  private func warnings(of handoff: Handoff) -> [String] {
    let ofOptions = [settingsWarning(of: handoff), handoff.schemeWarning(launch)]
    return handoff.warnings + ofOptions.compactMap(\.self)
  }

  /// How the options start the app.
  private var launch: HandoffLaunch {
    HandoffLaunch(
      device: deviceID, keepsDatabase: preserveNimbusDB, isLegacy: legacyOpen, link: deeplink,
      storesSettings: keep)
  }

  /// The commands that start the app as the options say.
  ///
  /// - Throws: The exit code, after printing why the app cannot be started in this way.
  private func plan(of handoff: Handoff) throws -> [DeviceCommand] {
    do throws(Refusal) {
      return try handoff.launchPlan(launch)
    } catch {
      throw refused(error)
    }
  }

  /// How the options change the recipes.
  private func rewriting() throws -> HandoffRewriting {
    var rewriting = HandoffRewriting(
      keepsTargeting: preserveTargeting, keepsBucketing: preserveBucketing)
    if let patch {
      try Inputs.claim([patch], for: "--patch")
      let configs = try JSONInput.read(patch).objectValue
      let areObjects = configs?.allSatisfy { $0.value.objectValue != nil } ?? false
      guard let configs, areObjects else {
        throw JSONInput.refused(
          "\(patch): a patch is an object of configs, each by the id of its feature")
      }
      rewriting.patch = configs
    }
    return rewriting
  }

  /// Writes the recipes to a file, or to `hand-off.json` in a folder.
  private func write(_ handoff: Handoff, to path: String) throws {
    guard handoff.hasRecipes else { throw refused(Handoff.noRecipes(for: "a file")) }
    do {
      let base = Machine.current.workingFolder
      let file = try FileWriting.fileMakingFolder(at: path, named: "hand-off.json", from: base)
      try FileWriting.write(
        Array(handoff.payload.text(ofFile: file).utf8), to: FilePath.joined(base, file))
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// Prints the commands that start the app, the deep link, or both as JSON.
  ///
  /// - Throws: The exit code, after printing why the app cannot be started in this way.
  private func print(_ handoff: Handoff) throws {
    do throws(Refusal) {
      if format.isJSON {
        let deepLink = try handoff.link(launch)
        printJSON(handoff, plan: try handoff.launchPlan(launch), deepLink: deepLink)
      } else if link {
        try printLink(of: handoff)
      } else {
        let commands = try handoff.launchCommands(launch)
        Output.document(commands.map { $0 + "\n" }.joined())
      }
    } catch {
      throw refused(error)
    }
  }

  /// Prints why nothing is handed off, and how to change a config that has errors; returns the exit
  /// code.
  private func refused(_ refusal: Refusal) -> ExitCode {
    let exitCode = JSONInput.refused("not handed off: \(refusal)")
    // Only a refused config has problems.
    if !refusal.problems.isEmpty {
      Output.remark(
        "note: fix the config, or hand off other values: --patch FILE for a branch, virga config set for an edit"
      )
    }
    return exitCode
  }

  /// Prints as JSON what is handed off to which app, the commands and the link that do it, and what
  /// is left out.
  ///
  /// - Parameter deepLink: The deep link, which is `null` in the JSON if it is nil.
  private func printJSON(_ handoff: Handoff, plan: [DeviceCommand], deepLink: String?) {
    var answer: JSONObject = [
      "app": .string(handoff.target.app), "id": .string(handoff.target.id),
    ]
    answer["platform"] = .string(handoff.target.platform.rawValue)
    answer["channel"] = .string(handoff.target.channel)
    answer["commands"] = .array(plan.map { .string($0.text) })
    answer["arguments"] = .array(plan.map { .array($0.words.map(JSONValue.string)) })
    answer["link"] = deepLink.map(JSONValue.string) ?? .null
    answer["payload"] = handoff.payload
    // The warning says that a link, unlike the commands, cannot carry them.
    let carriedSettings = settingsWarning(of: handoff) == nil ? handoff.settings : []
    answer["settings"] = .array(carriedSettings.map(Self.json))
    answer["omitted"] = .array(handoff.omissions.map(Self.json))
    answer["warnings"] = .array(warnings(of: handoff).map(JSONValue.string))
    Output.json(.object(answer))
  }

  /// A setting of the app as JSON.
  private static func json(_ setting: HandoffSetting) -> JSONValue {
    var members: JSONObject = ["kind": .string(setting.title)]
    members["domain"] = .string(setting.domain)
    members["key"] = .string(setting.key)
    members["value"] = setting.value
    return .object(members)
  }

  /// What the app does not get, as JSON.
  private static func json(_ omission: HandoffOmission) -> JSONValue {
    var members: JSONObject = ["kind": .string(omission.kind)]
    members["name"] = .string(omission.name)
    members["reason"] = .string(omission.reason)
    return .object(members)
  }

  /// Prints the deep link that starts the app.
  private func printLink(of handoff: Handoff) throws(Refusal) {
    guard handoff.hasRecipes else { throw Handoff.noRecipes(for: "a link") }
    guard let address = try handoff.link(launch) else {
      throw Refusal("\(handoff.target.name) has no scheme, so it has no link")
    }
    if let warning = handoff.linkWarning(address) { Output.remark("warning: \(warning)") }
    Output.document(address + "\n")
  }

  /// The build that the options name, in the session's channel unless one is named.
  ///
  /// - Throws: A usage error with the existing apps or builds if there is none.
  private func handoffTarget(_ session: OpenSession) throws -> HandoffTarget {
    // Never empty: `validate()` requires the option.
    let app = app ?? ""
    let builds = try builds(of: app, knownTo: session)
    let names = builds.map { "\($0.platform.rawValue) \($0.channel)" }.joined(separator: ", ")
    guard let channel = channel ?? session.store.session.channel(in: session.manifest) else {
      throw ValidationError(
        "the session has no channel: name one with --channel; \(app) has builds for \(names)")
    }
    let ofChannel = builds.filter { $0.channel == channel }
    let matching = ofChannel.first { build in
      platform == nil || build.platform.rawValue == platform?.rawValue
    }
    guard let matching else {
      let wanted = [platform?.rawValue, channel].compactMap(\.self).joined(separator: " ")
      throw ValidationError("\(app) has no build for \(wanted); it has builds for \(names)")
    }
    return matching
  }

  /// The builds of the app, from the configuration and, in a session of the demo, the demo's own.
  private func builds(of app: String, knownTo session: OpenSession) throws -> [HandoffTarget] {
    let config = ConfigFile.read(Machine.current)
    Output.remark(config.problems)
    let isDemo = session.store.manifest == SessionLocation.demo
    let targets = config.handoffTargets + (isDemo ? DemoManifest.handoffTargets : [])
    let builds = targets.filter { $0.app == app }
    guard builds.isEmpty else { return builds }
    let names = Set(targets.map(\.app)).sorted()
    let hint = NameSuggestions.hint(for: app, among: names)
    throw ValidationError(
      "unknown app \(app); \(hint ?? "choose from \(names.joined(separator: ", "))")")
  }
}
