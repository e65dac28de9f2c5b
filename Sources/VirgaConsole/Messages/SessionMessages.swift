import VirgaCanvas
import VirgaFiles
import VirgaSource

/// Overrides, undo, exposures, other consoles, reading and writing files.
extension StatusMessage {
  // Undo, in the session and in a text.
  static let nothingToUndo = refusal("nothing to undo")
  static let nothingToRedo = refusal("nothing to redo")

  // Overrides and exposures.
  static let noOverrides = refusal("nothing is overridden")
  static func onlyClientChanges(_ count: Int, reset key: String) -> Self {
    refusal("nothing is overridden; \(key) resets \(count.pluralizing("change")) of the client")
  }
  static let noClientChanges = refusal("the client has no changes")
  static let nothingOverriddenHere = refusal("nothing here is overridden")
  static let noMarkedOverride = refusal("nothing overrides any of the marked features")
  static let noMarkedEdit = refusal("none of the marked values is edited")
  static let overrideExpected = refusal("name a kind and a name, as in drop edit homescreen")
  static func dropped(_ override: String, of flag: String) -> Self {
    info("dropped the \(override) of \(flag)")
  }

  static func noRecipeUses(_ feature: String) -> Self { refusal("no recipe uses \(feature)") }

  static func exposed(_ feature: String, slug: String?, branch: String?) -> Self {
    info("exposed \(feature): \([slug, branch].compactMap(\.self).joined(separator: " · "))")
  }
  static func notExposed(_ reason: String) -> Self { info("no exposure: \(reason)") }
  /// Says how many exposures were recorded, and how many an app would not send to telemetry.
  static func exposed(_ features: Int, recorded: Int, suppressed: Int) -> Self {
    info(
      "exposed \(features) features: \(recorded) recorded, \(suppressed) suppressed; screen 5 says why"
    )
  }

  // Undo, and changes of other consoles.
  /// - Parameter other: The author and the time; nil for this console.
  static func undone(_ label: String, by other: String? = nil) -> Self {
    info("undid “\(label)”\(byAuthor(other))")
  }
  /// - Parameter other: The author and the time; nil for this console.
  static func redone(_ label: String, by other: String? = nil) -> Self {
    info("redid “\(label)”\(byAuthor(other))")
  }
  /// The end of a message about what somebody else did; empty for nil.
  private static func byAuthor(_ other: String?) -> String {
    other.map { ", done by \($0)" } ?? ""
  }

  static func undoneToStart(_ label: String, undo key: String) -> Self {
    refusal(
      "everything since the start is undone; \(key) again undoes what virga was started with: \(label)"
    )
  }
  static func lastChangeDiffers(from entry: String, isUndone: Bool = false) -> Self {
    refusal("the last \(isUndone ? "undone " : "")change was not to \(entry)")
  }

  /// - Parameters:
  ///   - last: The last operation of somebody else.
  ///   - other: The author.
  ///   - count: How many operations there were.
  static func doneElsewhere(_ last: String, by other: String, of count: Int = 1) -> Self {
    info("\(other): \(last)\(count > 1 ? ", the last of \(count)" : "")")
  }
  /// - Parameters:
  ///   - first: The earliest operation that was undone.
  ///   - count: How many were undone.
  static func undoneElsewhere(_ first: String, of count: Int = 1) -> Self {
    info("undone elsewhere: \(first)\(count > 1 ? ", and \(count - 1) after it" : "")")
  }
  static func sessionLost(_ reason: String) -> Self {
    failure("\(reason); the session continues in memory")
  }

  // Connected apps.
  static let noApps = refusal("no app has this session open")
  static func appWithoutChannel(_ app: String) -> Self { refusal("\(app) has no channel") }
  static func appInUnknownChannel(_ app: String, channels: [String]) -> Self {
    let known =
      channels.isEmpty ? "it has none" : "its channels are \(channels.joined(separator: ", "))"
    return refusal("this manifest does not have the channel of \(app); \(known)")
  }
  static func isInChannelOfApp(_ channel: String) -> Self {
    refusal("\(channel) is on screen already")
  }

  /// - Parameter key: The key that lists the apps, if the app has another channel or manifest than
  ///   the screen; else nil.
  static func connected(_ app: String, keyIfDifferent key: String?) -> Self {
    let difference = key.map {
      "; its channel or manifest is not the one on screen (\($0) lists the apps)"
    }
    return info("\(app) connected" + (difference ?? ""))
  }
  static func disconnected(_ app: String) -> Self { info("\(app) disconnected") }

  // Files.
  static let onlyCommandLine = refusal("only the command line is completed")
  static let fileExpected = refusal("type the name of a file, or choose one")
  static func noFile(_ name: String, in folder: String) -> Self {
    refusal("there is no file \(name)\(folder.isEmpty ? "" : " in \(folder)")")
  }
  static func folder(_ name: String) -> Self {
    info("\(name) is a folder: type or choose a name in it")
  }

