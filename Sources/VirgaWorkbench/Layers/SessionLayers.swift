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
  /// All readable recipes, by slug.
  package private(set) var recipes: [Name: Recipe] = [:]
  /// The length of the longest slug, in bytes, which says how wide a column of slugs must be.
  package private(set) var longestSlugLength = 0
  /// The features with an override: an edit, a preference, a forced branch or an opt-out.
  package private(set) var overridden: Set<Name> = []

  /// The slugs of the recipes that configure each feature, sorted, by feature id.
  private var slugsByFeature: [Name: [String]] = [:]
  private let coenrolling: Set<Name>
  /// The features with a variable that a preference sets, by preference key.
  private let featuresByPreference: [Name: Set<Name>]
  private var edits: [Name: JSONValue] = [:]
  private var preferences: [Name: JSONValue] = [:]
  private var slugsForcedOrOptedOut: Set<Name> = []

  /// The layers that `session` adds to `manifest`; without a manifest no feature co-enrolls.
  package init(_ session: Session, manifest: Manifest? = nil) {
    coenrolling = manifest?.coenrollingFeatures ?? []
    featuresByPreference = manifest?.featuresByPreference ?? [:]
    // First, because a forced branch overrides the features of its recipe.
    readRecipes(session)
    readEnrollmentsAndOverrides(session)
  }

  /// Updates the layers after the entries at `keys` have changed.
  package mutating func update(_ keys: some Sequence<EntryKey>, from session: Session) {
    let kinds = Set(keys.map(\.kind))
    if kinds.contains(.recipe) { readRecipes(session) }
    let changesEnrollments = kinds.contains(.recipe) || kinds.contains(.enrollment)
    if changesEnrollments {
      readEnrollmentsAndOverrides(session)
    } else {
      readOverrides(session)
    }
  }

  /// Reads the recipes, which of them configure each feature, and the length of the longest slug,
  /// which says how wide a column of slugs must be.
  private mutating func readRecipes(_ session: Session) {
    recipes = session.readableRecipes
    longestSlugLength = recipes.keys.lazy.map(\.text.utf8.count).max() ?? 0
    slugsByFeature = [:]
    for (slug, recipe) in recipes.sorted(by: { $0.key < $1.key }) {
      for id in recipe.featureIDs { slugsByFeature[id, default: []].append(slug.text) }
    }
  }

  /// Reads the enrollments, and the overrides, whose effect depends on them.
  private mutating func readEnrollmentsAndOverrides(_ session: Session) {
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
    readOverrides(session)
  }

  /// Reads edits, preferences, forced branches and opt-outs, and finds the features that they
  /// override.
  private mutating func readOverrides(_ session: Session) {
    edits = session.entries(of: .edit)
    preferences = session.entries(of: .preference)
    // An opt-out is an entry of this kind too.
    slugsForcedOrOptedOut = Set(session.entries(of: .branch).keys)
    overridden = []
    // An edit that repeats what the enrolled branches send overrides nothing.
    for (id, edit) in edits where edit.hasEffect(over: enrolled[id]?.value ?? [:]) {
      overridden.insert(id)
    }
    for key in preferences.keys { overridden.formUnion(featuresByPreference[key] ?? []) }
    for slug in slugsForcedOrOptedOut {
      overridden.formUnion(Set(naming: recipes[slug]?.featureIDs ?? []))
    }
  }

  /// The layers of a feature.
  package subscript(id: String) -> FeatureLayers {
    FeatureLayers(enrolled[id], edit: edits[id].map { LocatedValue($0) }, preferences: preferences)
  }

  /// The layers of a feature over which a recipe's config is merged: those of other enrolled
  /// recipes, without edit and preferences.
  package func layersBelow(_ recipe: Recipe, of id: String) -> FeatureLayers {
    FeatureLayers(enrolled[id]?.withContributions(below: recipe))
  }

  /// The features whose layers differ in `other`, a state of the same session: what enrolled
  /// recipes send for them, their edit, or a preference that sets a variable.
  package func features(unlike other: SessionLayers) -> Set<Name> {
    var ids = Set(
      Self.keys(of: enrolled, unlike: other.enrolled) + Self.keys(of: edits, unlike: other.edits))
    for key in Self.keys(of: preferences, unlike: other.preferences) {
      ids.formUnion(featuresByPreference[key] ?? [])
    }
    return ids
  }

  /// The keys whose values differ, or that only one of two dictionaries has.
  private static func keys<Value: Equatable>(
    of one: [Name: Value], unlike other: [Name: Value]
  ) -> [Name] {
    let differing = one.keys.filter { one[$0] != other[$0] }
    let onlyInOther = other.keys.filter { one[$0] == nil }
    return differing + onlyInOther
  }

  /// The recipes that configure a feature, sorted by slug.
  package func recipes(using id: String) -> [Recipe] { slugs(using: id).compactMap { recipes[$0] } }

  /// The slugs of the recipes that configure a feature, sorted.
  package func slugs(using id: String) -> [String] { slugsByFeature[id] ?? [] }
}

extension Manifest {
  /// Checks the edit of a feature over what an app reads without it: the defaults under the configs
  /// of the enrolled recipes, without app settings, which override the edit.
  package func check(
    edit: JSONValue, of feature: FeatureDefinition, channel: String?, under layers: SessionLayers
  ) -> ConfigCheck {
    let layersBelow = FeatureLayers(layers.enrolled[feature.id])
    let configBelow = reading(of: feature, channel: channel, under: layersBelow)
    return check(config: LocatedValue(edit), over: configBelow)
  }

  /// The ids of the features with a variable that a preference sets, by preference key.
  fileprivate var featuresByPreference: [Name: Set<Name>] {
    var found: [Name: Set<Name>] = [:]
    for feature in features {
      for key in feature.variables.lazy.compactMap(\.preferenceKey) {
        found[key, default: []].insert(feature.id)
      }
    }
    return found
  }

  /// The ids of the features that several experiments may use at once.
  package var coenrollingFeatures: Set<Name> {
    Set(naming: features.lazy.filter(\.allowsCoenrollment).map(\.id))
  }
}
