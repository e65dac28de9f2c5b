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
  /// - Parameters:
  ///   - device: The device; nil for the simulator that is booted, or the only Android device.
  ///   - keepsDatabase: Whether the app keeps what it knows of earlier recipes.
  public func launchCommands(device: String? = nil, keepsDatabase: Bool = false) -> [String] {
    switch target.platform {
    case .ios: iosCommands(device ?? "booted", keepsDatabase)
    case .android: androidCommands(device, keepsDatabase)
    }
  }

  private func iosCommands(_ device: String, _ keepsDatabase: Bool) -> [String] {
    let words =
      ["xcrun", "simctl", "launch", Self.quoted(device), target.id, "--nimbus-cli", "--version", "1"]
      + (keepsDatabase ? [] : ["--reset-db"]) + ["--experiments", "'\(argument)'", "--log-state"]
    return ["xcrun simctl terminate \(Self.quoted(device)) \(target.id)", words.joined(separator: " ")]
  }

  private func androidCommands(_ device: String?, _ keepsDatabase: Bool) -> [String] {
    let words =
      ["am", "broadcast", "-p", target.id, "-a", "org.mozilla.fenix.NIMBUS_TOOLING", "-f", "0x20"]
      + ["--esn", "nimbus-cli", "--ei", "version", "1"] + (keepsDatabase ? [] : ["--ez", "reset-db", "true"])
      + ["--es", "experiments", "'\(argument)'", "--ez", "log-state", "true"]
    let adb = "adb" + (device.map { " -s \(Self.quoted($0))" } ?? "")
    return ["\(adb) shell \(Self.doubleQuoted(words.joined(separator: " ")))"]
  }

  /// The deep link that brings the recipes; nil where the app has no scheme (SDK: Deeplink and server).
  public func link(keepsDatabase: Bool = false) -> String? {
    guard let scheme = target.scheme else { return nil }
    let page = target.platform == .ios ? "noop" : "open"
    return "\(scheme)://\(page)?--nimbus-cli&--is-launcher&--experiments=\(encoded)"
      + (keepsDatabase ? "" : "&--reset-db") + "&--log-state"
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
