import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The check of manifests that `validate` and `fml validate` share.
struct ManifestCheck {
  let options: ManifestOptions
  /// The only channel to check; nil for all.
  var channel: String?
  /// The texts and images of the app; nil if they are not checked.
  var resources: (names: ResourceNames, problems: [Problem])?
  /// Whether `about` must name Swift or Kotlin; `nimbus-fml validate` does not look.
  var checksAbout = false

  init(_ options: ManifestOptions) { self.options = options }

  /// What is found in each manifest.
  ///
  /// A file that can only be included is checked with those of the manifests that include it; only
  /// without one it has findings of its own.
  /// - Throws: ``Problems`` if a file cannot be read, a usage error for an unknown channel.
  func findings(in paths: [String]) throws -> [ManifestFindings] {
    // All paths at once, so that standard input is refused the second time.
    try options.claim()
    try Inputs.claim(paths, for: "the manifest", readsURLs: true)
    return ManifestFindings.withoutIncluded(try paths.map { try findings(in: $0) })
  }

  /// What is found in the manifest at a path.
  private func findings(in path: String) throws -> ManifestFindings {
    let manifest: Manifest
    do {
      manifest = try options.load(path, .reportingExtensions)
    } catch let problems as Problems where !problems.hasUnreadableInput {
      // The file is not a manifest at all, so its channels cannot be checked.
      return ManifestFindings(path, problems: problems.all.map { ChannelProblem($0) })
    }
    let channels = try channels(of: manifest)
    var others = manifest.identifierProblems
    if checksAbout { others += manifest.aboutProblems }
    if let resources {
      others += channels.flatMap { manifest.problems(in: $0, without: resources.names) }
      others += resources.problems
    }
    let problems = manifest.channelProblems(inAll: channels, and: others)
    return ManifestFindings(
      path, manifest, problems: manifest.withoutProblemsOfIncluding(problems))
  }

  /// The channel of `--channel`, or all that are checked without the option.
  private func channels(of manifest: Manifest) throws -> [String?] {
    guard let channel else { return manifest.checkedChannels }
    // The channel may be missing because of the manifest's errors, which are reported instead.
    let hasErrors = manifest.problems.contains { $0.severity == .error }
    if hasErrors || manifest.canOnlyBeIncluded { return [channel] }
    return [try options.channel(channel, of: manifest)]
  }
}

/// What a check finds in one manifest.
struct ManifestFindings {
  /// The path as it was given.
  let path: String
  /// Nil if the file is not a manifest.
  let manifest: Manifest?
  let problems: [ChannelProblem]

  init(_ path: String, _ manifest: Manifest? = nil, problems: [ChannelProblem]) {
    self.path = path
    self.manifest = manifest
    self.problems = problems
  }

  /// The texts of the manifest's files, to print the lines with problems.
  var sources: [SourceText] { manifest?.files.compactMap(\.source) ?? [] }

  /// The folder of the manifest; nil if it is not a local file.
  func folder(_ machine: Machine) -> String? {
    if path == "-" { return machine.workingFolder }
    // A repository or a URL may be mapped to a folder.
    if let file = manifest?.files.first { return Self.folder(ofFile: file.readPath) }
    let isRemote = path.isURL || path.hasPrefix("@")
    return isRemote ? nil : Self.folder(ofFile: FilePath.joined(machine.workingFolder, path))
  }

  /// The folder of an absolute path; nil for anything else.
  private static func folder(ofFile path: String) -> String? {
    path.hasPrefix("/") ? FilePath.folder(of: path) : nil
  }

  /// How many channels have errors; an error that belongs to no channel counts for all of them, and
  /// a manifest without channels counts as one.
  var invalidChannelCount: Int {
    let errors = problems.filter { $0.problem.severity == .error }
    let channels = manifest?.channels ?? []
    if channels.isEmpty { return errors.isEmpty ? 0 : 1 }
    let isOfAll = errors.contains { $0.channels.isEmpty }
    if isOfAll { return channels.count }
    return channels.count { channel in errors.contains { $0.occurs(in: channel) } }
  }

  /// The findings without those in files that another one of the manifests includes.
  static func withoutIncluded(_ all: [ManifestFindings]) -> [ManifestFindings] {
    let kept = all.indices.filter { index in !isIncluded(index, all) }
    return kept.map { all[$0] }
  }

  /// Whether the manifest at an index can only be included and another one includes it.
  ///
  /// Of two that include each other the first one is not.
  private static func isIncluded(_ index: Int, _ all: [ManifestFindings]) -> Bool {
    guard let part = all[index].manifest, part.canOnlyBeIncluded else { return false }
    return all.indices.contains { other in
      guard let whole = all[other].manifest, whole.contains(part) else { return false }
      return !part.contains(whole) || other < index
    }
  }
}
