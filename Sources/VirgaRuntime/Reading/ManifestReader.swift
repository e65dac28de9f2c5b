import VirgaConsole
import VirgaFiles
import VirgaGenerate
import VirgaJSON
package import VirgaManifest
import VirgaSource
import VirgaWeb
import VirgaWorkbench

/// Reads the manifest, the flags, and the manifests to compare with.
package struct ManifestReader: Sendable {
  /// What a reading posts while it runs.
  enum Report: Sendable {
    /// An event for the console: progress, checked defaults, or why another manifest or a flag file
    /// could not be read.
    case event(Event)
    /// The manifest, its problems, and the files to watch.
    ///
    /// The manifest is nil if it could not be loaded. Problems of one channel are not included.
    case loaded(Manifest?, [Problem], files: [String])
    case compared(ComparedManifest, name: String, files: [String])
    case flags(FlagFiles)
    /// The manifest of that name has been read, or the console's own one if nil.
    case ended(String?)
  }

  /// Where the console's manifest comes from.
  package enum Source: Sendable {
    /// A file, whose changes are watched.
    case file(String)
    /// A URL or a path in a repository.
    case web(String)
    /// Standard input, which was already read.
    case standardInput([UInt8])
    case demo
    /// An empty manifest for flags without one.
    case flags(FlagsWithoutManifest)
  }

  /// Loads the console's manifest.
  private let loader: ManifestLoader
  /// Loads the manifests to compare with.
  private let loaderOfCompared: ManifestLoader
  package var flags = FlagReader()
  private let path: String
  /// The manifest's text if it was standard input; nil if it is read from ``path``.
  private var text: [UInt8]?
  /// Whether the manifest's files are on disk, and can be watched.
  private var isOnDisk = true
  /// Whether there is a manifest, rather than an empty one for flags alone.
  private var hasManifest = true

  /// Creates a reader for a manifest.
  ///
  /// - Parameter loader: Creates a loader whose paths are relative to a folder.
  package init(_ source: Source, on machine: Machine, loader: (_ folder: String) -> ManifestLoader)
  {
    // Paths of manifests to compare with are relative to the working folder.
    loaderOfCompared = loader(machine.workingFolder)
    switch source {
    case .file(let name):
      // Positions are relative to the manifest's folder, independent of the working folder.
      path = FilePath.joined(machine.workingFolder, name)
      self.loader = loader(FilePath.folder(of: path))
    case .web(let name):
      path = name
      self.loader = loaderOfCompared
      isOnDisk = false
    case .standardInput(let bytes):
      path = "-"
      self.loader = loaderOfCompared
      text = bytes
    case .demo:
      // The demo's files are embedded in the program.
      path = DemoManifest.root
      self.loader = DemoManifest.loader
      isOnDisk = false
    case .flags(let flags):
      // The empty manifest has the path of the flags' file, but is not read from there.
      let name = flags.path == "-" ? "standard input" : flags.path
      path = FlagsWithoutManifest.absolutePath(name, machine)
      self.loader = FlagsWithoutManifest.loader(path)
      isOnDisk = false
      hasManifest = false
    }
  }

  /// Which flags to read together with the manifest.
  enum FlagPart {
    /// All of them; those on the web after the manifest.
    case all
    /// The local ones, and cached copies of those on the web.
    case cached
    case none
  }

  /// Reads the console's manifest and the flags, or only the manifest to compare with that is
  /// called `name`; posts each as soon as it is read, and ``Report/ended(_:)`` last.
  ///
  /// After a cancellation it ends soon; ignore what it still posts.
  func read(_ name: String?, flags part: FlagPart, _ post: @escaping @Sendable (Report) -> Void) {
    let progress = ProgressReporter { post(.event(.reading($0))) }
    if let name { return readCompared(name, progress, post) }
    // The manifest does not wait for the web.
    var flagFiles = FlagFiles()
    if part != .none {
      flagFiles = flags.read(asksWeb: false)
      post(.flags(flagFiles))
    }
    readManifest(progress, post)
    if part == .all, flags.asksWeb, !Cancellation.isRequested {
      flagFiles = flags.read()
      post(.flags(flagFiles))
    }
    // Posted last, because loading a manifest clears earlier messages.
    if let failure = flagFiles.failures.first { post(.event(.outcome(.failed(failure)))) }
    post(.ended(nil))
  }

  /// Posts the console's manifest, then the problems of its values; nil for the manifest and its
  /// problems if it cannot be loaded.
  private func readManifest(_ progress: ProgressReporter, _ post: (Report) -> Void) {
    let manifest: Manifest
    do {
      manifest = try load(progress.reporting(loader))
    } catch {
      // The files are watched, so that the manifest is read again once it is fixed.
      return post(.loaded(nil, error.all, files: initialFiles))
    }
    let manifestFiles = isOnDisk ? manifest.files.map(\.path) : []
    // Nobody wrote the empty manifest for flags alone, so its problems are not shown.
    let problems = hasManifest ? manifest.problems : []
    post(.loaded(manifest, problems, files: manifestFiles + flags.files))
    checkValues(of: manifest, progress, post)
  }

  /// Loads the console's manifest from its text or its path.
  private func load(_ loader: ManifestLoader) throws(Problems) -> Manifest {
    if let text { return try loader.load(text: text, name: "standard input") }
    return try loader.load(path)
  }

  /// Posts the problems of a manifest's values in each channel; those of a manifest without
  /// channels are under the key nil.
  private func checkValues(
    of manifest: Manifest, _ progress: ProgressReporter, _ post: (Report) -> Void
  ) {
    let identifierProblems = manifest.identifierProblems
    let channels = manifest.channels.isEmpty ? [nil] : manifest.channels.map(Optional.some)
    var problems: [Name?: [Problem]] = [:]
    for (index, channel) in channels.enumerated() {
      if Cancellation.isRequested { return }
      progress.reportAtIntervals("checking the values, channel \(index + 1) of \(channels.count)")
      problems[channel.map { Name($0) }] = manifest.problems(in: channel) + identifierProblems
    }
    post(.event(.checked(problems)))
  }

  /// Reads another manifest, given as `FILE` or `FILE@CHANNEL`, relative to the working folder, or
  /// an earlier version of the console's own one, given as `git:REVISION`.
  private func readCompared(_ name: String, _ progress: ProgressReporter, _ post: (Report) -> Void)
  {
    defer { post(.ended(name)) }
    let loader = progress.reporting(loaderOfCompared)
    do {
      if let revision = OtherManifest.revision(in: name) {
        let version = try earlierVersion(revision, called: name)
        // A commit does not change, so that no file has to be watched.
        return post(.compared(version, name: name, files: []))
      }
      let compared = try OtherManifest(name).compared { try loader.load($0) }
      // Files on the web, which have no absolute path, cannot be watched.
      let files = compared.manifest.files.map(\.path).filter { $0.hasPrefix("/") }
      post(.compared(compared, name: name, files: files))
    } catch {
      post(.event(.outcome(.unread(name, error))))
    }
  }

  /// Loads the console's own manifest as it is in a revision, for a column of this name.
  ///
  /// - Throws: ``GitFailure`` if git has no such version; `Problems` if it cannot be read.
  private func earlierVersion(
    _ revision: String, called name: String
  ) throws -> ComparedManifest {
    // A manifest from standard input has no file, so its text was kept.
    guard isOnDisk, text == nil else {
      throw GitFailure("only a manifest on disk has versions in git")
    }
    let range = RevisionRange(old: revision, new: nil)
    let version = try ManifestVersion.pair(range, of: path).old
    var compared = ComparedManifest(path: name, manifest: try version.load(with: loaderOfCompared))
    compared.version = version.name
    compared.isEarlier = true
    return compared
  }

  /// The files to watch before anything has been read: the manifest, if it is a file on disk, and
  /// those of the flags.
  var initialFiles: [String] {
    let isManifestOnDisk = isOnDisk && text == nil
    return (isManifestOnDisk ? [path] : []) + flags.files
  }
}
