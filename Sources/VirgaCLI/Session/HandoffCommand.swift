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
    abstract: "Print the commands that apply a session's forced branches and edits to a device.",
    discussion: """
      For iOS, launch arguments of the simulator; for Android, an adb command; with --link, a deep link. The app \
      enters all its recipes. Everything is first checked against the manifest. The config file can add apps.
      """)

  @Option(help: ArgumentHelp("The app's name in recipes.", valueName: "name"), completion: .apps)
  var app: String

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

  func run() throws {
    let session = try target.open(isReadOnly: true)
    let device = try handoffTarget(session)
    let rewriting = try rewriting()
    let handoff: Handoff
    do throws(Refusal) {
      handoff = try Handoff(
        session.store.session, to: device, manifest: session.manifest, rewriting: rewriting)
    } catch {
      throw JSONInput.refused("not handed off: \(error)")
    }
    for warning in handoff.warnings { Output.remark("warning: \(warning)") }
    if let output {
      try write(handoff, to: output)
    } else {
      try print(handoff)
    }
  }

  private func rewriting() throws -> HandoffRewriting {
    var rewriting = HandoffRewriting(
      keepsTargeting: preserveTargeting, keepsBucketing: preserveBucketing)
    if let patch {
      try Inputs.claim([patch], for: "--patch")
      guard case .object(let configs) = try JSONInput.read(patch),
        configs.allSatisfy({ $0.value.objectValue != nil })
      else {
        throw JSONInput.refused(
          "\(patch): a patch is an object of configs, each by the id of its feature")
      }
      rewriting.patch = configs
    }
    return rewriting
  }

  private func write(_ handoff: Handoff, to path: String) throws {
    do {
      let base = Machine.current.workingFolder
      let file = try FileWriting.file(at: path, named: "hand-off.json", from: base)
      try FileWriting.write(
        Array(handoff.payload.text(ofFile: file).utf8), to: FilePath.joined(base, file))
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  private func print(_ handoff: Handoff) throws {
    let launch = HandoffLaunch(
      device: deviceID, keepsDatabase: preserveNimbusDB, isLegacy: legacyOpen, link: deeplink)
    let address: String?
    let commands: [String]
    do throws(Refusal) {
      address = link || format.isJSON ? try handoff.link(launch) : nil
      commands = link && !format.isJSON ? [] : try handoff.launchCommands(launch)
    } catch {
      throw JSONInput.refused("not handed off: \(error)")
    }
    if format.isJSON {
      var answer: JSONObject = [
        "app": .string(handoff.target.app), "id": .string(handoff.target.id),
      ]
      answer["platform"] = .string(handoff.target.platform.rawValue)
      answer["channel"] = .string(handoff.target.channel)
      answer["commands"] = .array(commands.map(JSONValue.string))
      answer["link"] = address.map(JSONValue.string) ?? .null
      answer["payload"] = handoff.payload
      answer["warnings"] = .array(handoff.warnings.map(JSONValue.string))
      Output.json(.object(answer))
      return
    }
    guard link else {
      Output.document(commands.map { $0 + "\n" }.joined())
      return
    }
    guard let address else {
      throw JSONInput.refused(
        "not handed off: \(handoff.target.name) has no scheme, so it has no link")
    }
    if let warning = handoff.linkWarning(address) { Output.remark("warning: \(warning)") }
    Output.document(address + "\n")
  }

  private func handoffTarget(_ session: OpenSession) throws -> HandoffTarget {
    let isDemo = session.store.manifest == SessionLocation.demo
    let config = ConfigFile.read(.current)
    Output.remark(config.problems)
    let targets = config.handoffTargets + (isDemo ? DemoManifest.handoffTargets : [])
    let apps = targets.filter { $0.app == app }
    guard !apps.isEmpty else {
      let names = Set(targets.map(\.app)).sorted()
      let hint = NameSuggestions.hint(for: app, among: names)
      throw ValidationError(
        "unknown app \(app); \(hint ?? "choose from \(names.joined(separator: ", "))")")
    }
    let names = apps.map { "\($0.platform.rawValue) \($0.channel)" }.joined(separator: ", ")
    guard let wanted = channel ?? session.store.session.channel(in: session.manifest) else {
      throw ValidationError(
        "the session has no channel: name one with --channel; \(app) has builds for \(names)")
    }
    let matching = apps.first {
      $0.channel == wanted && (platform == nil || $0.platform.rawValue == platform?.rawValue)
    }
    guard let matching else {
      let build = [platform?.rawValue, wanted].compactMap(\.self).joined(separator: " ")
      throw ValidationError("\(app) has no build for \(build); it has builds for \(names)")
    }
    return matching
  }
}
