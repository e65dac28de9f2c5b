package import VirgaJSON
package import VirgaManifest
package import VirgaTargeting

/// What stands around a session while something is done to it: the manifest, the time, who does it.
package struct Surroundings: Sendable {
  /// The manifest; nil where nobody has one, so that nothing is checked against it.
  package var manifest: Manifest?
  /// The channel that is looked at; nil for that of the session.
  package var channel: String?
  /// The time of the wall.
  package var time: Instant
  /// What does it, such as `virga 4177`.
  package var process: String
  /// Why nothing may be changed; nil where it may.
  package var readOnlyReason: String?
  /// The id of the client where the session has none yet, a random UUID in lower case.
  package var newClientID: String

  /// Features that several experiments may use at once, beside those of which the manifest says so.
  package var coenrollingFeatures: NameSet = []

  /// The surroundings with all their parts; see the properties.
  package init(
    manifest: Manifest?, channel: String? = nil, time: Instant, process: String, readOnlyReason: String? = nil,
    newClientID: String
  ) {
    self.manifest = manifest
    self.channel = channel
    self.time = time
    self.process = process
    self.readOnlyReason = readOnlyReason
    self.newClientID = newClientID
  }
}
