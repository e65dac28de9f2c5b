import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
package import VirgaWorkbench

/// A request to resolve all flags, with everything that they depend on.
package struct FlagRequest: Sendable {
  /// The input of the flags, apart from their answers.
  struct Source: Equatable, Sendable {
    let manifest: Workspace.Identity
    /// The generation of the flag files.
    let files: Int
  }

  let source: Source
  let files: FlagFiles
  let manifest: Manifest
  let session: Session
  let channel: String?
  let testOverrides: FlagTestOverrides
  /// Flags of the same source whose answers only need an update; nil if there are none.
  var earlier: SessionFlags?

  /// The maximum number of features, or flags in files, to resolve at once; takes a few milliseconds.
  private static let most = 300

  static func isLarge(_ manifest: Manifest, _ files: FlagFiles) -> Bool {
    manifest.features.count > most || files.count > most
  }

  /// Whether flags of the same source answer the request, except for single session entries.
  func isAnswered(by flags: SessionFlags) -> Bool {
    flags.environment.channel.isSameName(as: channel) && flags.testOverrides == testOverrides
      && !flags.isStale(in: session)
  }

  /// Whether another request has the same answer, apart from single entries of the session.
  func isSame(as other: FlagRequest) -> Bool {
    source == other.source && channel.isSameName(as: other.channel) && testOverrides == other.testOverrides
      && !SessionFlags.isStale(other.session, in: session)
  }

  /// Resolves the flags; takes about a second for ten thousand features.
  package func run() -> SessionFlags {
    var flags =
      earlier
      ?? SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest, session: session,
        channel: channel)
    if earlier != nil {
      flags.update(from: session)
      flags.show(channel: channel)
    }
    if flags.testOverrides != testOverrides { flags.testOverrides = testOverrides }
    return flags
  }
}

extension Background.Job where Request == FlagRequest, Answer == SessionFlags {
  /// Resolves the flags.
  package func run() -> Background.Reply { reply(request.run()) }
}
