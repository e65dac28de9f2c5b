import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
package import VirgaWorkbench

/// A request to resolve all flags: what they and their answers follow from.
package struct FlagRequest: Sendable {
  /// What the flags follow from, whatever they answer.
  struct Source: Equatable, Sendable {
    /// Which manifest it is.
    let manifest: Workspace.Identity
    /// Which files of flags they are.
    let files: Int
  }

  let source: Source
  let files: FlagFiles
  let manifest: Manifest
  let session: Session
  let channel: String?
  let testOverrides: FlagTestOverrides
  /// Flags of the same source, of which only the answers are resolved again; nil if there are none.
  var earlier: SessionFlags?

  /// The most features, and the most flags in files, that are resolved at once: that takes some milliseconds.
  private static let most = 300

  /// Whether there are so many flags that they are resolved in the background.
  static func isLarge(_ manifest: Manifest, _ files: FlagFiles) -> Bool {
    manifest.features.count > most || files.count > most
  }

  /// Whether flags of the same source answer what is requested, but for single entries of the session.
  func isAnswered(by flags: SessionFlags) -> Bool {
    flags.environment.channel.isSameName(as: channel) && flags.testOverrides == testOverrides
      && !flags.isStale(in: session)
  }

  /// Whether another request has the same answer, but for single entries of the session.
  func isSame(as other: FlagRequest) -> Bool {
    source == other.source && channel.isSameName(as: other.channel) && testOverrides == other.testOverrides
      && !SessionFlags.isStale(other.session, in: session)
  }

  /// Resolves the flags: ten thousand features take about a second.
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
