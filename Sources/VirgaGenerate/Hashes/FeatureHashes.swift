import VirgaExperiments
import VirgaJSON
package import VirgaManifest

/// Two short numbers that tell whether a feature has changed between two versions of a manifest.
///
/// Source of the rule: FML: Hashes.
package struct FeatureHashes: Hashable, Sendable {
  /// Changes with names and types, 1 to 8 hexadecimal digits.
  package let schema: String
  /// Changes with the merged defaults, 1 to 8 hexadecimal digits.
  package let defaults: String

  /// The hashes of a merged feature of `manifest`.
  package init(_ merged: MergedFeature, in manifest: Manifest) {
    let reached = ReachedTypes(of: merged.feature, in: manifest)
    schema = Self.schema(of: merged.feature, reached)
    defaults = Self.defaults(of: merged, reached)
  }

  private static func schema(of feature: FeatureDefinition, _ reached: ReachedTypes) -> String {
    var stream = HashStream()
    for variable in feature.variables { append(variable, to: &stream) }
    stream.append(truth: feature.allowsCoenrollment)
    for object in reached.objects {
      for field in object.fields { append(field, to: &stream) }
    }
    for enumeration in reached.enums {
      for variant in enumeration.variants { stream.append(text: variant.name) }
    }
    return stream.hash
  }

  private static func append(_ variable: Variable, to stream: inout HashStream) {
    stream.append(text: variable.name)
    stream.append(typeOf: variable)
    guard let alias = variable.stringAlias else { return stream.append(tag: 0) }
    stream.append(tag: 1)
    stream.append(.alias(alias))
  }

  private static func defaults(of merged: MergedFeature, _ reached: ReachedTypes) -> String {
    var stream = HashStream()
    for each in merged.variables {
      stream.append(text: each.variable.name)
      stream.append(each.value.json)
    }
    for object in reached.objects {
      for field in object.fields {
        stream.append(text: field.name)
        stream.append(field.defaultValue?.json ?? .null)
      }
    }
    return stream.hash
  }
}
