package import VirgaExperiments
package import VirgaJSON
import VirgaSource
public import VirgaTargeting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What decides for a client in place of recipes of its own, and takes what the app records: a session.
package protocol ClientHost: Sendable {
  /// What the host says of a client about which it was told `context` and which was `client` so far.
  func state(of client: Client, context: JSONObject) -> HostedState

  /// Counts a behavioral event that happened `seconds` before `time`, or happens then if `seconds` is nil.
  ///
  /// - Throws: If `seconds` is negative, or longer ago than events are kept.
  func count(
    _ event: String, count: UInt64, secondsAgo seconds: Int64?, at time: Instant
  ) throws(EventStore.Failure)

  /// Keeps events that the app records.
  func record(_ events: [TelemetryEvent])

  /// Keeps an event that is not sent as telemetry, with the reason.
  func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String)
}

/// A client as its host knows it, and what its features get.
package struct HostedState: Sendable {
  /// The client.
  package var client: Client
  /// What became of the recipes of the host.
  package var enrollments: EnrollmentState
  /// The partial config of a feature; nil if nothing configures it.
  package var configs: @Sendable (_ feature: String) -> JSONObject?

  /// The state with all its parts.
  package init(
    client: Client, enrollments: EnrollmentState, configs: @escaping @Sendable (_ feature: String) -> JSONObject?
  ) {
    self.client = client
    self.enrollments = enrollments
    self.configs = configs
  }
}

extension FeatureClient {
  /// Takes over what its host says now, and tells observers.
  package func takeHost() {
    guard let host else { return }
    let now = configuration.clock()
    state.withLock { $0.take(from: host, context: configuration.context, now: now) }
    announce(Outcome())
  }
}

extension FeatureClient.State {
  /// Takes over what a host says; attributes that only the app knows stay.
  ///
  /// The caller asks the clock, because that is the app's and must not run under the lock.
  mutating func take(from host: any ClientHost, context: JSONObject, now: Instant) {
    client.now = now
    let hosted = host.state(of: client, context: context)
    (client, enrollments, configs) = (hosted.client, hosted.enrollments, hosted.configs)
    refresh()
  }
}

/// The random id by which a client is drawn into recipes.
///
/// An app keeps it from its first start on, so that its user stays on one branch.
public enum ClientID {
  /// A new id: a random UUID in lower case.
  public static func random() -> String {
    var random = SystemRandomNumberGenerator()
    return made(high: random.next(), low: random.next())
  }

  /// The UUID (RFC 9562, version 4) of 122 of these 128 random bits.
  static func made(high: UInt64, low: UInt64) -> String {
    let high = high & ~0xF000 | 0x4000
    let low = low & ~(0b11 << 62) | (0b10 << 62)
    let digits = (high.hexadecimal(16) + low.hexadecimal(16))[...]
    let bounds = [0, 8, 12, 16, 20, 32]
    return zip(bounds, bounds.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }
}

/// The machine's clock.
public enum SystemClock {
  /// The time now, in UTC.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}
