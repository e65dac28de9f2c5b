import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaWeb
import VirgaWorkbench

/// Reads the manifest that the console shows, as often as it is asked to.
struct Reading: Sendable {
  /// What comes of a reading.
  enum Finding: Sendable {
    /// How far it is, in words.
    case progress(String)
    /// The manifest, as far as there is one, with the problems that no channel changes, and the files to watch.
    case loaded(Manifest?, [Problem], files: [String])
    /// The problems of the defaults in every channel.
    case checked([String?: [Problem]])
    /// Another manifest, to be shown beside the first, with the files to watch.
    case beside(ComparedManifest, name: String, files: [String])
    /// Why another manifest could not be read.
    case besideFailed(String, name: String)
    /// What the files of flags say.
    case flags(FlagFiles)
    /// Why one of them could not be read.
    case flagsFailed(String)
    /// The reading is over.
    case ended
  }

  var loader: ManifestLoader
  /// The manifest as it was named.
  var path: String
  /// What reads the manifests that are shown beside it.
  var others: ManifestLoader
  /// Its text, where that came through standard input.
  var text: [UInt8]?
  /// Whether its files can change while the console runs.
  var isOnDisk = true
  /// Whether a manifest was given; the empty one for flags alone has no problems.
  var hasManifest = true
  /// What reads the files of flags.
  var flags = FlagReader()

  /// Which files of flags a reading reads.
  enum FlagPart {
    /// All of them, those in the web after the manifest.
    case all
    /// Those of this machine; of those in the web what was kept.
    case known
    /// None.
    case none
  }

  /// Reads everything, and posts the manifest before its values are checked.
  ///
  /// A reading that was cancelled ends soon, and what it still posts says nothing.
  func run(flags part: FlagPart, _ cancellation: Cancellation, _ post: @escaping @Sendable (Finding) -> Void) {
    let announcer = ReadingAnnouncer(cancellation) { post(.progress($0)) }
    // Nobody waits for the web to see the manifest.
    var flagFiles = FlagFiles()
    if part != .none {
      flagFiles = flags.asksWeb ? flags.readKept() : flags.read()
      post(.flags(flagFiles))
    }
    readManifest(announcer, cancellation, post)
    if part == .all, flags.asksWeb, !cancellation.isCancelled {
      flagFiles = flags.read()
      post(.flags(flagFiles))
    }
    // Said last, because a manifest that was read takes earlier words away.
    if let failure = flagFiles.failures.first { post(.flagsFailed("\(failure)")) }
    post(.ended)
  }

  private func readManifest(
    _ announcer: ReadingAnnouncer, _ cancellation: Cancellation, _ post: (Finding) -> Void
  ) {
    let loader = announcer.following(loader)
    do {
      let manifest = try text.map { try loader.load(text: $0, name: "standard input") } ?? loader.load(path)
      let found = hasManifest ? manifest.problems : []
      post(.loaded(manifest, found, files: (isOnDisk ? manifest.files.map(\.path) : []) + flags.files))
      let identifiers = manifest.identifierProblems
      let channels = manifest.channels.isEmpty ? [nil] : manifest.channels.map(Optional.some)
      var problems: [String?: [Problem]] = [:]
      for (place, channel) in channels.enumerated() {
        if cancellation.isCancelled { return }
        announcer.sayAtTimes("checking the values, channel \(place + 1) of \(channels.count)")
        problems[channel] = manifest.problems(in: channel) + identifiers
      }
      post(.checked(problems))
    } catch let failure as Problems {
      post(.loaded(nil, failure.all, files: filesToBeginWith))
    } catch {
      post(.loaded(nil, [Problem(.error, "unreadable", "\(error)")], files: []))
    }
  }

  /// Reads another manifest, named from the working folder as `FILE` or `FILE@CHANNEL`.
  static func beside(
    _ name: String, with loader: ManifestLoader, _ cancellation: Cancellation,
    _ post: @escaping @Sendable (Finding) -> Void
  ) {
    post(beside(name, with: ReadingAnnouncer(cancellation) { post(.progress($0)) }.following(loader)))
  }

  private static func beside(_ name: String, with loader: ManifestLoader) -> Finding {
    do {
      let compared = try OtherManifest(name).compared { try loader.load($0) }
      return .beside(compared, name: name, files: compared.manifest.files.map(\.path).filter { $0.hasPrefix("/") })
    } catch let failure as Problems {
      return .besideFailed("\(name): " + (failure.all.first.map(words) ?? "it could not be read"), name: name)
    } catch {
      return .besideFailed("\(name): \(error)", name: name)
    }
  }

  /// The channels of another manifest; none where it cannot be read.
  static func channels(of file: String, with loader: ManifestLoader) -> [String] {
    (try? loader.load(file))?.channels ?? []
  }

  private static func words(_ problem: Problem) -> String {
    problem.message + (problem.location.map { ", at \($0.range.start)" } ?? "")
  }

  /// The files to watch before anything has been read.
  var filesToBeginWith: [String] { (isOnDisk && text == nil ? [path] : []) + flags.files }
}
