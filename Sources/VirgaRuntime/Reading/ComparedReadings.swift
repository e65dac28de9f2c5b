/// The manifests that the first one is compared with: which are being read, and which files to watch for each.
///
/// Their names are as the person wrote them, `FILE` or `FILE@CHANNEL`.
struct ComparedReadings {
  private var filesByName: [String: Set<String>] = [:]
  private var active: Set<String> = []
  private var outdated: Set<String> = []

  /// The files of all.
  var files: Set<String> { filesByName.values.reduce(into: []) { $0.formUnion($1) } }

  /// Whether one is being read.
  var isReading: Bool { !active.isEmpty }

  /// The names of all.
  var names: [String] { filesByName.keys.sorted() }

  /// The names of those that consist of any of these files.
  func names(using changed: Set<String>) -> [String] {
    names.filter { !(filesByName[$0] ?? []).isDisjoint(with: changed) }
  }

  /// Marks a manifest as being read; false if it already is, and then has to be read once more.
  ///
  /// - Parameter file: its own file, if that is known before it is read.
  mutating func begin(_ name: String, file: String?) -> Bool {
    if filesByName[name] == nil { filesByName[name] = file.map { [$0] } ?? [] }
    guard active.insert(name).inserted else {
      outdated.insert(name)
      return false
    }
    return true
  }

  /// Marks a manifest as read, with its files unless that failed; true if it has to be read once more.
  mutating func end(_ name: String, files: [String] = []) -> Bool {
    active.remove(name)
    filesByName[name, default: []].formUnion(files)
    return outdated.remove(name) != nil
  }

  /// Marks all as no longer being read.
  mutating func cancelAll() {
    active = []
    outdated = []
  }
}
