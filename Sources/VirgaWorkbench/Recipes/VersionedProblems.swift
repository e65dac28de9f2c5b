import VirgaManifest
import VirgaSource

/// The problems of one recipe with several versions of a manifest, each with the versions that it
/// occurs in.
struct VersionedProblems {
  /// The files of the versions, the oldest first.
  private let files: [String]
  /// The problems in the order in which they were found.
  private var found: [Found] = []
  private var indices: [Key: Int] = [:]
  /// How often each mistake was found in the last version.
  private var countsInLastVersion: [Mistake: Int] = [:]
  private var lastVersion = 0

  private struct Found {
    let problem: ChannelProblem
    var versions: [Int]
  }

  /// Equal for one mistake in several versions, whose messages may differ.
  private struct Mistake: Hashable {
    let code: Problem.Code
    let path: String
    let location: SourceLocation?
  }

  /// A mistake with its number among equal ones of a version: branches may share one text, or have
  /// no locations.
  private struct Key: Hashable {
    let mistake: Mistake
    let numberInVersion: Int
  }

  init(_ files: [String]) { self.files = files }

  /// Adds a problem of the version at an index; if earlier versions have the same problem, only the
  /// version is added to it.
  ///
  /// The problems of a version are added after those of earlier versions. Problems with the same
  /// code, path and location are one mistake, whatever their messages. If a version has a mistake
  /// several times, its first problem is the same as the first one of other versions, and so on.
  mutating func add(_ problem: ChannelProblem, ofVersion version: Int) {
    if version != lastVersion { countsInLastVersion = [:] }
    lastVersion = version
    let mistake = Mistake(
      code: problem.problem.code, path: problem.problem.path, location: problem.problem.location)
    let key = Key(mistake: mistake, numberInVersion: countsInLastVersion[mistake, default: 0])
    countsInLastVersion[mistake] = key.numberInVersion + 1
    if let index = indices[key] {
      found[index].versions.append(version)
      return
    }
    indices[key] = found.count
    found.append(Found(problem: problem, versions: [version]))
  }

  /// All problems, each once; a problem that not every version has says which ones do.
  var problems: [ChannelProblem] { found.map { problemWithVersions($0) } }

  /// The problem with the versions that have it in its message; as it is if all versions have it.
  private func problemWithVersions(_ found: Found) -> ChannelProblem {
    let isInAllVersions = found.versions.count == files.count
    // A hint says nothing about what a version supports.
    let isHint = found.problem.problem.severity == .hint
    if isInAllVersions || isHint { return found.problem }
    let problem = problem(found.problem.problem, ofOnly: found.versions)
    return ChannelProblem(problem, in: found.problem.channels)
  }

  /// A problem with the versions that have it in its message, and with another code if these are
  /// the oldest or the newest ones.
  ///
  /// If only the oldest versions have the problem, the one after them is the first that supports
  /// what the recipe asks for.
  ///
  /// - Parameter versions: Ascending indices in `files`, but not all of them.
  private func problem(_ problem: Problem, ofOnly versions: [Int]) -> Problem {
    let oldestVersions = Array(0..<versions.count)
    let firstOfNewest = files.count - versions.count
    let newestVersions = Array(firstOfNewest..<files.count)
    var problem = problem
    if versions == oldestVersions {
      problem.code = "unsupported-before"
      problem.message += "; unsupported before \(files[versions.count])"
    } else if versions == newestVersions {
      problem.code = "unsupported-since"
      problem.message += "; no longer supported since \(files[firstOfNewest])"
    } else {
      problem.message += ", with \(versions.map { files[$0] }.joined(separator: ", "))"
    }
    return problem
  }
}
