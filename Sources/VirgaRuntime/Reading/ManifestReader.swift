import VirgaConsole
import VirgaFiles
import VirgaGenerate
import VirgaJSON
package import VirgaManifest
import VirgaSource
import VirgaWeb
import VirgaWorkbench

/// Reads what the console shows: its manifest, flags, and the manifests that it is compared with.
package struct ManifestReader: Sendable {
  /// A result, or how far the reading is.
  enum Report: Sendable {
    /// How far it is, in words.
    case progress(String)
    /// The manifest, if it could be loaded, its problems apart from those of one channel, and the files to watch.
    case loaded(Manifest?, [Problem], files: [String])
    /// The problems of the defaults, by channel.
    case checked([Name?: [Problem]])
    /// Another manifest to compare with, and the files to watch.
    case compared(ComparedManifest, name: String, files: [String])
    /// Why another manifest could not be read.
    case comparedFailed(String, name: String)
    /// What the files of flags define.
    case flags(FlagFiles)
    /// Why one of them could not be read.
    case flagsFailed(String)
    /// All has been read.
    case ended
  }

  /// Where a manifest comes from.
  package enum Source: Sendable {
    /// A file, whose changes are watched.
    case file(String)
    /// A URL or a path in a repository.
    case web(String)
    /// Standard input, which has been read.
    case standardInput([UInt8])
    /// The embedded demo.
    case demo
    /// An empty manifest for flags without one.
    case flags(FlagsAlone)
  }

  private let loader: ManifestLoader
  /// Loads the manifests to compare with.
  let others: ManifestLoader
  /// Reads the files of flags.
  package var flags = FlagReader()
  private let path: String
  private var text: [UInt8]?
  private var isOnDisk = true
  private var hasManifest = true

  /// A reader of one manifest.
  ///
  /// - Parameter loader: makes a loader whose paths are relative to a folder.
  package init(_ source: Source, on machine: Machine, loader: (_ folder: String) -> ManifestLoader) {
    others = loader(machine.workingFolder)
    switch source {
    case .file(let name):
      // Positions are shown relative to the manifest's folder, wherever the console was started.
      path = FilePath.joined(machine.workingFolder, name)
      self.loader = loader(FilePath.folder(of: path))
    case .web(let name): (path, self.loader, isOnDisk) = (name, others, false)
    case .standardInput(let bytes): (path, self.loader, text) = ("-", others, bytes)
    case .demo: (path, self.loader, isOnDisk) = (DemoManifest.root, DemoManifest.loader, false)
    case .flags(let flags):
      path = FlagsAlone.whole(flags.path == "-" ? "standard input" : flags.path, machine)
      (self.loader, isOnDisk, hasManifest) = (FlagsAlone.loader(path), false, false)
    }
  }

  /// Which files of flags to read.
  enum FlagPart {
    /// All of them, those on the web after the manifest.
    case all
    /// The local ones, and the cache instead of the web.
    case cached
    /// None.
    case none
  }

  /// Reads everything, and posts the manifest before its values are checked.
  ///
  /// After a cancellation it ends soon, and what it still posts is to be ignored.
  func read(flags part: FlagPart, _ cancellation: Cancellation, _ post: @escaping @Sendable (Report) -> Void) {
    let progress = ProgressReporter(cancellation) { post(.progress($0)) }
    // The manifest does not wait for the web.
    var flagFiles = FlagFiles()
    if part != .none {
      flagFiles = flags.asksWeb ? flags.readCached() : flags.read()
      post(.flags(flagFiles))
    }
    readManifest(progress, cancellation, post)
    if part == .all, flags.asksWeb, !cancellation.isCancelled {
      flagFiles = flags.read()
      post(.flags(flagFiles))
    }
    // Posted last, because loading a manifest clears the message before it.
    if let failure = flagFiles.failures.first { post(.flagsFailed("\(failure)")) }
    post(.ended)
  }

  private func readManifest(
    _ progress: ProgressReporter, _ cancellation: Cancellation, _ post: (Report) -> Void
  ) {
    let loader = progress.reporting(loader)
    do {
      let manifest = try text.map { try loader.load(text: $0, name: "standard input") } ?? loader.load(path)
      let found = hasManifest ? manifest.problems : []
      post(.loaded(manifest, found, files: (isOnDisk ? manifest.files.map(\.path) : []) + flags.files))
      let identifiers = manifest.identifierProblems
      let channels = manifest.channels.isEmpty ? [nil] : manifest.channels.map(Optional.some)
      var problems: [Name?: [Problem]] = [:]
      for (index, channel) in channels.enumerated() {
        if cancellation.isCancelled { return }
        progress.reportAtIntervals("checking the values, channel \(index + 1) of \(channels.count)")
        problems[channel.map { Name($0) }] = manifest.problems(in: channel) + identifiers
      }
      post(.checked(problems))
    } catch let failure as Problems {
      post(.loaded(nil, failure.all, files: initialFiles))
    } catch {
      post(.loaded(nil, [Problem(.error, "unreadable", "\(error)")], files: []))
    }
  }

  /// Reads another manifest, named as `FILE` or `FILE@CHANNEL`, relative to the working folder.
  static func readCompared(
    _ name: String, with loader: ManifestLoader, _ cancellation: Cancellation,
    _ post: @escaping @Sendable (Report) -> Void
  ) {
    let loader = ProgressReporter(cancellation) { post(.progress($0)) }.reporting(loader)
    do {
      let compared = try OtherManifest(name).compared { try loader.load($0) }
      let files = compared.manifest.files.map(\.path).filter { $0.hasPrefix("/") }
      post(.compared(compared, name: name, files: files))
    } catch let failure as Problems {
      post(.comparedFailed("\(name): " + (failure.all.first.map(sentence) ?? "it could not be read"), name: name))
    } catch {
      post(.comparedFailed("\(name): \(error)", name: name))
    }
  }

  /// The channels of another manifest; none if it cannot be read.
  static func channels(of file: String, with loader: ManifestLoader) -> [String] {
    (try? loader.load(file))?.channels ?? []
  }

  private static func sentence(_ problem: Problem) -> String {
    problem.message + (problem.location.map { ", at \($0.range.start)" } ?? "")
  }

  /// The files to watch before anything has been read.
  var initialFiles: [String] { (isOnDisk && text == nil ? [path] : []) + flags.files }
}
