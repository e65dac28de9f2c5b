import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The rules of the projects that manifests belong to; each file of rules is read once.
struct ProjectRules {
  private let machine: Machine
  /// The files that were read, by their paths.
  private var read: [String: RulesFile] = [:]
  /// The paths of the files in the order in which they were read.
  private var paths: [String] = []

  init(_ machine: Machine) { self.machine = machine }

  /// The rules for the manifests in a folder, from the file of rules that applies to it; the
  /// default rules if none does or `folder` is nil.
  mutating func rules(for folder: String?) throws -> ProblemRules {
    let path = folder.flatMap { RulesFile.path(for: $0, exists: FileWriting.exists) }
    guard let path else { return ProblemRules() }
    if let known = read[path] { return known.rules }
    let name = FilePath.relative(path, ifBelow: machine.workingFolder)
    let source = SourceText(name: name, bytes: try Inputs.read(path, machine))
    let file = RulesFile(source, knownCodes: ProblemCodes.names)
    read[path] = file
    paths.append(path)
    return file.rules
  }

  /// The files in the order in which they were read.
  var files: [RulesFile] { paths.compactMap { read[$0] } }
}
