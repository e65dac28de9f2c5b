/// The readings of the manifests and the flags: which ones are in progress, and the files of each.
///
/// The console's own is called nil, those to compare with as the person wrote them: `FILE` or
/// `FILE@CHANNEL`.
struct Readings {
  private var filesByName: [String?: Set<String>] = [:]
  private var active: Set<String?> = []
  private var outdated: Set<String?> = []
  /// Whether the next reading includes the flags.
  var mustReadFlags = true
  /// The number of the latest request for flags from the web.
  var webReading = 0
  var hasShown = false
  /// Whether a reading of the manifest has ended.
  var hasRead = false
  var changedFiles: Set<String> = []
  var watchedFiles: Set<String> = []

  var files: Set<String> { filesByName.values.reduce(into: []) { $0.formUnion($1) } }

  var isReading: Bool { !active.isEmpty }

  /// All of them, or those that use one of the changed files; the own one first.
  func names(using changed: Set<String>? = nil) -> [String?] {
    let used = filesByName.filter { changed?.isDisjoint(with: $0.value) != true }
    return used.keys.sorted { ($0 ?? "") < ($1 ?? "") }
  }

  /// Marks a manifest as being read; returns false if it already is, and must be read once more
  /// after that.
  ///
  /// - Parameter files: Its own file, if known before it is read.
  mutating func begin(_ name: String?, files: [String]) -> Bool {
    if filesByName[name] == nil { filesByName[name] = Set(files) }
    let isFirst = active.insert(name).inserted
    if !isFirst { outdated.insert(name) }
    return isFirst
  }

  /// Sets the files of a manifest that was read.
  mutating func found(_ files: [String], of name: String?) { filesByName[name] = Set(files) }

  /// Marks a manifest as read; returns whether it must be read once more.
  mutating func end(_ name: String?) -> Bool {
    active.remove(name)
    return outdated.remove(name) != nil
  }

  mutating func cancelAll() { (active, outdated) = ([], []) }
}
