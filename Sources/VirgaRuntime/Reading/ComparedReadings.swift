/// The manifests to compare with: which ones are being read, and their files.
///
/// Their names are as the person wrote them, `FILE` or `FILE@CHANNEL`.
struct ComparedReadings {
  private var filesByName: [String: Set<String>] = [:]
  private var active: Set<String> = []
  private var outdated: Set<String> = []

  var files: Set<String> { filesByName.values.reduce(into: []) { $0.formUnion($1) } }

  var isReading: Bool { !active.isEmpty }

  var names: [String] { filesByName.keys.sorted() }

  func names(using changed: Set<String>) -> [String] {
    names.filter { !(filesByName[$0] ?? []).isDisjoint(with: changed) }
  }

  /// Marks a manifest as being read; returns false if it already is, and must be read once more after that.
  ///
  /// - Parameter file: Its own file, if known before it is read.
  mutating func begin(_ name: String, file: String?) -> Bool {
    if filesByName[name] == nil { filesByName[name] = file.map { [$0] } ?? [] }
    guard active.insert(name).inserted else {
      outdated.insert(name)
      return false
    }
    return true
  }

  /// Marks a manifest as read with its files, none if that failed; returns whether it must be read once more.
  mutating func end(_ name: String, files: [String] = []) -> Bool {
    active.remove(name)
    filesByName[name, default: []].formUnion(files)
    return outdated.remove(name) != nil
  }

  /// Marks all manifests as no longer being read.
  mutating func cancelAll() {
    active = []
    outdated = []
  }
}
