import VirgaJSON
import VirgaSource

/// A feature as JSON, complete with defaults, and the preferences that were read for it.
///
/// A holder caches one, so that reading one value does not encode the whole feature again. The
/// values of a feature only change if they follow user preferences, so ``isCurrent`` compares
/// those.
final class EncodedFeature: Sendable {
  /// Nil if its type fails to encode.
  let json: JSONValue?

  private let feature: any FMLFeatureInterface
  /// Whether the user had modified the feature when it was encoded.
  private let wasModified: Bool
  /// The preferences that were read while it was encoded, with their values.
  private let reads: [PreferenceReads.Read]

  /// Encodes a feature, and records the preferences that it reads meanwhile.
  init(_ feature: some FMLFeatureInterface) {
    self.feature = feature
    // ``isCurrent`` uses this for a feature that reads preferences in its own way, unrecorded.
    wasModified = feature.isModified()
    let reads = PreferenceReads()
    json = PreferenceReads.$current.withValue(reads) { try? feature.toJSON() }
    self.reads = reads.all
  }

  /// Whether encoding the feature again would give the same JSON: all preferences that were read
  /// have the same values.
  ///
  /// If no read was recorded, the feature may read preferences in its own way, which cannot be
  /// compared: it counts as changed if the user modifies it now or did when it was encoded.
  var isCurrent: Bool {
    guard !reads.isEmpty else { return !wasModified && !feature.isModified() }
    return reads.allSatisfy { $0.preferences.preference(forKey: $0.key) == $0.value }
  }
}

/// A feature that can be encoded, which caches the result, and that says when it may have changed.
protocol FeatureEncoding: Sendable {
  /// The feature as JSON, complete with defaults; the same object as before if nothing changed.
  func encoded() -> EncodedFeature

  /// What the app reads for the variable at `path`, and why.
  func details(of path: JSONPath) -> FeatureClient.VariableDetails

  /// Calls `action` after the feature may have changed, until the token is cancelled.
  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken
}

/// Preferences that record each read while a feature is encoded.
struct RecordingPreferences: Preferences {
  private let preferences: any Preferences

  init(_ preferences: any Preferences) { self.preferences = preferences }

  /// The preference, nil if it is unset; adds this read to those of the feature that this thread
  /// encodes.
  func preference(forKey key: String) -> JSONValue? {
    let value = preferences.preference(forKey: key)
    PreferenceReads.current?.add(.init(preferences: preferences, key: key, value: value))
    return value
  }
}

/// The preferences that are read while a feature is encoded.
final class PreferenceReads: Sendable {
  struct Read: Sendable {
    let preferences: any Preferences
    let key: String
    let value: JSONValue?
  }

  /// Where reads are recorded; nil unless a feature is being encoded.
  @TaskLocal static var current: PreferenceReads?

  private let reads = Locked<[Read]>([])

  var all: [Read] { reads.withLock { $0 } }

  func add(_ read: Read) { reads.withLock { $0.append(read) } }
}
