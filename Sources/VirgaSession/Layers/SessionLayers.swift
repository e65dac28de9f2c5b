public import VirgaExperiments
import VirgaJSON
public import VirgaManifest

/// What a session lays over each feature, kept from one change to the next.
///
/// Finding out reads every recipe; a change of an edit or a preference must not cost that again.
public struct SessionLayers: Sendable {
  /// The features that enrolled recipes configure, by id.
  public private(set) var enrolled: [String: EffectiveFeature] = [:]
  private let coenrolling: Set<String>
  private var edits: [String: JSONValue]
  private var preferences: [String: JSONValue]

  /// What `session` lays over features, of which several recipes may configure those in `coenrolling`.
  public init(_ session: Session, coenrolling: Set<String> = []) {
    self.coenrolling = coenrolling
    edits = session.all(.edit)
    preferences = session.preferences
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
  }

  /// Takes over from `session` what changed at `keys`, and no more.
  public mutating func update(_ keys: some Sequence<EntryKey>, from session: Session) {
    var recipesChanged = false
    for key in keys {
      switch key.kind {
      case .edit: edits[key.name] = session[key]
      case .preference: preferences[key.name] = session[key]
      case .recipe, .enrollment: recipesChanged = true
      default: break
      }
    }
    if recipesChanged { enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling) }
  }

  /// What lies over the feature called `id`.
  public subscript(id: String) -> FeatureLayers {
    FeatureLayers(enrolled[id], edit: edits[id].map { WrittenValue($0) }, preferences: preferences)
  }

  /// Whether an override of the session's own lies over a feature: an edit, or a preference of one of its variables.
  public func isOverridden(_ feature: Feature) -> Bool {
    edits[feature.id] != nil
      || !preferences.isEmpty && feature.variables.contains { $0.preferenceKey.map { preferences[$0] != nil } ?? false }
  }
}
