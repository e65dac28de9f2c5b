import VirgaJSON
import VirgaSource

/// Checks that the strings of an alias type belong to the alias's set.
///
/// The types of the values must be checked first. Rule: VirgaManifest/StringAliases.
struct AliasChecker {
  private var checker: ValueChecker
  private let types: TypeTable
  private let sets: AliasSets

  init(_ checker: ValueChecker, _ sets: AliasSets) {
    self.checker = checker
    types = checker.types
    self.sets = sets
  }

  var findings: [ValueFinding] { checker.findings }

  /// Checks a variable's value.
  ///
  /// Positions that define the set of an alias are not checked against it.
  mutating func check<Value: CheckedValue>(_ value: Value, of variable: Variable) {
    checker.path.push(.name(variable.name))
    check(value, as: variable.type, declared: variable.stringAlias)
    checker.path.pop()
  }

  private mutating func check<Value: CheckedValue>(_ value: Value, as type: VariableType, declared: String?) {
    switch type {
    case .alias(let name): checkString(value, type, name, declared)
    case .option(let inner): check(value, as: inner, declared: declared)
    case .list(let item):
      for (index, element) in value.checkedElements.enumerated() {
        checker.path.push(.index(index))
        check(element, as: item, declared: declared)
        checker.path.pop()
      }
    case .map(let key, let item): checkMap(value, key, item, declared)
    case .object(let name): checkObject(value, name)
    default: break
    }
  }

  private mutating func checkString<Value: CheckedValue>(
    _ value: Value, _ type: VariableType, _ name: String, _ declared: String?
  ) {
    guard !isDeclared(name, by: declared), let text = value.written.string, !sets.contains(text, in: name) else {
      return
    }
    checker.report(
      .value, "unknown-alias-value", "Invalid value \(value.token) for type \(name)", at: value.written,
      ValueChecker.Expected(type: type, candidates: sets.sorted(name), name: text))
  }

  private func isDeclared(_ alias: String, by declared: String?) -> Bool {
    declared?.isSameName(as: alias) ?? false
  }

  private mutating func checkMap<Value: CheckedValue>(
    _ value: Value, _ key: VariableType, _ item: VariableType, _ declared: String?
  ) {
    let members = value.checkedMembers
    var free: [String]?
    for member in members {
      if case .alias(let name) = key, !isDeclared(name, by: declared), !sets.contains(member.key, in: name) {
        let unused = free ?? sets.sorted(name).without(members)
        free = unused
        checker.report(
          .key, "unknown-alias-key", "Invalid key \"\(member.key)\" for type \(name)", at: member.keyNode,
          ValueChecker.Expected(type: key, candidates: unused, name: member.key))
      }
      if case .enumeration(let name) = key {
        checker.path.push(.variant(name, member.key))
      } else {
        checker.path.push(.key(member.key))
      }
      check(member.value, as: item, declared: declared)
      checker.path.pop()
    }
  }

  private mutating func checkObject<Value: CheckedValue>(_ value: Value, _ name: String) {
    guard value.kind == .object, let definition = types.object(name) else { return }
    checker.path.push(.object(name))
    defer { checker.path.pop() }
    let members = value.checkedMembers
    for field in definition.fields {
      if let member = members.first(where: { $0.key.isSameName(as: field.name) }) {
        checker.path.push(.name(field.name))
        check(member.value, as: field.type, declared: nil)
        checker.path.pop()
      } else if let written = field.defaultValue, strays(written, as: field.type) {
        reportMissing(field, in: value.written)
      }
    }
  }

  /// Whether a default has a string outside its alias's set.
  private func strays(_ value: LocatedValue, as type: VariableType) -> Bool {
    switch type {
    case .alias(let name): value.string.map { !sets.contains($0, in: name) } ?? false
    case .option(let inner): strays(value, as: inner)
    case .list(let item): value.elements.contains { strays($0, as: item) }
    case .map(.alias(let name), let item):
      value.members.contains { !sets.contains($0.key, in: name) || strays($0.value, as: item) }
    case .map(_, let item): value.members.contains { strays($0.value, as: item) }
    default: false
    }
  }

  private mutating func reportMissing(_ field: Variable, in object: LocatedValue) {
    let problem = Problem(
      .error, "missing-alias-field", path: checker.path.text,
      "A valid value for \(field.name) of type \(field.type) is missing", at: object.start)
    checker.add(ValueFinding(kind: .missing, problem: problem, type: field.type, candidates: []))
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

  /// The sets that the variables of `merged` declare.
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

  /// The strings of an alias in the order in which they are suggested.
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
