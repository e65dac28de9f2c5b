import VirgaJSON

/// A feature as JSON, complete with defaults, and the preferences that were read for it.
///
/// A holder caches one, so that reading one value does not encode the whole feature again. A cached
/// feature's values only change if they follow user preferences, so those are compared.
final class EncodedFeature: Sendable {
  /// Nil if its type fails to encode.
  let json: JSONValue?

  private let feature: any FMLFeatureInterface
  private let wasModified: Bool
  private let reads: [PreferenceReads.Read]

  init(_ feature: some FMLFeatureInterface) {
    self.feature = feature
    wasModified = feature.isModified()
    let reads = PreferenceReads()
    json = PreferenceReads.$current.withValue(reads) { try? feature.toJSON() }
    self.reads = reads.all
  }

  /// Whether encoding again would give the same JSON; ``FMLFeatureInterface/isModified()`` tells
  /// without reads.
  var isCurrent: Bool {
    guard !reads.isEmpty else { return !wasModified && !feature.isModified() }
    return reads.allSatisfy { $0.preferences.preference(forKey: $0.key) == $0.value }
  }
}

protocol FeatureEncoding: Sendable {
  /// The feature as JSON, complete with defaults; the same object as before if nothing changed.
  func encoded() -> EncodedFeature
}

/// Preferences that record each read while a feature is encoded.
struct RecordingPreferences: Preferences {
  private let preferences: any Preferences

  init(_ preferences: any Preferences) { self.preferences = preferences }

  func preference(forKey key: String) -> JSONValue? {
    let value = preferences.preference(forKey: key)
    PreferenceReads.current?.add(.init(preferences: preferences, key: key, value: value))
    return value
  }
}

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
