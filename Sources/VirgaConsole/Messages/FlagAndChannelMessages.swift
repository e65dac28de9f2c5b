import VirgaSource

/// Flags, channels and the columns to compare, problems of the manifest.
extension StatusMessage {
  // Flags.
  static let noFlags = refusal("there are no flags")
  static let noFlagSelected = refusal("no flag is selected")
  static let noHeading = refusal("the flag is not under a heading")
  static func nothingOverridden(for flag: String) -> Self {
    refusal("nothing is overridden for \(flag)")
  }
  static func noOtherLayer(_ flag: String) -> Self { refusal("\(flag) has no other layer") }

  static let noDevelopmentFlag = refusal("no flag is under development")
  static func debugBuildAlready(_ channel: String) -> Self {
    refusal("a build of \(channel) is a debug build already")
  }
  /// Says whether flags are shown as in a debug build, which also shows those under development.
  static func debugBuild(isOn: Bool, key: String) -> Self {
    info(
      isOn
        ? "flags as a debug build shows them; \(key) ends it"
        : "flags as the build of the channel shows them")
  }
  /// Adds why a choice for a flag under development changes nothing.
  ///
  /// - Parameter key: The key that shows flags as a debug build does.
  static func staysHidden(_ done: String, _ flag: String, key: String) -> Self {
    info("\(done); \(flag) stays hidden, \(key) shows it as a debug build does")
  }

  static let flagChangeExpected = refusal("write flag set ID VALUE, flag clear ID or flag drop ID")

  /// Says which flags are listed, and the keys that list all; nil if all are listed.
  ///
  /// It is a `position`, which is not logged.
  ///
  /// - Parameters:
  ///   - clear: The key that clears the filter. Without a filter, it lists all flags, unless the
  ///     subset is that of the overridden ones.
  ///   - toggleOverridden: The key that lists all flags instead of the overridden ones.
  static func lists(
    _ subset: FlagsScreen.Subset, matching filter: String, clear: String,
    toggleOverridden: String
  ) -> Self? {
    let matching = filter.isEmpty ? "" : " that match \(filter)"
    guard let predicate = subset.words.predicate else {
      return filter.isEmpty ? nil : position("all flags\(matching); \(clear) clears the filter")
    }
    let isOverridden = subset == .overridden
    let listsAll = "\(isOverridden ? toggleOverridden : clear) lists all"
    if filter.isEmpty { return position("only flags that \(predicate); \(listsAll)") }
    // The same key clears the filter first, and then lists all flags.
    let afterClearing = isOverridden ? listsAll : "then lists all"
    return position(
      "only flags\(matching) and \(predicate); \(clear) clears the filter, \(afterClearing)")
  }

  /// - Parameters:
  ///   - errors: At least one.
  ///   - key: The key that lists the problems.
  static func flagsUnreadable(_ errors: [Problem], list key: String) -> Self {
    let firstError = errors[0].locationPrefix + errors[0].message
    let more = errors.count > 1 ? "; \(key) lists all \(errors.count) errors" : ""
    return failure("not all flags could be read: \(firstError)\(more)")
  }

  // Columns.
  static let nothingShown = refusal("nothing is shown")
  static func notCompared(compare key: String) -> Self {
    refusal("the channels are not compared yet; \(key) compares them")
  }
  static let noValueHere = refusal("nothing here has a value")
  static let noEditHere = refusal("no edit sets this value")
  static let valuesAreBelow = refusal("this is a feature; its values are below")

  /// - Parameter isIncluded: Whether the values are those with the session's changes.
  static func sessionInMatrix(isIncluded: Bool) -> Self {
    info(isIncluded ? "values with the session's changes" : "values of the manifest only")
  }
  static let onlyColumn = refusal("it is the only column")
  static let noHiddenColumn = refusal("no column is hidden")
  static func takesOneRevision(_ revisions: [String], hide key: String) -> Self {
    let names = revisions.joined(separator: " and ")
    return refusal("the command takes one revision, not \(names); \(key) hides a column")
  }
  static func hid(_ column: String, all key: String) -> Self {
    info("hid \(column); \(key) shows it again")
  }
  /// Says which columns are marked, and the key that compares exactly two.
  static func markedColumns(_ titles: [String], compare key: String) -> Self {
    switch titles.count {
    case 0: info("no column is marked")
    case 1: info("marked \(titles[0]); mark another one to compare the two")
    case 2: info("marked \(titles[0]) and \(titles[1]); \(key) compares only these")
    default: info("\(titles.count) columns are marked; unmark all but two to compare them")
    }
  }
  /// Says which two columns are shown alone, and the key that shows all of them.
  static func onlyTwo(_ titles: [String], all key: String) -> Self {
    info("only \(titles.joined(separator: " and ")); \(key) shows all columns")
  }
  /// Says why every value is listed: the one that a person went to was not among `rows`.
  ///
  /// - Parameters:
  ///   - value: The path of the value.
  ///   - rows: The rows that were listed before, which were not all.
  ///   - next: What the key shows, such as `only differences`.
  ///   - key: The key that shows other rows or columns.
  static func listsEveryValue(
    for value: String, insteadOf rows: ChannelsScreen.RowKind, next: String, key: String
  ) -> Self {
    let reason = rows == .changedFromFirstManifest ? "did not change" : "does not differ"
    return info("\(value) \(reason), so every value is listed; \(key) shows \(next)")
  }
  static func clearedFilter(for value: String) -> Self {
    info("cleared the filter, which hid \(value)")
  }
  static func inNoColumn(_ value: String) -> Self { info("no column shown here has \(value)") }
  static func reading(_ file: String) -> Self { info("reading \(file)") }
  static func reloadedColumn(_ file: String) -> Self { info("reloaded \(file)") }
  static func addedColumn(_ file: String) -> Self {
    info("added \(file) as a column on screen \(Screen.channels.digit)")
  }

