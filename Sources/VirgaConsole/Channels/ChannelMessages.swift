import VirgaSource

extension StatusMessage {
  static let nothingShown = refusal("nothing is shown")
  static let noValueHere = refusal("nothing here has a value")
  static let noEditHere = refusal("no edit sets this value")
  static let valuesAreBelow = refusal("this is a feature; its values are below")

  static let onlyColumn = refusal("it is the only column")
  static let noHiddenColumn = refusal("no column is hidden")
  static func hid(_ column: String, all key: String) -> Self { info("hid \(column); \(key) shows it again") }
  static func reading(_ file: String) -> Self { info("reading \(file)") }
  static func reloadedColumn(_ file: String) -> Self { info("reloaded \(file)") }
  static func addedColumn(_ file: String) -> Self {
    info("added \(file) as a column on screen \(Screen.channels.digit)")
  }

  static func namedTwice(_ channel: String) -> Self {
    refusal("\(channel) is named twice; name another channel to compare it with")
  }
  static func isOnScreen(_ channel: String) -> Self {
    refusal("\(channel) is on screen; name another channel to compare it with")
  }
  static func matrixFormatExpected(_ file: String) -> Self { refusal("\(file) has to end in .md, .csv or .json") }
  static func tooManyRowsToCopy(_ count: Int) -> Self {
    refusal("\(count) rows are too many for a clipboard; mark some, or write them to a file")
  }

  static func channelShown(_ channel: String?, choose other: (key: String, channel: String)) -> Self {
    info("this is \(channel ?? theManifest); \(other.key) chooses \(other.channel)")
  }
  static func channelLacks(_ value: String, _ channel: String?, choose other: (key: String, channel: String)?) -> Self {
    info("\(channel ?? theManifest) has no \(value)" + (other.map { "; \($0.key) chooses \($0.channel)" } ?? ""))
  }
  private static let theManifest = "the manifest"
  static func onlyInOthers(_ feature: String) -> Self {
    info("\(feature) is not in this manifest; see the columns of the others")
  }
  static func onlyCompared(_ file: String, path: String, channel: String?, feature: String) -> Self {
    let channel = channel.map { " --channel \($0)" } ?? ""
    return info("\(file) is another manifest, read only here; virga \(path)\(channel) --feature \(feature) opens it")
  }

  /// - Parameter rows: The number of marked rows without a value in the column.
  func leaving(_ rows: Int, withoutValueIn column: String) -> Self {
    rows == 0 ? self : and("\(rows.pluralizing("row")) \(rows == 1 ? "has" : "have") no value in \(column)")
  }
  func agreeing(showAll key: String) -> Self { and("all columns agree here now: \(key) shows such values too") }
}
