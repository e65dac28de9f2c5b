import VirgaJSON

extension Handoff {
  /// The longest link that the simulator opens, in characters.
  public static let longestLink = 2_046

  /// The recipes as compact JSON.
  public var json: String { payload.compact }

  /// The recipes as they stand in an argument: apps read `&apos;` for a quote.
  private var argument: String { json.replacing("'", with: "&apos;") }

  /// The shell commands that end the app, if it has to be ended, and start it with the recipes (SDK: iOS launch
  /// arguments, Android).
  ///
  /// - Throws: A refusal where the app can't be started so.
  public func launchCommands(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> [String] {
    switch target.platform {
    case .ios: try iosCommands(launch)
    case .android: try androidCommands(launch)
    }
  }

  private func iosCommands(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    if launch.isLegacy { throw Refusal("an activity is started on Android alone") }
    let device = Self.quoted(launch.device ?? "booted")
    let end = "xcrun simctl terminate \(device) \(target.id)"
    if launch.link != nil {
      return [end, "xcrun simctl openurl \(device) '\(try link(launch) ?? "")'"]
    }
    let words =
      ["xcrun", "simctl", "launch", device, target.id, "--nimbus-cli", "--version", "1"]
      + (launch.keepsDatabase ? [] : ["--reset-db"]) + ["--experiments", "'\(argument)'", "--log-state"]
    return [end, words.joined(separator: " ")]
  }

  private func androidCommands(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    let words =
      ["am", launch.isLegacy ? "start" : "broadcast"] + (try intent(launch))
      + ["--esn", "nimbus-cli", "--ei", "version", "1"] + (launch.keepsDatabase ? [] : ["--ez", "reset-db", "true"])
      + ["--es", "experiments", "'\(argument)'", "--ez", "log-state", "true"]
    let shell = "adb" + (launch.device.map { " -s \(Self.quoted($0))" } ?? "") + " shell "
    let start = shell + Self.doubleQuoted(words.joined(separator: " "))
    // Fenix takes a broadcast while it runs; other apps, and activities, are started anew.
    let isKeptRunning = target.app == "fenix" && !launch.isLegacy
    return (isKeptRunning ? [] : [shell + Self.doubleQuoted("am force-stop \(target.id)")]) + [start]
  }

  /// Whom a message to Android is for: a receiver of the app, or with `isLegacy` an activity or a link.
  private func intent(_ launch: HandoffLaunch) throws(Refusal) -> [String] {
    guard launch.isLegacy else {
      if launch.link != nil { throw Refusal("a link is opened on Android with --legacy-open alone") }
      return ["-p", target.id, "-a", "org.mozilla.fenix.NIMBUS_TOOLING", "-f", "0x20"]
    }
    if let link = launch.link {
      let categories = ["-c", "android.intent.category.DEFAULT", "-c", "android.intent.category.BROWSABLE"]
      return ["-a", "android.intent.action.VIEW"] + categories + ["-d", "'\(try address(link))'"]
    }
    guard let activity = target.activity else { throw Refusal("\(target.name) has no activity to start") }
    return [
      "-n", "\(target.id)/\(activity)", "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER",
    ]
  }

  /// The deep link that brings the recipes; nil where the app has no scheme (SDK: Deeplink and server).
  ///
  /// - Throws: A refusal where a link is named that no shell would take as it is.
  public func link(_ launch: HandoffLaunch = HandoffLaunch()) throws(Refusal) -> String? {
    if launch.link == nil, target.scheme == nil { return nil }
    let page = target.platform == .ios ? "noop" : "open"
    let start = try address(launch.link ?? "\(page)?--nimbus-cli&--is-launcher")
    let words =
      (start.contains("--nimbus-cli") ? [] : ["--nimbus-cli"]) + ["--experiments=\(encoded)"]
      + (launch.keepsDatabase ? [] : ["--reset-db"]) + ["--log-state"]
    return start + (start.contains("?") ? "&" : "?") + words.joined(separator: "&")
  }

  /// A link with its scheme: its own, or that of the app.
  private func address(_ link: String) throws(Refusal) -> String {
    let isPlain = link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
    guard isPlain, !link.isEmpty else {
      throw Refusal("`\(link)` is no link: blanks and quotes are written as %20 and %27")
    }
    if link.contains("://") { return link }
    guard let scheme = target.scheme else {
      throw Refusal("\(target.name) has no scheme: write the whole link, with its own")
    }
    return "\(scheme)://\(link)"
  }

  /// What a person should know of a link; nil where there is nothing.
  public func linkWarning(_ link: String) -> String? {
    guard target.platform == .ios, link.count > Self.longestLink else { return nil }
    return "the link has \(link.count) characters; the simulator opens at most \(Self.longestLink)"
  }

  /// The JSON in a link.
  ///
  /// iOS decodes twice, so that a per cent sign of a recipe has to be encoded twice; Android once, and takes `+` for a
  /// blank.
  private var encoded: String {
    let digits = Array("0123456789ABCDEF")
    return json.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "%"): text += target.platform == .ios ? "%2525" : "%25"
      case _ where byte <= 0x20 || byte >= 0x7F || Self.escaped.contains(byte):
        text.append("%")
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }

  private static let escaped = Set(#""<>#'{}:/?&+"#.utf8)

  /// A word for a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_.:/".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// A text in double quotes for a shell, which leaves the single ones in it to the shell of the device.
  private static func doubleQuoted(_ text: String) -> String {
    let escaped = text.flatMap { character -> [Character] in
      #"\"$`"#.contains(character) ? ["\\", character] : [character]
    }
    return "\"" + String(escaped) + "\""
  }
}
