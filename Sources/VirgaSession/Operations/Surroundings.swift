public import VirgaJSON
public import VirgaManifest
public import VirgaTargeting

/// What stands around a session while something is done to it: the manifest, the time, who does it.
public struct Surroundings: Sendable {
  /// The manifest; nil where nobody has one, so that nothing is checked against it.
  public var manifest: Manifest?
  /// The channel that is looked at; nil for that of the session.
  public var channel: String?
  /// The time of the wall.
  public var time: Instant
  /// What does it, such as `virga 4177`.
  public var process: String
  /// Why nothing may be changed; nil where it may.
  public var readOnlyReason: String?
  /// The id of the client where the session has none yet, a random UUID in lower case.
  public var newClientID: String

  /// Features that several experiments may use at once, beside those of which the manifest says so.
  public var coenrollingFeatures: NameSet = []

  /// The surroundings with all their parts; see the properties.
  public init(
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
