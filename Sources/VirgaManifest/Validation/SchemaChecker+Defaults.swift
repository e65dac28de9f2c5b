import VirgaJSON
import VirgaSource

extension SchemaChecker {
  /// Checks the default of an object's field by itself: every field needs one that fits.
  mutating func checkDefault(of field: Variable, in object: ObjectDefinition) {
    let path = "objects/\(object.name).\(field.name)"
    checkMapDefault(field.defaultValue, of: field, path: path)
    var checker = ValueChecker(types: types, path: ValuePath(path), needsCompleteMaps: false)
    checker.givesHints = false
    let written = field.defaultValue ?? WrittenValue(absentFrom: field.nameNode)
    if field.type.isMap, written.kind != .object { return }
    checker.check(written, as: field.type)
    add(checker.findings)
  }

  mutating func add(_ findings: [ValueFinding]) {
    for finding in findings {
      let problem = finding.problem
      report(
        problem.severity, problem.code, path: problem.path, problem.message, at: problem.location, hint: problem.hint)
    }
  }

  /// Maps are filled in before anything is merged, so their defaults have to be objects.
  mutating func checkMapDefault(_ value: WrittenValue?, of variable: Variable, path: String) {
    let value = value ?? WrittenValue(absentFrom: variable.nameNode)
    checkMapDefault(value, variable.type, path: path)
  }

  private mutating func checkMapDefault(_ value: WrittenValue, _ type: VariableType, path: String) {
    guard case .map(_, let item) = type else { return }
    guard value.kind == .object else {
      return report(
        .error, "map-without-default", path: path,
        "a \(type) needs an object as default, such as `{}`, found \(value.kind.words)", at: value.location)
    }
    guard item.isMap else { return }
    for member in value.members { checkMapDefault(member.value, item, path: "\(path)['\(member.key)']") }
  }

  /// Names in blocks that are no variables are dropped when merging.
  mutating func checkBlocks(of feature: FeatureDefinition) {
    for block in feature.blocks + feature.additions.flatMap(\.blocks) {
      for member in block.value.members
      where feature.variable(member.key) == nil && !feature.omittedNames.containsName(member.key) {
        report(
          .warning, "dropped-name", path: "features/\(feature.id)",
          "`\(member.key)` is no variable of the feature: this value is dropped", at: member.keyNode.location,
          hint: NearNames.hint(for: member.key, among: feature.variables.lazy.prefix(500).map(\.name))
            ?? mapHint(for: member.key, in: feature))
      }
    }
  }

  /// A key of an enum map was written one level too high.
  private func mapHint(for name: String, in feature: FeatureDefinition) -> String? {
    for variable in feature.variables {
      guard case .map(.enumeration(let key), _) = variable.type, let definition = types.enumeration(key),
        definition.hasVariant(name)
      else { continue }
      return "put it under `\(variable.name)`"
    }
    return nil
  }

  /// Checks the types in examples as in a config; their aliases depend on the channel.
  mutating func checkExamples(of feature: FeatureDefinition) {
    for example in feature.examples {
      var checker = ValueChecker(types: types, path: ValuePath("features/\(feature.id)"), needsCompleteMaps: false)
      checker.path.push(.example(example.name))
      checker.checkMembers(of: example.value, feature.variables, omitted: feature.omittedNames)
      add(checker.findings)
    }
  }
}

extension VariableType {
  var isMap: Bool {
    if case .map = self { true } else { false }
  }
}
