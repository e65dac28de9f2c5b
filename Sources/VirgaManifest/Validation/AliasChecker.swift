import VirgaJSON
import VirgaSource

/// Checks that the strings of an alias type belong to the alias's set.
///
/// The types of the values must be checked first. Rule: VirgaManifest/StringAliases.
extension ValueChecker {
  /// Checks a variable's value.
  ///
  /// Positions that define the set of an alias are not checked against it.
  mutating func checkAliases<Value: CheckedValue>(in value: Value, of variable: Variable) {
    at(.name(variable.name)) { $0.checkAliases(in: value, as: variable.type, declared: variable.stringAlias) }
  }

  /// Checks the values of the variables in a config.
  mutating func checkAliases(ofConfig config: LocatedValue, for feature: FeatureDefinition) {
    for member in config.checkedMembers {
      if let variable = feature.variable(member.key) { checkAliases(in: member.value, of: variable) }
    }
  }

  private mutating func checkAliases<Value: CheckedValue>(
    in value: Value, as type: VariableType, declared: String?
  ) {
    switch type {
    case .alias(let name): checkString(value, type, name, declared)
    case .option(let inner): checkAliases(in: value, as: inner, declared: declared)
    case .list(let item):
      for (index, element) in value.checkedElements.enumerated() {
        at(.index(index)) { $0.checkAliases(in: element, as: item, declared: declared) }
      }
    case .map(let key, let item): checkAliasesOfMap(value, key, item, declared)
    case .object(let name): checkAliasesOfObject(value, name)
    default: break
    }
  }

  private mutating func checkString<Value: CheckedValue>(
    _ value: Value, _ type: VariableType, _ name: String, _ declared: String?
  ) {
    guard !isDeclared(name, by: declared), let text = value.written.string, !aliases.contains(text, in: name) else {
      return
    }
    report(
      .value, "unknown-alias-value", "Invalid value \(value.token) for type \(name)", at: value.written,
      Expected(type: type, candidates: aliases.sorted(name), name: text))
  }

  private func isDeclared(_ alias: String, by declared: String?) -> Bool {
    declared?.isSameName(as: alias) ?? false
  }

  private mutating func checkAliasesOfMap<Value: CheckedValue>(
    _ value: Value, _ key: VariableType, _ item: VariableType, _ declared: String?
  ) {
    let members = value.checkedMembers
    var free: [String]?
    for member in members {
      if case .alias(let name) = key, !isDeclared(name, by: declared), !aliases.contains(member.key, in: name) {
        let unused = free ?? aliases.sorted(name).without(members)
        free = unused
        report(
          .key, "unknown-alias-key", "Invalid key \"\(member.key)\" for type \(name)", at: member.keyNode,
          Expected(type: key, candidates: unused, name: member.key))
      }
      let step: ValuePath.Step =
        if case .enumeration(let name) = key { .variant(name, member.key) } else { .key(member.key) }
      at(step) { $0.checkAliases(in: member.value, as: item, declared: declared) }
    }
  }

  private mutating func checkAliasesOfObject<Value: CheckedValue>(_ value: Value, _ name: String) {
    guard value.kind == .object, let definition = types.object(name) else { return }
    path.push(.object(name))
    defer { path.pop() }
    let members = value.checkedMembers
    for field in definition.fields {
      if let member = members.first(where: { $0.key.isSameName(as: field.name) }) {
        at(.name(field.name)) { $0.checkAliases(in: member.value, as: field.type, declared: nil) }
      } else if let written = field.defaultValue, hasDisallowedString(written, as: field.type) {
        reportMissing(field, in: value.written)
      }
    }
  }

  private func hasDisallowedString(_ value: LocatedValue, as type: VariableType) -> Bool {
    switch type {
    case .alias(let name): value.string.map { !aliases.contains($0, in: name) } ?? false
    case .option(let inner): hasDisallowedString(value, as: inner)
    case .list(let item): value.elements.contains { hasDisallowedString($0, as: item) }
    case .map(.alias(let name), let item):
      value.members.contains { !aliases.contains($0.key, in: name) || hasDisallowedString($0.value, as: item) }
    case .map(_, let item): value.members.contains { hasDisallowedString($0.value, as: item) }
    default: false
    }
  }

  private mutating func reportMissing(_ field: Variable, in object: LocatedValue) {
    let problem = Problem(
      .error, "missing-alias-field", path: path.text,
      "A valid value for \(field.name) of type \(field.type) is missing", at: object.start)
    add(ValueFinding(kind: .missing, problem: problem, type: field.type, candidates: []))
  }
}

/// The strings of each string alias of a feature, collected from merged values.
///
/// Rule: VirgaManifest/StringAliases.
struct AliasSets {
  private var sets: [Name: Set<Name>] = [:]
  /// The strings of each alias in the order in which they are suggested.
  private var proposals: [Name: [String]] = [:]

  init() {}

  init(_ merged: MergedFeature) {
    for each in merged.variables {
      guard let name = each.variable.stringAlias else { continue }
      var strings: Set<Name> = []
      Self.gather(each.value, each.variable.type, name, into: &strings)
      sets[name] = strings
      proposals[name] = strings.sorted().map(\.text)
    }
  }

  func contains(_ text: String, in name: String) -> Bool { sets[name]?.contains(text) ?? true }

  func sorted(_ name: String) -> [String] { proposals[name] ?? [] }

  private static func gather<Value: CheckedValue>(
    _ value: Value, _ type: VariableType, _ name: String, into strings: inout Set<Name>
  ) {
    switch type {
    case .alias(let own) where own.isSameName(as: name): if let text = value.written.string { strings.insert(text) }
    case .option(let inner): gather(value, inner, name, into: &strings)
    case .list(let item): for element in value.checkedElements { gather(element, item, name, into: &strings) }
    case .map(.alias(let own), _) where own.isSameName(as: name):
      for member in value.checkedMembers { strings.insert(member.key) }
    case .map(_, let item): for member in value.checkedMembers { gather(member.value, item, name, into: &strings) }
    default: break
    }
  }
}
