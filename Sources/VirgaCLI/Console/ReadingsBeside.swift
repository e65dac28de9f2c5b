/// The manifests that are shown beside the first, and the files of each, so that a change of one is read again.
///
/// They go by the names by which they were asked for, `FILE` or `FILE@CHANNEL`.
struct ReadingsBeside {
  private var filesByName: [String: Set<String>] = [:]
  private var underWay: Set<String> = []
  private var outdated: Set<String> = []

  /// Every file of them.
  var files: Set<String> { filesByName.values.reduce(into: []) { $0.formUnion($1) } }

  /// Whether one is being read.
  var isReading: Bool { !underWay.isEmpty }

  /// The names of all.
  var names: [String] { filesByName.keys.sorted() }

  /// The names of those that have one of some files.
  func names(having changed: Set<String>) -> [String] {
    names.filter { !(filesByName[$0] ?? []).isDisjoint(with: changed) }
  }

  /// Notes that a manifest is to be read; false where that is under way, and will be done once more.
  ///
  /// - Parameter file: its file as far as it is known before it has been read.
  mutating func begin(_ name: String, file: String?) -> Bool {
    if filesByName[name] == nil { filesByName[name] = file.map { [$0] } ?? [] }
    guard underWay.insert(name).inserted else {
      outdated.insert(name)
      return false
    }
    return true
  }

  /// Notes the files of a manifest that was read, or none where it could not be; true where it has to be read again.
  mutating func end(_ name: String, files: [String] = []) -> Bool {
    underWay.remove(name)
    filesByName[name, default: []].formUnion(files)
    return outdated.remove(name) != nil
  }

  /// Notes that no reading goes on.
  mutating func endAll() {
    underWay = []
    outdated = []
  }
}
