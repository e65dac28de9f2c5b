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

  private let loader: ManifestLoader
  private let others: ManifestLoader
  package var flags = FlagReader()
  private let path: String
  private var text: [UInt8]?
  private var isOnDisk = true
  private var hasManifest = true

  /// Creates a reader for a manifest.
  ///
  /// - Parameter loader: Creates a loader whose paths are relative to a folder.
  package init(_ source: Source, on machine: Machine, loader: (_ folder: String) -> ManifestLoader)
  {
    others = loader(machine.workingFolder)
    switch source {
    case .file(let name):
      // Positions are relative to the manifest's folder, independent of the working folder.
      path = FilePath.joined(machine.workingFolder, name)
      self.loader = loader(FilePath.folder(of: path))
    case .web(let name): (path, self.loader, isOnDisk) = (name, others, false)
    case .standardInput(let bytes): (path, self.loader, text) = ("-", others, bytes)
    case .demo: (path, self.loader, isOnDisk) = (DemoManifest.root, DemoManifest.loader, false)
    case .flags(let flags):
      path = FlagsWithoutManifest.whole(flags.path == "-" ? "standard input" : flags.path, machine)
      (self.loader, isOnDisk, hasManifest) = (FlagsWithoutManifest.loader(path), false, false)
    }
  }

  enum FlagPart {
    /// All of them; those on the web after the manifest.
    case all
    /// The local ones, and cached copies of those on the web.
    case cached
    case none
  }

  /// Reads everything, or only the named manifest to compare with; posts the console's own manifest
  /// before checking its defaults.
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

  private func readManifest(_ progress: ProgressReporter, _ post: (Report) -> Void) {
    let loader = progress.reporting(loader)
    do {
      let manifest =
        if let text { try loader.load(text: text, name: "standard input") } else {
          try loader.load(path)
        }
      let found = hasManifest ? manifest.problems : []
      post(
        .loaded(manifest, found, files: (isOnDisk ? manifest.files.map(\.path) : []) + flags.files))
      let identifiers = manifest.identifierProblems
      let channels = manifest.channels.isEmpty ? [nil] : manifest.channels.map(Optional.some)
      var problems: [Name?: [Problem]] = [:]
      for (index, channel) in channels.enumerated() {
        if Cancellation.isRequested { return }
        progress.reportAtIntervals("checking the values, channel \(index + 1) of \(channels.count)")
        problems[channel.map { Name($0) }] = manifest.problems(in: channel) + identifiers
      }
      post(.event(.checked(problems)))
    } catch {
      post(.loaded(nil, error.all, files: initialFiles))
    }
  }

  /// Reads another manifest, given as `FILE` or `FILE@CHANNEL`, relative to the working folder.
  private func readCompared(_ name: String, _ progress: ProgressReporter, _ post: (Report) -> Void)
  {
    defer { post(.ended(name)) }
    let loader = progress.reporting(others)
    do {
      let compared = try OtherManifest(name).compared { try loader.load($0) }
      let files = compared.manifest.files.map(\.path).filter { $0.hasPrefix("/") }
      post(.compared(compared, name: name, files: files))
    } catch {
      post(.event(.outcome(.unread(name, error))))
    }
  }

  /// The files to watch before anything has been read.
  var initialFiles: [String] { (isOnDisk && text == nil ? [path] : []) + flags.files }
}
