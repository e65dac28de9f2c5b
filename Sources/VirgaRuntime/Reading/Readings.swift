/// The readings of the manifests and the flags: which ones are in progress, and the files of each.
///
/// The console's own is called nil, those to compare with as the person wrote them: `FILE` or
/// `FILE@CHANNEL`.
struct Readings {
  private var filesByName: [String?: Set<String>] = [:]
  /// The manifests that are being read.
  private var active: Set<String?> = []
  /// Those of them that must be read once more.
  private var outdated: Set<String?> = []
  /// Whether the next reading includes the flags.
  var mustReadFlags = true
  /// The number of the latest request for flags from the web.
  var webReading = 0
  /// Whether the console has its manifest, or knows that it could not be loaded.
  var hasShown = false
  /// Whether a reading of the manifest has ended, also if it failed or was canceled.
  var hasRead = false
  /// Files that changed and have not been read again yet.
  var changedFiles: Set<String> = []
  var watchedFiles: Set<String> = []

  /// The files of all manifests and flags.
  var files: Set<String> { filesByName.values.reduce(into: []) { $0.formUnion($1) } }

  var isReading: Bool { !active.isEmpty }

  /// The manifests that use one of the changed files, or all of them if nil is given; the console's
  /// own one, called nil, is first.
  func names(using changed: Set<String>? = nil) -> [String?] {
    let names = filesByName.keys.filter { name in
      guard let changed, let files = filesByName[name] else { return true }
      return !changed.isDisjoint(with: files)
    }
    return names.sorted { first, second in (first ?? "") < (second ?? "") }
  }

  /// Marks a manifest as being read; returns whether to start reading it.
  ///
  /// If it is already being read, returns false and remembers to read it once more after that.
  ///
  /// - Parameter files: Its own file, if known before it is read.
  mutating func begin(_ name: String?, files: [String]) -> Bool {
    if filesByName[name] == nil { filesByName[name] = Set(files) }
    let isFirst = active.insert(name).inserted
    if !isFirst { outdated.insert(name) }
    return isFirst
  }

  /// Sets the files of a manifest that was read; the name of the console's own is nil.
  mutating func setFiles(_ files: [String], of name: String?) { filesByName[name] = Set(files) }

  /// Marks a manifest as read; returns whether it must be read once more.
  mutating func end(_ name: String?) -> Bool {
    active.remove(name)
    return outdated.remove(name) != nil
  }

  /// Forgets the readings in progress, but not the files of manifests.
  mutating func cancelAll() {
    active = []
    outdated = []
  }
}
