import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// The commands for the apps that have the session open.
enum AppCommands {
  static let all: [Command] = [
    Command("apps", "list the connected apps") { _, _ in .asks(appPicker) }
      .keys("P").hint(.fourth, when: { $0.differingApp != nil }).short("apps")
      .when { .counting($0.apps.count, "app", else: .noApps) }
      .help(
        "Lists the apps that have this session open, with manifest, channel and time; Enter shows the app's channel."
      ),
    Command("follow-app", "show the app's channel", run: showChannelOfApp)
      .argument(.oneOf { $0.apps.map(\.app.process) }, suffices: true)
      .when { .counting($0.apps.count, "app", else: .noApps) }
      .help("Shows the channel of the connected app; if there are several, of the named one."),
  ]

  /// Shows the channel of the app that runs in a process; without a process, that of the only app,
  /// or asks which one if the apps have several channels.
  private static func showChannelOfApp(_ model: inout Model, _ process: String) -> Outcome {
    // A process is listed once for each of its manifests. If one of these is on screen, its channel
    // is the one to show: `mattersForScreen` is false for the others.
    let relevantApps = model.apps.filter(\.mattersForScreen).map(\.app)
    let isNamed = !process.isEmpty
    let candidates = isNamed ? relevantApps.filter { $0.process == process } : relevantApps
    // Only a named process can be unknown: without a connected app, the command was refused before.
    guard let app = candidates.first else {
      return .refused(.unknown("app", process, among: relevantApps.map(\.process)))
    }
    let haveSameChannel = candidates.allSatisfy { $0.channel.isSameName(as: app.channel) }
    guard isNamed || haveSameChannel else { return .asks(appPicker) }
    return showChannel(of: app, &model)
  }

  /// Shows the channel of an app; refused if the app has none, or one that the manifest on screen
  /// does not declare.
  private static func showChannel(of app: ConnectedApp, _ model: inout Model) -> Outcome {
    guard let channel = app.channel else {
      return .refused(.appWithoutChannel(app.manifestAndChannel))
    }
    guard model.workspace.channels.containsName(channel) else {
      return .refused(
        .appInUnknownChannel(app.manifestAndChannel, channels: model.workspace.channels))
    }
    guard !model.channel.isSameName(as: channel) else {
      return model.shared.alreadyDone(.isInChannelOfApp(channel))
    }
    return FeatureCommands.chooseChannel(&model, channel)
  }

  /// A list of the connected apps, each with `!` and what differs if it has another channel or
  /// manifest than the screen; nil if no app is connected.
  @Sendable private static func appPicker(in model: Model) -> Picker? {
    guard !model.apps.isEmpty else { return nil }
    let lines = model.apps.map { compared in
      let differences = compared.differences(from: model.channel)
      return PickerLine(
        invocation: Invocation("follow-app", compared.app.process),
        leading: differences.isEmpty ? "" : "!",
        title: DisplayText(compared.app.summary(at: model.input.now)),
        detail: DisplayText((differences + [compared.app.process]).joined(separator: " · ")),
        // Keeps the cursor on its app, whose text changes.
        identity: "\(compared.app.process) \(compared.app.manifest)")
    }
    return Picker("Connected apps", lines: lines)
  }
}
