import VirgaManifest
import VirgaSource

/// Finds names that cannot be told apart, or are none, once a language spells them.
struct NameCheck {
  private let rules: NameRules
  private var problems: [Problem] = []

  /// What is wrong with the names of a module of `manifest`: errors, for no code can be made of them.
  static func problems(of manifest: Manifest, module: Int = 0, _ rules: NameRules) -> [Problem] {
    var check = NameCheck(rules: rules)
    check.check(manifest, module)
    return check.problems
  }

  private init(rules: NameRules) { self.rules = rules }

  private mutating func check(_ manifest: Manifest, _ index: Int) {
    let module = manifest.modules[index]
    let features = manifest.features.filter { $0.module == index }
    let types =
      features.map { Named($0.id, $0.location, "features/\($0.id)") }
      + module.enums.map { Named($0.name, $0.location, "enums/\($0.name)") }
      + module.objects.map { Named($0.name, $0.location, "objects/\($0.name)") }
    check(types, taken: rules.taken.types, rules.type)
    check(features.map { Named($0.id, $0.location, "features/\($0.id)") }, taken: [], rules.member)
    for feature in features { check(feature.variables, in: "features/\(feature.id)") }
    for object in module.objects { check(object.fields, in: "objects/\(object.name)") }
    for definition in module.enums {
      let variants = definition.variants.map { Named($0.name, $0.location, "enums/\(definition.name).\($0.name)") }
      check(variants, taken: rules.taken.variants, rules.variant)
      if variants.isEmpty { reportEmpty(definition) }
    }
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
      variables.map { Named($0.name, $0.location, "\(path).\($0.name)") }, taken: rules.taken.members, rules.member)
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
