public import VirgaJSON
import VirgaTargeting

/// One treatment of a recipe.
public struct Branch: Hashable, Sendable {
  /// Its name within the recipe.
  public var slug: String
  /// Its share among the ratios of all branches.
  public var ratio: UInt32
  /// The partial configs that it carries, each for a feature.
  public var features: [FeatureConfig]

  /// A branch with all its parts; see the properties.
  public init(slug: String, ratio: UInt32 = 1, features: [FeatureConfig] = []) {
    self.slug = slug
    self.ratio = ratio
    self.features = features
  }

  /// Whether it has that very slug: two that only look alike are two.
  package func isCalled(_ slug: String?) -> Bool { slug.map { ByteText.areEqual(self.slug, $0) } ?? false }
}

/// A partial config for a feature.
public struct FeatureConfig: Hashable, Sendable {
  /// The feature.
  public var featureID: String
  /// The values of some of its variables.
  public var value: JSONObject

  /// The config `value` for a feature.
  public init(featureID: String, value: JSONObject = [:]) {
    self.featureID = featureID
    self.value = value
  }
}
