import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaGenerate
import VirgaHandoff
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// `virga handoff`: prints commands that apply a session to a device.
struct HandoffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handoff",
    abstract: "Print what puts the forced branches and edits of a session on a device.",
    discussion: """
      For iOS the launch arguments of the simulator, for Android the adb command, or with --link the deep link; the app \
      enters every recipe of it. Everything is checked against the manifest first. The config file can add apps.
      """)

  @Option(help: ArgumentHelp("The app, as recipes name it.", valueName: "name"))
  var app: String

  @Option(help: "The system: ios or android; the app's own where it has one.")
  var platform: Platform?

  @Option(help: ArgumentHelp("The channel of the build; the session's where left out.", valueName: "name"))
  var channel: String?

  @Option(help: ArgumentHelp("The device; the booted simulator or the only device where left out.", valueName: "id"))
  var deviceID: String?

  @Flag(help: "Print the deep link.")
  var link = false

  @Flag(help: "Let the app keep what it knows of earlier recipes.")
  var preserveNimbusDB = false

  @Flag(help: "Keep the targeting of the recipes, so that only clients enter which they are for.")
  var preserveTargeting = false

  @Flag(help: "Keep buckets and ratios of the recipes, so that the client is drawn as any other.")
  var preserveBucketing = false

  @Option(
    help: ArgumentHelp(
      "Lay an object of configs by feature over every branch that configures them; a null takes away.",
      valueName: "file"), completion: .file())
  var patch: String?

  @Flag(help: "Start an activity of an Android app instead of sending it a message, as old versions need it.")
  var legacyOpen = false

  @Option(
    help: ArgumentHelp(
      "Open this page of the app, with or without its scheme; on Android with --legacy-open.", valueName: "link"))
  var deeplink: String?

  @Option(
    help: ArgumentHelp(
      "Write the recipes to a file, in YAML where it ends in .yaml, and print nothing to run.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var target: SessionTarget
  @OptionGroup var format: FormatOption

  /// The systems by their command-line names.
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
      throw WrittenInput.refused(error.description)
    }
    for warning in handoff.warnings { Output.remark("warning: \(warning)") }
    if let output {
      try write(handoff, to: output)
    } else {
      try print(handoff)
    }
  }

  private func rewriting() throws -> HandoffRewriting {
    var rewriting = HandoffRewriting(keepsTargeting: preserveTargeting, keepsBucketing: preserveBucketing)
    if let patch {
      guard case .object(let configs) = try WrittenInput.read(patch),
        configs.allSatisfy({ $0.value.objectValue != nil })
      else { throw WrittenInput.refused("\(patch): a patch is an object of configs, each by the id of its feature") }
      rewriting.patch = configs
    }
    return rewriting
  }

  private func write(_ handoff: Handoff, to path: String) throws {
    do {
      let whole = FilePath.joined(Machine.current.workingFolder, path)
      try FileWriting.write(Array(handoff.payload.text(ofFile: path).utf8), to: whole)
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
      throw WrittenInput.refused(error.description)
    }
    if format.isJSON {
      var answer: JSONObject = ["app": .string(handoff.target.app), "id": .string(handoff.target.id)]
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
      throw WrittenInput.refused("\(handoff.target.name) has no scheme, so that there is no link")
    }
    if let warning = handoff.linkWarning(address) { Output.remark("warning: \(warning)") }
    Output.document(address + "\n")
  }

  /// The given app, on the given platform and channel.
  private func handoffTarget(_ session: OpenSession) throws -> HandoffTarget {
    let isDemo = session.store.manifest == SessionLocation.demo
    let config = ConfigFile.read(.current)
    config.reportProblems()
    let targets = config.handoffTargets + (isDemo ? DemoManifest.handoffTargets : [])
    let apps = targets.filter { $0.app == app }
    guard !apps.isEmpty else {
      let names = Set(targets.map(\.app)).sorted()
      let hint = NearNames.ending(for: app, among: names)
      throw ValidationError("there is no app \(app)\(hint); there are \(names.joined(separator: ", "))")
    }
    let wanted = channel ?? session.store.session.channel(in: session.manifest) ?? ""
    let fitting = apps.filter {
      $0.channel == wanted && (platform == nil || $0.platform.rawValue == platform?.rawValue)
    }
    guard let found = fitting.first else {
      let names = apps.map { "\($0.platform.rawValue) \($0.channel)" }.joined(separator: ", ")
      throw ValidationError(
        "\(app) has no build for \(platform.map { "\($0.rawValue) " } ?? "")\(wanted); there are \(names)")
    }
    return found
  }
}
