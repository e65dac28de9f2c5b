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
  /// A file that is made to be included has no findings of its own if one of the other manifests
  /// includes it, because it is checked with that one.
  ///
  /// - Throws: ``Problems`` if a file cannot be read, a usage error for an unknown channel.
  func findings(in paths: [String]) throws -> [ManifestFindings] {
    // All paths at once, so that standard input is refused the second time.
    try options.claim()
    try Inputs.claim(paths, for: "the manifest", readsURLs: true)
    let machine = Machine.current
    // One search for all paths, because it loads the manifests of a folder only once.
    var search = IncluderSearch(machine) { path in try? options.loader(machine).load(path) }
    var all: [ManifestFindings] = []
    for path in paths { all.append(try findings(in: path, &search)) }
    return ManifestFindings.withoutIncluded(all)
  }

  /// What is found in the manifest at a path; `search` finds manifests that include it.
  private func findings(
    in path: String, _ search: inout IncluderSearch
  ) throws -> ManifestFindings {
    let manifest: Manifest
    do {
      manifest = try options.load(path, .reportingExtensions)
    } catch let problems as Problems where !problems.hasUnreadableInput {
      // The file is not a manifest at all, so its channels cannot be checked.
      return ManifestFindings(path, problems: problems.all.map { ChannelProblem($0) })
    }
    let channels = try channels(of: manifest)
    var besidesChannels = manifest.identifierProblems
    if checksAbout {
      besidesChannels += manifest.aboutProblems(isIncluded: { Self.isIncluded(manifest, &search) })
    }
    if let resources {
      // Texts and images that the manifest names and the app does not have, then the mistakes in
      // the app's own files.
      besidesChannels += channels.flatMap { manifest.problems(in: $0, against: resources.names) }
      besidesChannels += resources.problems
    }
    let problems = manifest.channelProblems(inAll: channels, and: besidesChannels)
    // Of a manifest that can only be included, problems that an including file can fix do not
    // count.
    return ManifestFindings(
      path, manifest, problems: manifest.withoutProblemsFixedByIncluding(problems))
  }

  /// Whether another manifest in the folder of a manifest, or in those above, includes it.
  private static func isIncluded(
    _ manifest: Manifest, _ search: inout IncluderSearch
  ) -> Bool {
    guard let file = manifest.files.first, file.readPath.hasPrefix("/") else { return false }
    return search.isIncluded(file.readPath)
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

  /// The folder of the manifest, for standard input the working folder; nil if it is not a local
  /// file.
  func folder(_ machine: Machine) -> String? {
    if path == "-" { return machine.workingFolder }
    // A URL or `@owner/repository` may be mapped to a local folder: then it was read from there.
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

  /// The findings without those of a manifest that another one of them includes.
  static func withoutIncluded(_ all: [ManifestFindings]) -> [ManifestFindings] {
    let remaining = all.indices.filter { index in !isIncluded(index, all) }
    return remaining.map { all[$0] }
  }

  /// Whether the manifest at an index can only be included and another one includes it.
  ///
  /// Of two that include each other, only the second one counts as included, so that one remains.
  private static func isIncluded(_ index: Int, _ all: [ManifestFindings]) -> Bool {
    guard let part = all[index].manifest, part.canOnlyBeIncluded else { return false }
    return all.indices.contains { other in
      guard let whole = all[other].manifest, whole.contains(part) else { return false }
      let includeEachOther = part.contains(whole)
      return !includeEachOther || other < index
    }
  }
}
