import VirgaFiles
import VirgaJSON
package import VirgaSession
import VirgaSource

extension Handoff {
  /// The longest link that the simulator opens, in characters.
  package static let maxLinkLength = 2_046

  /// The app's input as JSON on one line.
  package var json: String { payload.compact }

  /// The recipes as a command-line argument; apps read `&apos;` as a single quote.
  ///
  /// All characters are ASCII, so that terminals do not change them.
  /// `&` is escaped to preserve any `&apos;` in the recipes.
  private var recipesArgument: String {
    let singleQuote = UInt16(UInt8(ascii: "'"))
    let ampersand = UInt16(UInt8(ascii: "&"))
    // The delete character and everything that is not ASCII.
    let invisibleOrNotASCII = UInt16(0x7F)...
    let digitsOfEscape = 4
    return json.utf16.reduce(into: "") { text, unit in
      switch unit {
      case singleQuote: text += "&apos;"
      // As JSON writes any character, such as `\u0026`.
      case ampersand, invisibleOrNotASCII: text += "\\u" + unit.hexadecimal(digits: digitsOfEscape)
      default: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      }
    }
  }

  /// The shell commands that stop the app, if necessary, and start it with the session.
  ///
  /// Rule: VirgaWorkbench/LaunchCommands.
  ///
  /// - Throws: A refusal if the app can't be started that way.
  package func launchCommands(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> [String]
  {
    let plan = try launchPlan(launch)
    return plan.map(\.text)
  }

  /// The programs with their arguments that stop the app, if necessary, and start it with the
  /// session.
  ///
  /// - Throws: A refusal if the app can't be started that way.
  package func launchPlan(
    _ launch: HandoffLaunch = HandoffLaunch()
  ) throws(Refusal) -> [DeviceCommand] {
    switch target.platform {
    case .ios: try iosPlan(launch)
    case .android: try androidPlan(launch)
    }
  }

  /// The commands that end the app in a simulator, store its settings if they are to stay, and
  /// start the app with the session, or with a link.
  private func iosPlan(_ launch: HandoffLaunch) throws(Refusal) -> [DeviceCommand] {
    // Only old versions of Android apps get the session by an activity.
    if launch.isLegacy { throw Refusal("an activity can only be started on Android") }
    let simctl = ["xcrun", "simctl"]
    // With `booted`, simctl takes the simulator that runs.
    let device = launch.device ?? "booted"
    // Fails if the app is not running.
    let endApp = DeviceCommand(simctl + ["terminate", device, target.id], mayFail: true)
    let settingsToStore = launch.storesSettings ? settings : []
    let storeSettings = settingsToStore.map { setting in
      DeviceCommand(simctl + ["spawn", device, "defaults"] + setting.storingArguments)
    }
    let startWords = try wordsToStart(launch, on: device)
    return [endApp] + storeSettings + [DeviceCommand(simctl + startWords)]
  }

  /// The arguments of `simctl` that start the app: by a link to a page, or with the session in the
  /// app's own arguments.
  private func wordsToStart(
    _ launch: HandoffLaunch, on device: String
  ) throws(Refusal) -> [String] {
    guard let page = launch.link else {
      return ["launch", device, target.id] + iosArguments(launch)
    }
    return ["openurl", device, try linkForSimulator(to: page, launch)]
  }

  /// The link to a page that a simulator opens, with the recipes if the session has some.
  ///
  /// Without recipes, there must at least be settings that were stored before the link is opened.
  private func linkForSimulator(
    to page: String, _ launch: HandoffLaunch
  ) throws(Refusal) -> String {
    guard hasRecipes || launch.storesSettings else { throw Self.noRecipes(for: "a link") }
    // Nil without recipes.
    let linkWithRecipes = try link(launch)
    let linkToPage = try linkWithScheme(page).text
    return linkWithRecipes ?? linkToPage
  }

  /// The arguments that give an iOS app the recipes, and also the settings unless these are stored.
  private func iosArguments(_ launch: HandoffLaunch) -> [String] {
    var arguments: [String] = launch.storesSettings ? [] : settings.flatMap(\.launchArguments)
    if hasRecipes {
      // The app ignores everything without `--nimbus-cli` and `--version 1`. The other arguments
      // make it drop its data about earlier recipes, apply these ones, and log its state.
      arguments += ["--nimbus-cli", "--version", "1"]
      if !launch.keepsDatabase { arguments.append("--reset-db") }
      arguments += ["--experiments", recipesArgument, "--log-state"]
    }
    return arguments
  }

  /// The refusal to hand off recipes alone, for a session without any.
  ///
  /// - Parameter carrier: What carries the recipes, such as `a link`.
  package static func noRecipes(for carrier: String) -> Refusal {
    Refusal("\(carrier) carries only forced branches and edits, and the session has none")
  }

  /// A warning that the settings are left out, because `carrier` carries only recipes; nil if the
  /// session has no settings.
  ///
  /// - Parameter carrier: What carries the recipes, such as `a link`.
  package func settingsWarning(for carrier: String) -> String? {
    guard !settings.isEmpty else { return nil }
    let keys = settings.map { "\($0.title) \($0.key)" }.joined(separator: ", ")
    return "not handed off: \(keys) (\(carrier) carries only recipes)"
  }

  /// The commands that start the app with the recipes through adb, after ending it if necessary.
  private func androidPlan(_ launch: HandoffLaunch) throws(Refusal) -> [DeviceCommand] {
    if launch.storesSettings {
      throw Refusal("--keep stores user defaults, which only iOS apps have")
    }
    let shellCommand = try amCommand(launch)
    let device = launch.device.map { ["-s", $0] } ?? []
    let shell = ["adb"] + device + ["shell"]
    let startApp = DeviceCommand(shell, shellCommand: shellCommand)
    // A running Fenix receives broadcasts. Other apps are restarted, and so is an app that `am`
    // starts with an activity (`isLegacy`).
    let isKeptRunning = target.app == "fenix" && !launch.isLegacy
    if isKeptRunning { return [startApp] }
    let endApp = DeviceCommand(
      shell, shellCommand: "am force-stop \(ShellWord.quotedVisibly(target.id))")
    return [endApp, startApp]
  }

  /// The command by which the shell of an Android device starts the app with the recipes.
  ///
  /// `am`, Android's activity manager, passes data to the app: `--esn` is a key without a value,
  /// and `--ei`, `--ez` and `--es` are a number, a Boolean and a text.
  private func amCommand(_ launch: HandoffLaunch) throws(Refusal) -> String {
    var words = ["am", launch.isLegacy ? "start" : "broadcast"]
    words += try intentOptions(launch)
    // The app requires these two, `nimbus-cli` and `version`.
    words += ["--esn", "nimbus-cli", "--ei", "version", "1"]
    if !launch.keepsDatabase { words += ["--ez", "reset-db", "true"] }
    // The argument has no single quotes of its own.
    words += ["--es", "experiments", "'\(recipesArgument)'", "--ez", "log-state", "true"]
    return words.joined(separator: " ")
  }

  /// The options of `am` for what gets the recipes: a broadcast receiver of the app, or in old
  /// versions the page of a link or an activity.
  ///
  /// In an intent, what Android sends to an app, `-a` is the action, `-c` a category, `-d` the
  /// link, `-f` the flags, `-n` the activity and `-p` the package.
  private func intentOptions(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    if launch.isLegacy {
      if let link = launch.link { return try optionsToOpen(link) }
      return try optionsToStartActivity()
    }
    // `--link` prints the deep link as text, instead of these commands.
    if launch.link != nil { throw Refusal("on Android a link needs --legacy-open or --link") }
    let includesStoppedApps = "0x20"
    return [
      "-p", ShellWord.quotedVisibly(target.id), "-a", "org.mozilla.fenix.NIMBUS_TOOLING",
      "-f", includesStoppedApps,
    ]
  }

  /// The options of `am` that open a link as a browser does.
  private func optionsToOpen(_ link: String) throws(Refusal) -> [String] {
    let categories = [
      "-c", "android.intent.category.DEFAULT", "-c", "android.intent.category.BROWSABLE",
    ]
    // In single quotes as it is, because a valid link has none.
    let address = try linkWithScheme(link).text
    return ["-a", "android.intent.action.VIEW"] + categories + ["-d", "'\(address)'"]
  }

  /// The options of `am` that start the app's activity as the launcher does.
  private func optionsToStartActivity() throws(Refusal) -> [String] {
    guard let activity = target.activity else {
      throw Refusal("\(target.name) has no activity to start")
    }
    return [
      "-n", ShellWord.quotedVisibly("\(target.id)/\(activity)"), "-a", "android.intent.action.MAIN",
      "-c", "android.intent.category.LAUNCHER",
    ]
  }

  /// The deep link with the recipes; nil if the app has no scheme or the session no recipes.
  ///
  /// For an Android app it is `fenix://open?--nimbus-cli&--is-launcher&--experiments=…`.
  /// Rule: VirgaWorkbench/DeepLinks.
  ///
  /// - Throws: A refusal if the link of `launch` is not valid, or if apps ignore recipes in it.
  package func link(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> String? {
    let hasNoScheme = launch.link == nil && target.scheme == nil
    if hasNoScheme || !hasRecipes { return nil }
    // The pages that Mozilla's tool nimbus-cli opens by default.
    let startPage = target.platform == .ios ? "noop" : "open"
    var address = try linkWithScheme(launch.link ?? "\(startPage)?--nimbus-cli&--is-launcher")
    if !address.parameters.contains("--nimbus-cli") { address.parameters.append("--nimbus-cli") }
    address.parameters.append("--experiments=\(encodedRecipes)")
    // These make the app drop its data about earlier recipes, and log its state.
    if !launch.keepsDatabase { address.parameters.append("--reset-db") }
    address.parameters.append("--log-state")
    return address.text
  }

  /// A link with a scheme: its own, or else the app's.
  private func linkWithScheme(_ link: String) throws(Refusal) -> HandoffLink {
    try HandoffLink(link, to: target)
  }

  /// A warning that the link to open may belong to another app, because the scheme of the target is
  /// not known; nil if it is known, or without such a link.
  package func schemeWarning(_ launch: HandoffLaunch) -> String? {
    guard target.scheme == nil, let scheme = launch.link.flatMap(HandoffLink.scheme) else {
      return nil
    }
    return "`\(scheme):` may open another app: the scheme of \(target.name) is not known"
  }

  /// A warning that a link is too long for the simulator; nil if it is not, and for Android.
  package func linkWarning(_ link: String) -> String? {
    guard target.platform == .ios, link.count > Self.maxLinkLength else { return nil }
    return
      "the link has \(link.count) characters; the simulator opens at most \(Self.maxLinkLength)"
  }

  /// The recipes with all but unreserved characters encoded, so that no shell changes any of them.
  ///
  /// iOS decodes twice, so percent signs are encoded twice; Android decodes once and turns `+` into
  /// a space.
  private var encodedRecipes: String {
    let text = target.platform == .ios ? json.replacing(bytesOf: "%", with: "%25") : json
    return PercentEncoding.encoded(text.utf8, keeping: PercentEncoding.isUnreserved)
  }
}
