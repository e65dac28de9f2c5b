import VirgaExperiments
import VirgaJSON
import VirgaSource

extension SchemaChecker {
  /// Checks the default of an object's field by itself: every field needs a valid one.
  mutating func checkDefault(of field: Variable, in object: ObjectDefinition) {
    let path = "objects/\(object.name).\(field.name)"
    checkMapDefault(field.inherited, field.type, path: path)
    var checker = ValueChecker(types: types, path: ValuePath(path), needsCompleteMaps: false)
    checker.givesHints = false
    if field.type.isMap, field.inherited.kind != .object { return }
    checker.check(MergedValue(field.inherited, layer: .variableDefault), as: field.type)
    add(checker.findings.map(\.problem))
  }

  /// Maps are filled in before merging, so their defaults must be objects.
  mutating func checkMapDefault(
    _ value: LocatedValue, _ type: VariableType, path: @autoclosure () -> String
  ) {
    guard case .map(_, let item) = type else { return }
    guard value.kind == .object else {
      return report(
        .error, "map-without-default", path: path(),
        "a \(type) needs an object as default, such as `{}`, found \(value.kind.words)",
        at: value.location)
    }
    guard item.isMap else { return }
    for member in value.members {
      checkMapDefault(member.value, item, path: "\(path())['\(member.key)']")
    }
  }

  mutating func checkBlocks(of feature: FeatureDefinition) {
    for block in feature.blocks + feature.additions.flatMap(\.blocks) {
      for member in block.value.members
      where feature.variable(member.key) == nil && !feature.omittedNames.containsName(member.key) {
        let problem = Problem(
          .warning, "dropped-name", path: "features/\(feature.id)",
          "the feature has no variable `\(member.key)`; the value is ignored",
          at: member.keyNode.location)
        let hint = NameSuggestions.hint(
          for: member.key, among: feature.variables.prefix(500).map(\.name))
        add([problem.with(hint: hint ?? mapHint(for: member.key, in: feature))])
      }
    }
  }

  /// A hint for the key of an enum map that was written one level too high.
  private func mapHint(for name: String, in feature: FeatureDefinition) -> String? {
    feature.variables.first {
      guard case .map(.enumeration(let key), _) = $0.type else { return false }
      return types.enumeration(key)?.hasVariant(name) == true
    }
    .map { "put it under `\($0.name)`" }
  }

  /// Checks types only, as in a config; aliases are checked per channel.
  mutating func checkExamples(of feature: FeatureDefinition) {
    for example in feature.examples {
      var checker = ValueChecker(
        types: types, path: ValuePath("features/\(feature.id)"), needsCompleteMaps: false)
      checker.path.push(.example(example.name))
      checker.checkMembers(
        of: MergedValue(example.value, layer: .edit), feature.variables,
        omitted: feature.omittedNames)
      add(checker.findings.map(\.problem))
    }
  }

  mutating func checkAliases(of feature: FeatureDefinition) {
    guard types.hasAliases else { return }
    var declared: Set<Name> = []
    for variable in feature.variables {
      guard let alias = variable.stringAlias else { continue }
      var path: String { "features/\(feature.id)/\(variable.name)" }
      if !declared.insert(alias) {
        report(
          .error, "alias-declared-twice", path: path,
          "the string alias `\(alias)` can be declared only once per feature", at: variable.location
        )
      } else if !variable.type.mentions(alias: alias) {
        report(
          .error, "alias-not-in-type", path: path,
          "the string alias `\(alias)` must be part of the type of `\(variable.name)`, which is \(variable.type)",
          at: variable.typeNode.location)
      }
    }
    var seen: Set<Name> = []
    for variable in feature.variables {
      checkUse(of: variable, path: "features/\(feature.id)", feature, declared, &seen)
    }
  }

  private mutating func checkUse(
    of variable: Variable, path: @autoclosure () -> String, _ feature: FeatureDefinition,
    _ declared: Set<Name>,
    _ seen: inout Set<Name>
  ) {
    var objects: [String] = []
    variable.type.visitParts { part in
      if case .object(let name) = part { objects.append(name) }
      guard case .alias(let name) = part, !declared.contains(name) else { return }
      report(
        .error, "alias-not-declared", path: path(),
        "the string alias `\(name)` has not been defined by the feature `\(feature.id)`",
        at: variable.typeNode.location
      )
    }
    for name in objects where seen.insert(name) {
      for field in types.object(name)?.fields ?? [] {
        checkUse(of: field, path: "objects/\(name)", feature, declared, &seen)
      }
    }
  }

  mutating func reportCycles() {
    var finder = ObjectCycles(types)
    for cycle in finder.all() {
      let names = cycle.names.joined(separator: " → ")
      report(
        .error, "recursive-object", path: "objects/\(cycle.object)/\(cycle.field.name)",
        "the object contains itself: \(names); put a List, Map or Option in between",
        at: cycle.field.typeNode.location)
    }
    for name in types.oversized {
      report(
        .error, "object-too-large", path: "objects/\(name)",
        "the object has more than \(ObjectFilling.largest) fields, nested ones included, or too many levels",
        at: types.object(name)?.location)
    }
    for name in types.endlessObjects {
      report(
        .warning, "endless-default", path: "objects/\(name)",
        "the default of the object contains itself, or more than \(ObjectFilling.largest) values: an app cannot create it",
        at: types.object(name)?.location)
    }
  }
}

extension VariableType {
  var isMap: Bool {
    if case .map = self { true } else { false }
  }
}

/// Finds objects that contain themselves without a list, map or option between, each cycle once.
private struct ObjectCycles {
  struct Cycle {
    var object: String
    var field: Variable
    var names: [String]
  }

  private let types: TypeTable
  private var done: Set<Name> = []
  private var open: [String] = []
  private var cycles: [Cycle] = []

  init(_ types: TypeTable) { self.types = types }

  mutating func all() -> [Cycle] {
    for object in types.objects { visit(object) }
    return cycles
  }

  private mutating func visit(_ object: ObjectDefinition) {
    guard !done.contains(object.name), open.count < LocatedDocument.deepest else { return }
    open.append(object.name)
    for field in object.fields {
      guard case .object(let inner) = field.type, let definition = types.object(inner) else {
        continue
      }
      if let start = open.firstIndex(where: { $0.isSameName(as: inner) }) {
        cycles.append(Cycle(object: object.name, field: field, names: open[start...] + [inner]))
      } else {
        visit(definition)
      }
    }
    open.removeLast()
    done.insert(object.name)
  }
}
