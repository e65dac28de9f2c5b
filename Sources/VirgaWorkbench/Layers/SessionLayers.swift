package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession

/// The layers that a session adds to each feature.
///
/// Updated incrementally: computing them reads every recipe, and a changed edit or preference must
/// not cost that again.
package struct SessionLayers: Equatable, Sendable {
  /// The features that enrolled recipes configure, by id.
  package private(set) var enrolled: [Name: EffectiveFeature] = [:]
  package private(set) var recipes: [Name: Recipe] = [:]
  /// The length of the longest slug, in bytes.
  package private(set) var longestSlug = 0
  /// The features with an override: an edit, a preference or a forced branch.
  package private(set) var overridden: Set<Name> = []

  /// The slugs of the recipes that configure each feature, sorted, by feature id.
  private var users: [Name: [String]] = [:]
  private let coenrolling: Set<Name>
  /// The features with a variable for each preference key.
  private let preferred: [Name: Set<Name>]
  private var edits: [Name: JSONValue] = [:]
  private var preferences: [Name: JSONValue] = [:]
  private var forced: Set<Name> = []

  /// The layers that `session` adds to `manifest`; without a manifest no feature co-enrolls.
  package init(_ session: Session, manifest: Manifest? = nil) {
    coenrolling = manifest?.coenrollingFeatures ?? []
    preferred = manifest?.featuresByPreference ?? [:]
    recipes = session.readRecipes
    findUsers()
    readEnrollments(session)
  }

  package mutating func update(_ keys: some Sequence<EntryKey>, from session: Session) {
    let kinds = Set(keys.map(\.kind))
    if kinds.contains(.recipe) {
      recipes = session.readRecipes
      findUsers()
    }
    if kinds.isDisjoint(with: [.recipe, .enrollment]) {
      readOverrides(session)
    } else {
      readEnrollments(session)
    }
  }

  private mutating func readEnrollments(_ session: Session) {
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
    readOverrides(session)
  }

  private mutating func findUsers() {
    users = [:]
    longestSlug = recipes.keys.lazy.map(\.text.utf8.count).max() ?? 0
    for (slug, recipe) in recipes.sorted(by: { $0.key < $1.key }) {
      for id in recipe.featureIDs { users[id, default: []].append(slug.text) }
    }
  }

  private mutating func readOverrides(_ session: Session) {
    edits = session.all(.edit)
    preferences = session.all(.preference)
    forced = Set(session.all(.branch).keys)
    overridden = Set(
      edits.keys.filter { id in edits[id]?.hasEffect(over: enrolled[id]?.value ?? [:]) == true })
    for key in preferences.keys { overridden.formUnion(preferred[key] ?? []) }
    for slug in forced { overridden.formUnion(Set(naming: recipes[slug]?.featureIDs ?? [])) }
  }

  package subscript(id: String) -> FeatureLayers {
    FeatureLayers(enrolled[id], edit: edits[id].map { LocatedValue($0) }, preferences: preferences)
  }

  /// The features whose layers differ in `other`, a state of the same session.
  package func features(unlike other: SessionLayers) -> Set<Name> {
    var ids = Set(
      Self.keys(of: enrolled, unlike: other.enrolled) + Self.keys(of: edits, unlike: other.edits))
    for key in Self.keys(of: preferences, unlike: other.preferences) {
      ids.formUnion(preferred[key] ?? [])
    }
    return ids
  }

  private static func keys<Value: Equatable>(
    of one: [Name: Value], unlike other: [Name: Value]
  ) -> [Name] {
    one.keys.filter { one[$0] != other[$0] } + other.keys.filter { one[$0] == nil }
  }

  package func recipes(using id: String) -> [Recipe] { slugs(using: id).compactMap { recipes[$0] } }

  package func slugs(using id: String) -> [String] { users[id] ?? [] }
}

extension Manifest {
  /// Checks the edit of a feature over what an app reads without it.
  package func check(
    edit: JSONValue, of feature: FeatureDefinition, channel: String?, under layers: SessionLayers
  ) -> ConfigCheck {
    let base = reading(
      of: feature, channel: channel, under: FeatureLayers(layers.enrolled[feature.id]))
    return check(config: LocatedValue(edit), over: base)
  }

  fileprivate var featuresByPreference: [Name: Set<Name>] {
    var found: [Name: Set<Name>] = [:]
    for feature in features {
      for key in feature.variables.lazy.compactMap(\.preferenceKey) {
        found[key, default: []].insert(feature.id)
      }
    }
    return found
  }

  package var coenrollingFeatures: Set<Name> {
    Set(naming: features.lazy.filter(\.allowsCoenrollment).map(\.id))
  }
}
