import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems that were found, and what is left to search.
struct Diagnostics {
  /// The check of one manifest, channel by channel.
  struct Job {
    let path: String
    let revision: Int
    let manifest: Manifest
    var channels: [String?]
    var found: [(channel: String?, problems: [Problem])] = []
  }

  /// The problems of each file, by its path.
  typealias Files = [Name: [ReportedProblem]]

  /// The check that has begun; nil if none has.
  var job: Job?
  /// The problems by what was checked: the path of a manifest, or of a config or recipe.
  private var files: [Name: Files] = [:]
  /// The revision of each manifest that was checked.
  private var checkedRevisions: [Name: Int] = [:]
  /// The configs and recipes that have not changed since they were checked.
  private var checkedConfigs: Set<Name> = []
  /// The diagnostics that the client has, by the URI of their file.
  private var published: [Name: JSONValue] = [:]

  /// Whether the present state of a manifest was checked.
  func isChecked(_ manifest: LoadedManifest) -> Bool {
    !manifest.isStale && checkedRevisions[manifest.path] == manifest.revision
  }

  func isChecked(config path: String) -> Bool { checkedConfigs.contains(path) }

  /// Notes that a manifest was checked; configs are then checked again, because they depend on it.
  mutating func markChecked(_ path: String, revision: Int) {
    checkedRevisions[path] = revision
    checkedConfigs = []
  }

  mutating func markChecked(config path: String) { checkedConfigs.insert(path) }

  mutating func forgetConfig(_ path: String) { checkedConfigs.remove(path) }

  /// Has all configs checked again; their problems stay until then.
  mutating func recheckConfigs() { checkedConfigs = [] }

  /// Has all manifests, configs and recipes checked again; their problems stay until then.
  mutating func forgetChecks() {
    checkedRevisions = [:]
    checkedConfigs = []
  }

  /// Forgets manifests or configs that are no longer open, also in the middle of a check.
  mutating func forget(_ paths: [String]) {
    for path in paths {
      if let job, job.path.isSameName(as: path) { self.job = nil }
      checkedRevisions[path] = nil
      checkedConfigs.remove(path)
    }
  }

  /// Replaces the problems of a manifest or a config.
  ///
  /// - Returns: The paths of all files that had or have some, in order.
  mutating func store(_ found: Files, of owner: String) -> [String] {
    let before = files[owner] ?? [:]
    files[owner] = found.isEmpty ? nil : found
    return Set(before.keys).union(found.keys).sorted().map(\.text)
  }

  /// The problems of a file in every manifest that has it, without repeats.
  func problems(of path: String) -> [ReportedProblem] {
    var seen: Set<Problem> = []
    let owners = files.keys.sorted()
    let all = owners.flatMap { owner in files[owner]?[path] ?? [] }
    return all.filter { seen.insert($0.problem.with(hint: nil)).inserted }
  }

  /// Notes the diagnostics of a file that the client gets; false if it has the same ones.
  mutating func publish(_ diagnostics: JSONValue, for uri: String) -> Bool {
    let isEmpty = diagnostics.arrayValue?.isEmpty ?? true
    let before = published[uri] ?? .array([])
    published[uri] = isEmpty ? nil : diagnostics
    return !before.isIdentical(to: diagnostics)
  }
}
