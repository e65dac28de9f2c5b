import VirgaExperiments
package import VirgaJSON
package import VirgaSource

extension Manifest {
  /// Texts and images among the defaults in `channel` that the app does not have.
  ///
  /// A default of an object that many features use is reported once. Empty strings are skipped.
  package func problems(in channel: String?, without resources: ResourceNames) -> [Problem] {
    var found: [Problem] = []
    var seen: Set<SourceLocation?> = []
    for feature in features {
      let merged = merged(feature, channel: channel)
      var checker = ResourceChecker(resources, types: merged.types, path: path(of: feature))
      for each in merged.variables {
        checker.at(.name(each.variable.name)) { $0.check(each.value, as: each.variable.type) }
      }
      found += checker.problems.filter { seen.insert($0.location).inserted }
    }
    return found
  }

  /// Texts and images in a config that the app does not have.
  package func problems(
    of config: LocatedValue, for feature: FeatureDefinition, without resources: ResourceNames
  ) -> [Problem] {
    let types = modules[feature.module].types
    var checker = ResourceChecker(resources, types: types, path: path(of: feature))
    checker.checkMembers(of: MergedValue(config, layer: .edit)) { feature.variable($0) }
    return checker.problems
  }
}

private struct ResourceChecker: ValueWalker {
  private let resources: ResourceNames
  private let types: TypeTable
  var path: ValuePath
  private(set) var problems: [Problem] = []

  init(_ resources: ResourceNames, types: TypeTable, path: ValuePath) {
    self.resources = resources
    self.types = types
    self.path = path
  }

  mutating func check(_ value: MergedValue, as type: VariableType) {
    switch type {
    case .text: ask(value.written, "text", code: "missing-text", resources.hasText)
    case .image: ask(value.written, "image", code: "missing-image", resources.hasImage)
    case .option(let inner): check(value, as: inner)
    case .list(let item):
      for (index, element) in value.elements.enumerated() {
        at(.index(index)) { $0.check(element, as: item) }
      }
    case .map(.enumeration(let name), let item):
      for member in value.members ?? [] {
        at(.variant(name, member.key)) { $0.check(member.value, as: item) }
      }
    case .map(_, let item):
      for member in value.members ?? [] { at(.key(member.key)) { $0.check(member.value, as: item) } }
    case .object(let name):
      guard let definition = types.object(name) else { return }
      at(.object(name)) { $0.checkMembers(of: value, definition.field) }
    default: break
    }
  }

  mutating func checkMembers(of value: MergedValue, _ variable: (String) -> Variable?) {
    for member in value.members ?? [] {
      guard let type = variable(member.key)?.type else { continue }
      at(.name(member.key)) { $0.check(member.value, as: type) }
    }
  }

  private mutating func ask(_ value: LocatedValue, _ kind: String, code: Problem.Code, _ has: (String) -> Bool) {
    guard let name = value.string, !name.isEmpty, !has(name) else { return }
    problems.append(
      Problem(.warning, code, path: path.text, "the resources have no \(kind) `\(name)`", at: value.location))
  }
}

/// The resources of an app, looked up by the names that manifests use.
package struct ResourceNames: Sendable {
  /// Whether the app has a localised text for the value of a `Text`.
  package var hasText: @Sendable (_ key: String) -> Bool
  /// Whether the app has an image of that name.
  package var hasImage: @Sendable (_ name: String) -> Bool

  package init(
    hasText: @escaping @Sendable (_ key: String) -> Bool, hasImage: @escaping @Sendable (_ name: String) -> Bool
  ) {
    self.hasText = hasText
    self.hasImage = hasImage
  }
}