  static func namedTwice(_ channel: String) -> Self {
    refusal("\(channel) is named twice; \(nameAnother)")
  }
  static func isOnScreen(_ channel: String) -> Self {
    refusal("\(channel) is on screen; \(nameAnother)")
  }
  private static let nameAnother = "name another channel to compare it with"
  static func matrixFormatExpected(_ file: String) -> Self {
    refusal("\(file) has to end in .md, .csv or .json")
  }
  static func tooManyRowsToCopy(_ count: Int) -> Self {
    refusal("\(count) rows are too many for a clipboard; mark some, or write them to a file")
  }

  /// Says which channel screen 1 shows, if a person came from a cell of another one.
  static func channelShown(_ channel: String?, choose other: (key: String, channel: String)) -> Self
  {
    info("this is \(channel ?? theManifest); \(other.key) chooses \(other.channel)")
  }
  /// Says that the channel on screen 1 lacks a value to which a person went from a cell of screen
  /// 3.
  ///
  /// - Parameters:
  ///   - channel: The channel on screen 1; nil for a manifest without channels.
  ///   - other: The channel of the cell, with the key that chooses it; nil if screen 1 shows that
  ///     channel.
  static func channelLacks(
    _ value: String, _ channel: String?, choose other: (key: String, channel: String)?
  ) -> Self {
    let hint = other.map { "; \($0.key) chooses \($0.channel)" } ?? ""
    return info("\(channel ?? theManifest) has no \(value)\(hint)")
  }
  private static let theManifest = "the manifest"
  static func notInThisManifest(_ feature: String) -> Self {
    info("\(feature) is not in this manifest; see the columns of the others")
  }
  /// Says why screen 1 does not show a value, and names the command that shows it.
  ///
  /// - Parameter name: The short name of the manifest, as in the heads of its columns.
  static func onlyCompared(_ name: String, path: String, channel: String?, feature: String) -> Self
  {
    let channelOption = channel.map { " --channel \($0)" } ?? ""
    return info(
      "\(name) is another manifest, loaded only to compare; virga \(path)\(channelOption) --feature \(feature) opens it"
    )
  }

  static func onlyEarlier(_ version: String) -> Self {
    info("this is the manifest of \(version), which screen \(Screen.features.digit) does not show")
  }

  /// Adds how many marked rows have no value in the column; nothing for 0.
  func and(_ rows: Int, withoutValueIn column: String) -> Self {
    rows == 0
      ? self : and("\(rows.pluralizing("row")) \(rows == 1 ? "has" : "have") no value in \(column)")
  }
  /// Adds that the row is no longer listed, because its columns agree now.
  func andAllColumnsAgree(showAll key: String) -> Self {
    and("all columns agree here now: \(key) shows such values too")
  }

  /// Adds that the row is no longer listed, because the two columns shown alone agree now.
  func andBothColumnsAgree(showAll key: String) -> Self {
    and("both columns agree here now: \(key) shows all columns")
  }

  // Features, problems and channels.
  static let noProblemSelected = refusal("no problem is selected")
  static let copyCommandForJSON = refusal("the command that y c copies prints problems as JSON")
  static let demoIsNotAFile = refusal("the embedded demo is not a file")

  static let noFlagReads = refusal("no flag reads this value")
  static let noProblems = refusal("no problems in the manifest or the other files")
  /// - Parameter channels: Those in which it occurs, as in `nightly: `.
  static func found(_ found: Problem, in channels: String = "") -> Self {
    problem(found.locationPrefix + channels + found.sentence)
  }

  /// Says that a step past the end of `count` problems began again at the other end.
  static func wrappedAround(by step: Int, of count: Int) -> Self {
    if count == 1 { return problem("the only problem") }
    return problem(step > 0 ? "back to the first problem" : "back to the last problem")
  }

  static let noChannels = refusal("the manifest declares no channels")
  static let oneChannel = refusal("the manifest has just one channel")
  static func channel(_ name: String) -> Self { info("switched to channel \(name)") }
}
