package import VirgaJSON
package import VirgaTargeting

/// A process that has the session open through VirgaLive, and the manifest that its code was
/// generated from.
package struct ConnectedApp: Hashable, Sendable {
  /// The process's name in the session, such as `my-app 4177`.
  package let process: String
  /// The manifest's name.
  package let manifest: String
  /// The channel whose defaults the code has; nil if the manifest has no channels.
  package let channel: String?
  /// The manifest's hash in that channel (Rule: VirgaGenerate/Hashing).
  package let hash: String
  /// When it connected.
  package let since: Instant

  /// Creates an app that connected at `since`; `hash` is that of its manifest in `channel`, which
  /// is nil for a manifest without channels.
  package init(process: String, manifest: String, channel: String?, hash: String, since: Instant) {
    self.process = process
    self.manifest = manifest
    self.channel = channel
    self.hash = hash
    self.since = since
  }

  /// The name of the program, without the process id: `my-app`.
  package var name: String { Author.program(of: process) }

  /// Manifest, channel and how long it has been connected, such as `cirrus, release, 2 min`.
  package func summary(at now: Instant) -> String {
    "\(manifestAndChannel), \(duration(until: now))"
  }

  /// Manifest and channel, such as `cirrus, release`.
  package var manifestAndChannel: String {
    [manifest, channel].compactMap(\.self).joined(separator: ", ")
  }

  /// The time since it connected, in the largest unit of which at least one has passed: `2 min`,
  /// `3 d`.
  private func duration(until now: Instant) -> String {
    // The clock may have been set back since it connected.
    let seconds = max(0, now.seconds - since.seconds)
    let minutes = seconds / 60
    let hours = minutes / 60
    let days = hours / 24
    if days > 0 { return "\(days) d" }
    if hours > 0 { return "\(hours) h" }
    return minutes > 0 ? "\(minutes) min" : "< 1 min"
  }

  /// The app as an object; `channel` is left out if it has none.
  package var json: JSONObject {
    var object: JSONObject = ["name": .string(name), "manifest": .string(manifest)]
    if let channel { object["channel"] = .string(channel) }
    object["hash"] = .string(hash)
    object["process"] = .string(process)
    object["since"] = .string(since.description)
    return object
  }
}