  /// - Parameter option: The option with which virga reads URLs at its start; nil if it has none.
  static func takesFile(_ url: String, orAtStart option: String?) -> Self {
    let hint = option.map { "; \($0) reads URLs when virga starts" } ?? ""
    return refusal("this command takes a file, not the URL \(url)\(hint)")
  }

  /// Says that a session was imported from a file, and how to get its older events if only the
  /// latest were.
  ///
  /// It is a `recovery`: an earlier failure, such as that of another import, is no longer shown.
  ///
  /// - Parameters:
  ///   - other: The other manifest that it is a session of; nil for this one.
  ///   - events: How many events were imported.
  ///   - count: How many events the file has; those that were not imported are the oldest.
  static func imported(_ file: String, of other: String?, events: Int, among count: Int) -> Self {
    let manifest = other.map { " (a session of \($0))" } ?? ""
    let withEvents = events == 0 ? "" : " with \(events.pluralizing("event"))"
    let older = count - events
    let hint =
      older == 0
      ? "" : "; `virga session import` into a new session includes the \(older) older ones"
    return recovery("imported \(file)\(manifest)\(withEvents); undo restores what was here\(hint)")
  }

  static let noEdits = refusal("nothing is edited")
  static func hasNoRecipes(_ file: String) -> Self { refusal("\(file) has no recipes") }
  static func loadedRecipes(_ count: Int, from file: String) -> Self {
    recovery("loaded \(count.pluralizing("recipe")) from \(file)")
  }

  /// Says how many recipes could not be read, and why; of several problems, only which key lists
  /// them.
  static func unreadRecipes(
    _ count: Int, _ first: Problem, of problemCount: Int, list key: String
  ) -> Self {
    let single = ": \(first.locationPrefix)\(first.message)"
    let reason = problemCount == 1 ? single : "; \(key) lists the problems"
    return failure("\(count.pluralizing("recipe")) could not be read\(reason)")
  }

  static let nothingCopied = refusal("nothing was copied yet")
  static let noFileWaiting = refusal("no file is waiting to be replaced")
  static func fileExists(_ path: String) -> Self {
    refusal("\(path) already exists; overwrite replaces it")
  }
  static func wrote(_ what: String, to path: String) -> Self {
    recovery("wrote \(what) to \(path)")
  }

  // Reading the manifest.
  static let rereading = info("reading the manifest again")
  static func nothingRead(read key: String) -> Self {
    info("nothing was read; \(key) reads the manifest")
  }
  static func readingCanceled(read key: String) -> Self {
    info("reading was canceled and the old state stays; \(key) reads again")
  }
  static let cannotRead = failure("the manifest could not be read")
  static let broken = failure("the files on disk are broken; this is the last good state")
  static let goodAgain = recovery("the files on disk are good again")
  /// - Parameters:
  ///   - isFlagsOnly: Whether only flag files are open, without a manifest.
  ///   - isSame: Whether all files of the manifest are the same as before.
  static func reloaded(isFlagsOnly: Bool = false, isSame: Bool = false) -> Self {
    if isFlagsOnly { return info("reloaded the flags") }
    return info(isSame ? "reloaded the manifest, which is unchanged" : "reloaded the manifest")
  }
  static func unreadFiles(_ files: [String]) -> Self {
    failure(
      "some files could not be read, so their contents are missing: \(files.joined(separator: ", "))"
    )
  }

  /// - Parameter problems: How many there are of each severity, in words.
  static func read(_ manifest: String, files: Int, features: Int, problems: [String]) -> Self {
    let words = problems.isEmpty ? "no problems" : problems.joined(separator: ", ")
    return info(
      "read \(manifest): \(files.pluralizing("file")), \(features.pluralizing("feature")), \(words)"
    )
  }
  /// Says where changes stay, and what they do not affect: whether a person can try things without
  /// harm.
  static func whereChangesStay(inMemory isInMemory: Bool) -> Self {
    info(
      "changes stay in \(isInMemory ? "memory" : "this session's file"); no server or shipped app is touched"
    )
  }

  /// The meaning of the signs in the list of features, and where changes stay; shorter in a narrow
  /// terminal.
  static func signs(inMemory isInMemory: Bool, in columns: Int) -> Self {
    let whereChangesStay = whereChangesStay(inMemory: isInMemory)
    let signs = info("◆ experiment · ◇ rollout · ● override · ~ set by the manifest")
    let whole = signs.then(whereChangesStay)
    let margins = 2
    if whole.text.columns <= columns - margins { return whole }
    let place = isInMemory ? "in memory" : "in this session"
    return info("◆ experiment ◇ rollout ● override ~ manifest; changes stay \(place)")
  }
}

extension Problem {
  /// The location in its file, as the start of a message; empty if it has none.
  var locationPrefix: String {
    location.map { "\(FilePath.name(of: $0.file)):\($0.range.start): " } ?? ""
  }
}
