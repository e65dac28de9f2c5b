import VirgaManifest
import VirgaSource

/// Finds names that cannot be told apart, or are none, once Swift spells them.
struct SwiftNameCheck {
  private var problems: [Problem] = []

  static func problems(in manifest: Manifest, _ names: GenerationNames) -> [Problem] {
    var check = SwiftNameCheck()
    let module = manifest.modules[0]
    let features = manifest.features.filter { $0.module == 0 }
    let own = [names.own.className, "\(names.own.className)Features"]
    let types =
      features.map { Named($0.id, $0.location, "features/\($0.id)") }
      + module.enums.map { Named($0.name, $0.location, "enums/\($0.name)") }
      + module.objects.map { Named($0.name, $0.location, "objects/\($0.name)") }
    check.check(types, taken: SwiftName.usedTypes.union(own), SwiftName.type)
    check.check(features.map { Named($0.id, $0.location, "features/\($0.id)") }, taken: [], SwiftName.member)
    for feature in features { check.check(feature.variables, in: "features/\(feature.id)") }
    for object in module.objects { check.check(object.fields, in: "objects/\(object.name)") }
    for definition in module.enums {
      let variants = definition.variants.map { Named($0.name, $0.location, "enums/\(definition.name)/\($0.name)") }
      check.check(variants, taken: ["enumValue", "allCases", "rawValue"], SwiftName.member)
      if variants.isEmpty { check.reportEmpty(definition) }
    }
    return check.problems
  }

  private struct Named {
    var name: String
    var location: SourceLocation
    var path: String

    init(_ name: String, _ location: SourceLocation, _ path: String) {
      self.name = name
      self.location = location
      self.path = path
    }
  }

  private mutating func check(_ variables: [Variable], in path: String) {
    check(
      variables.map { Named($0.name, $0.location, "\(path).\($0.name)") }, taken: SwiftName.usedMembers,
      SwiftName.member)
  }

  private mutating func check(_ names: [Named], taken: Set<String>, _ spell: (String) -> String) {
    var owners: [String: String] = [:]
    for each in names {
      let spelled = spell(each.name)
      if spelled.isEmpty {
        report("no-identifier", "no letter or digit of `\(each.name)` can stand in code; rename it", each)
      } else if taken.contains(spelled) {
        report("identifier-clash", "`\(each.name)` would be `\(spelled)` in code, which is taken; rename it", each)
      } else if let owner = owners[spelled] {
        report("identifier-clash", "`\(each.name)` and `\(owner)` would both be `\(spelled)` in code; rename one", each)
      } else {
        owners[spelled] = each.name
      }
    }
  }

  private mutating func report(_ code: Problem.Code, _ message: String, _ named: Named) {
    problems.append(Problem(.error, code, path: named.path, message, at: named.location))
  }

  private mutating func reportEmpty(_ definition: EnumDefinition) {
    problems.append(
      Problem(
        .error, "enum-without-variants", path: "enums/\(definition.name)",
        "an enum without variants has no values in code; add one", at: definition.location))
  }
}
