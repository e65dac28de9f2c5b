public import VirgaManifest
public import VirgaTargeting

/// What stands around a session while something is done to it: the manifest, the time, who does it.
public struct Surroundings: Sendable {
  /// The manifest; nil where nobody has one, so that nothing is checked against it.
  public var manifest: Manifest?
  /// The time of the wall.
  public var time: Instant
  /// What does it, such as `virga 4177`.
  public var process: String
  /// Why nothing may be changed; nil where it may.
  public var readOnlyReason: String?
  /// Draws the id of a new client.
  public var newClientID: @Sendable () -> String

  /// The surroundings with all their parts; see the properties.
  public init(
    manifest: Manifest?, time: Instant, process: String, readOnlyReason: String? = nil,
    newClientID: @escaping @Sendable () -> String
  ) {
    self.manifest = manifest
    self.time = time
    self.process = process
    self.readOnlyReason = readOnlyReason
    self.newClientID = newClientID
  }
}
