import VirgaJSON

/// The strings of each string alias of a feature, taken from merged values.
///
/// Source of the rule: FML: String aliases.
struct AliasSets {
  private var sets: NameTable<NameSet> = [:]
  /// The strings of each alias in the order in which they are proposed.
  private var proposals: NameTable<[String]> = [:]

  init() {}

  /// The sets that the variables of `merged` declare.
  init(_ merged: MergedFeature) {
    for each in merged.variables {
      guard let name = each.variable.stringAlias else { continue }
      var strings: NameSet = []
      Self.gather(each.value, each.variable.type, name, into: &strings)
      sets[name] = strings
      proposals[name] = strings.sorted { $0.utf8Precedes($1) }
    }
  }

  func contains(_ text: String, in name: String) -> Bool { sets[name]?.contains(text) ?? true }

  /// The strings of an alias in the order in which they are proposed.
  func sorted(_ name: String) -> [String] { proposals[name] ?? [] }

  private static func gather<Value: CheckedValue>(
    _ value: Value, _ type: VariableType, _ name: String, into strings: inout NameSet
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
