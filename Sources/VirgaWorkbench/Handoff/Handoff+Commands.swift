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
  /// All characters are ASCII: terminals do not change them and no combining mark hides a quote.
  /// `&` is escaped to preserve any `&apos;` in the recipes.
  private var argument: String {
    let singleQuote = UInt16(UInt8(ascii: "'"))
    let ampersand = UInt16(UInt8(ascii: "&"))
    // The delete character and everything that is not ASCII.
    let invisibleOrNotASCII = UInt16(0x7F)...
    let digitsOfEscape = 4
    return json.utf16.reduce(into: "") { text, unit in
      switch unit {
      case singleQuote: text += "&apos;"
      // As JSON writes any character, such as `\u0026`.
      case ampersand, invisibleOrNotASCII: text += "\\u" + unit.hexadecimal(digitsOfEscape)
      default: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      }
    }
  }

  /// The shell commands that stop the app, if necessary, and start it with the recipes.
  ///
  /// Rule: VirgaWorkbench/LaunchCommands.
  ///
  /// - Throws: A refusal if the app can't be started that way.
  package func launchCommands(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> [String]
  {
    switch target.platform {
    case .ios: try iosCommands(launch)
    case .android: try androidCommands(launch)
    }
  }

  /// The commands that end the app in a simulator and start it with the recipes, or with a link.
  private func iosCommands(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    if launch.isLegacy { throw Refusal("an activity can only be started on Android") }
    let device = ShellWord.readable(launch.device ?? "booted")
    let id = ShellWord.readable(target.id)
    let endApp = "xcrun simctl terminate \(device) \(id)"
    if launch.link != nil {
      // The link itself contains the recipes.
      return [endApp, "xcrun simctl openurl \(device) '\(try link(launch) ?? "")'"]
    }
    var words = ["xcrun", "simctl", "launch", device, id, "--nimbus-cli", "--version", "1"]
    if !launch.keepsDatabase { words.append("--reset-db") }
    words += ["--experiments", "'\(argument)'", "--log-state"]
    return [endApp, words.joined(separator: " ")]
  }

  /// The commands that start the app with the recipes through adb, after ending it if necessary.
  private func androidCommands(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    // The command that the shell of the device runs.
    var words = ["am", launch.isLegacy ? "start" : "broadcast"]
    words += try intent(launch)
    words += ["--esn", "nimbus-cli", "--ei", "version", "1"]
    if !launch.keepsDatabase { words += ["--ez", "reset-db", "true"] }
    words += ["--es", "experiments", "'\(argument)'", "--ez", "log-state", "true"]
    let device = launch.device.map { "-s \(ShellWord.readable($0)) " } ?? ""
    let shell = "adb \(device)shell "
    let startApp = shell + Self.doubleQuoted(words.joined(separator: " "))
    // Fenix receives a broadcast while running; other apps, and activities, are restarted.
    let isKeptRunning = target.app == "fenix" && !launch.isLegacy
    if isKeptRunning { return [startApp] }
    let endApp = shell + Self.doubleQuoted("am force-stop \(ShellWord.readable(target.id))")
    return [endApp, startApp]
  }

  /// The options of `am` for the receiver of the recipes: a broadcast receiver of the app, or with
  /// `isLegacy` an activity or a link.
  private func intent(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    guard launch.isLegacy else {
      if launch.link != nil { throw Refusal("on Android a link needs --legacy-open or --link") }
      let includesStoppedApps = "0x20"
      return [
        "-p", ShellWord.readable(target.id), "-a", "org.mozilla.fenix.NIMBUS_TOOLING",
        "-f", includesStoppedApps,
      ]
    }
    if let link = launch.link {
      let categories = [
        "-c", "android.intent.category.DEFAULT", "-c", "android.intent.category.BROWSABLE",
      ]
      return ["-a", "android.intent.action.VIEW"] + categories + ["-d", "'\(try address(link))'"]
    }
    guard let activity = target.activity else {
      throw Refusal("\(target.name) has no activity to start")
    }
    return [
      "-n", ShellWord.readable("\(target.id)/\(activity)"), "-a", "android.intent.action.MAIN",
      "-c",
      "android.intent.category.LAUNCHER",
    ]
  }

  /// The deep link with the recipes; nil if the app has no scheme.
  ///
  /// For an Android app it is `fenix://open?--nimbus-cli&--is-launcher&--experiments=…`.
  /// Rule: VirgaWorkbench/DeepLinks.
  ///
  /// - Throws: A refusal if the named link contains characters that a shell would change.
  package func link(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> String? {
    if launch.link == nil, target.scheme == nil { return nil }
    let startPage = target.platform == .ios ? "noop" : "open"
    let address = try address(launch.link ?? "\(startPage)?--nimbus-cli&--is-launcher")
    var parameters: [String] = []
    if !address.contains("--nimbus-cli") { parameters.append("--nimbus-cli") }
    parameters.append("--experiments=\(encodedRecipes)")
    if !launch.keepsDatabase { parameters.append("--reset-db") }
    parameters.append("--log-state")
    let hasParameters = address.contains("?")
    let separator = hasParameters ? "&" : "?"
    return address + separator + parameters.joined(separator: "&")
  }

  /// A link with a scheme: its own, or else the app's.
  private func address(_ link: String) throws(Refusal) -> String {
    let whole: String
    if link.contains("://") {
      whole = link
    } else if let scheme = target.scheme {
      whole = "\(scheme)://\(link)"
    } else {
      throw Refusal("\(target.name) has no scheme: write the whole link with its scheme")
    }
    // The single quote is legal in a URI, but ends a quoted word of a shell.
    let isPlain = whole.utf8.allSatisfy { $0.isVisible && !"'\"\\<>^`{|}".utf8.contains($0) }
    guard isPlain, !link.isEmpty else {
      throw Refusal("`\(link)` is not a valid link: write spaces and quotes as %20 and %27")
    }
    return whole
  }

  /// A warning about a link; nil if there is nothing to warn about.
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

  /// A text in double quotes; the single quotes inside are left for the device's shell.
  ///
  /// `!` is put in single quotes, because interactive shells expand it within double quotes.
  private static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"", "$", "`": quoted += "\\\(scalar)"
      // Ends the double quotes, and begins them again.
      case "!": quoted += #""'!'""#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
