import VirgaJSON

/// A feature as JSON, complete with defaults, and the preferences that it was read from.
///
/// A holder keeps one, so that asking for one value again does not encode the whole feature again. The values of a feature
/// do not change while it is kept, unless they follow preferences of the user: those are compared.
final class EncodedFeature: Sendable {
  /// The feature; nil if its type refuses to be encoded.
  let json: JSONValue?

  private let feature: any FMLFeatureInterface
  private let wasModified: Bool
  private let reads: [PreferenceReads.Read]

  /// Encodes a feature, and notes which preferences that reads.
  init(_ feature: some FMLFeatureInterface) {
    self.feature = feature
    wasModified = feature.isModified()
    let reads = PreferenceReads()
    json = PreferenceReads.$current.withValue(reads) { try? feature.toJSON() }
    self.reads = reads.all
  }

  /// Whether the feature would be encoded to the same JSON now.
  ///
  /// Of a feature that reads other preferences than its holder gives it, only ``FMLFeatureInterface/isModified()`` tells.
  var isCurrent: Bool {
    guard !reads.isEmpty else { return !wasModified && !feature.isModified() }
    return reads.allSatisfy { $0.preferences.preference(forKey: $0.key) == $0.value }
  }
}

/// Gives the JSON of a feature whose type is not known.
protocol FeatureEncoding: Sendable {
  /// The feature as JSON, complete with defaults: the same object as before if nothing has changed.
  func encoded() -> EncodedFeature
}

/// Preferences that note what is read of them while a feature is encoded.
struct NotedPreferences: Preferences {
  private let preferences: any Preferences

  /// Notes what is read of `preferences`.
  init(_ preferences: any Preferences) { self.preferences = preferences }

  func preference(forKey key: String) -> JSONValue? {
    let value = preferences.preference(forKey: key)
    PreferenceReads.current?.add(.init(preferences: preferences, key: key, value: value))
    return value
  }
}

/// The preferences that are read while a feature is encoded.
final class PreferenceReads: Sendable {
  /// A preference, and what it was.
  struct Read: Sendable {
    let preferences: any Preferences
    let key: String
    let value: JSONValue?
  }

  /// Where to note what is read now; nil unless a feature is being encoded.
  @TaskLocal static var current: PreferenceReads?

  private let reads = Locked<[Read]>([])

  /// What was read, in order.
  var all: [Read] { reads.withLock { $0 } }

  /// Notes that a preference was read.
  func add(_ read: Read) { reads.withLock { $0.append(read) } }
}
