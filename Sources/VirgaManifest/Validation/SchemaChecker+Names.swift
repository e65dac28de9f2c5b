import VirgaSource

extension SchemaChecker {
  /// Hints at names that are spelled otherwise than those of most manifests.
  mutating func checkNames(of feature: FeatureDefinition) {
    checkName(feature.id, "feature", path: "features/\(feature.id)", at: feature.location)
    for variable in feature.variables {
      checkName(variable.name, "variable", path: "features/\(feature.id).\(variable.name)", at: variable.location)
    }
  }

  mutating func checkNamesOfTypes() {
    for object in types.objects {
      checkTypeName(object.name, "object", path: "objects/\(object.name)", at: object.location)
      for field in object.fields {
        checkName(field.name, "field", path: "objects/\(object.name).\(field.name)", at: field.location)
      }
    }
    for definition in types.enums {
      checkTypeName(definition.name, "enum", path: "enums/\(definition.name)", at: definition.location)
      for variant in definition.variants {
        checkName(variant.name, "variant", path: "enums/\(definition.name).\(variant.name)", at: variant.location)
      }
    }
  }

  private mutating func checkName(
    _ name: String, _ kind: String, path: @autoclosure () -> String, at location: @autoclosure () -> SourceLocation
  ) {
    guard !NameStyle.isKebabCase(name) else { return }
    report(
      .hint, "not-kebab-case", path: path(),
      "the name of a \(kind) is written in small letters with hyphens: `\(name)`",
      at: location(), hint: NameStyle.kebabCase(name).map { "call it `\($0)`" })
  }

  private mutating func checkTypeName(
    _ name: String, _ kind: String, path: @autoclosure () -> String, at location: @autoclosure () -> SourceLocation
  ) {
    guard !NameStyle.isUpperCamelCase(name) else { return }
    report(
      .hint, "not-kebab-case", path: path(),
      "the name of an \(kind) is written as one word, each part with a capital: `\(name)`", at: location(),
      hint: NameStyle.upperCamelCase(name).map { "call it `\($0)`" })
  }
}
