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
    let ids = features.map { feature in Named(feature.id, "features/") { feature.location } }
    let types =
      ids + module.enums.map { each in Named(each.name, "enums/") { each.location } }
      + module.objects.map { each in Named(each.name, "objects/") { each.location } }
    check(types, taken: rules.taken.types, rules.type)
    check(ids, taken: [], rules.member)
    for feature in features { check(feature.variables, in: "features/\(feature.id).") }
    for object in module.objects { check(object.fields, in: "objects/\(object.name).") }
    for definition in module.enums {
      let variants = definition.variants.map { each in Named(each.name, "enums/\(definition.name).") { each.location } }
      check(variants, taken: rules.taken.variants, rules.variant)
      if variants.isEmpty { reportEmpty(definition) }
    }
  }

  /// A name, what stands before it in its path, and how to find its place: few names are ever reported.
  private struct Named {
    let name: String
    let prefix: String
    let location: () -> SourceLocation

    init(_ name: String, _ prefix: String, _ location: @escaping () -> SourceLocation) {
      self.name = name
      self.prefix = prefix
      self.location = location
    }
  }

  private mutating func check(_ variables: [Variable], in prefix: String) {
    check(
      variables.map { each in Named(each.name, prefix) { each.location } }, taken: rules.taken.members, rules.member)
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
    problems.append(Problem(.error, code, path: named.prefix + named.name, message, at: named.location()))
  }

  private mutating func reportEmpty(_ definition: EnumDefinition) {
    problems.append(
      Problem(
        .error, "enum-without-variants", path: "enums/\(definition.name)",
        "an enum without variants has no values in code; add one", at: definition.location))
  }
}
