import VirgaExperiments
import VirgaJSON
package import VirgaManifest

/// Two hashes that tell whether a feature changed between two versions of a manifest.
///
/// Rule: VirgaGenerate/Hashing.
package struct FeatureHashes: Hashable, Sendable {
  /// Changes with names and types, 1 to 8 hexadecimal digits.
  package let schema: String
  /// Changes with the merged defaults, 1 to 8 hexadecimal digits.
  package let defaults: String

  /// The hashes of a merged feature of `manifest`.
  package init(_ merged: MergedFeature, in manifest: Manifest) {
    let reached = ReachableTypes(of: merged.feature, in: manifest)
    schema = Self.schema(of: merged.feature, reached)
    defaults = Self.defaults(of: merged, reached)
  }

  private static func schema(of feature: FeatureDefinition, _ reached: ReachableTypes) -> String {
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
    guard let alias = variable.stringAlias else { return stream.append(number: 0) }
    stream.append(number: 1)
    stream.append(.alias(alias))
  }

  private static func defaults(of merged: MergedFeature, _ reached: ReachableTypes) -> String {
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

/// The types that variables use: their own, inner types, and the types of objects' fields.
struct ReachableTypes {
  private let manifest: Manifest
  private let module: Int
  private(set) var all: Set<VariableType> = []

  init(of feature: FeatureDefinition, in manifest: Manifest) {
    self.manifest = manifest
    module = feature.module
    var pending = feature.variables.map(\.type)
    while let type = pending.popLast() {
      guard all.insert(type).inserted else { continue }
      pending += type.parts
      if case .object(let name) = type { pending += manifest.object(name, in: module)?.fields.map(\.type) ?? [] }
    }
  }

  var objects: [ObjectDefinition] {
    manifest.modules[module].objects.filter { all.contains(.object($0.name)) }
  }

  var enums: [EnumDefinition] {
    manifest.modules[module].enums.filter { all.contains(.enumeration($0.name)) }
  }
}

extension VariableType {
  /// The types directly inside this one, except a map's key type `String`.
  ///
  /// Rule: VirgaGenerate/FeatureRecords.
  var parts: [VariableType] {
    switch self {
    case .option(let inner), .list(let inner): [inner]
    case .map(.string, let value): [value]
    case .map(let key, let value): [key, value]
    default: []
    }
  }

  /// The type's name in the getters of an SDK; nil if it has no getter.
  func accessor(image: String) -> String? {
    switch self {
    case .string, .alias, .enumeration: "String"
    case .text: "Text"
    case .image: image
    case .int: "Int"
    case .double: "Double"
    case .boolean: "Bool"
    case .object: "Variables"
    case .option, .list, .map: nil
    }
  }
}
