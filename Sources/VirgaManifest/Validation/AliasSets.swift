import VirgaExperiments
import VirgaJSON

/// The strings of each string alias of a feature, collected from merged values.
///
/// Rule: VirgaManifest/StringAliases.
struct AliasSets {
  /// The strings of each alias that the feature declares.
  private var sets: [Name: Set<Name>] = [:]
  /// The same strings in the order in which they are suggested.
  private var sortedStrings: [Name: [String]] = [:]

  /// Sets without any alias, which allow every string.
  init() {}

  /// The strings of each alias that the merged values of a feature define.
  ///
  /// An alias allows the strings in the value of the variable that declares it.
  init(_ merged: MergedFeature) {
    for declaring in merged.variables {
      guard let alias = declaring.variable.stringAlias else { continue }
      var strings: Set<Name> = []
      Self.addStrings(
        ofAlias: alias, in: declaring.value, as: declaring.variable.type, to: &strings)
      sets[alias] = strings
      sortedStrings[alias] = strings.sorted().map(\.text)
    }
  }

  /// Whether the alias `name` allows a string; true if the alias is unknown.
  func allows(_ text: String, inAlias name: String) -> Bool { sets[name]?.contains(text) ?? true }

  /// The strings of the alias `name`, sorted.
  func strings(ofAlias name: String) -> [String] { sortedStrings[name] ?? [] }

  /// Adds the strings in `value` at the positions where its type is the alias called `name`.
  ///
  /// For the alias `City`, `List<City>` gives the items, and `Map<City, Int>` and `Map<City, City>`
  /// only the keys. Objects are not searched: a string in them uses an alias, and does not add to
  /// it.
  private static func addStrings(
    ofAlias name: String, in value: MergedValue, as type: VariableType,
    to strings: inout Set<Name>
  ) {
    switch type {
    case .alias(let own) where own.isSameName(as: name):
      if let text = value.written.string { strings.insert(text) }
    case .option(let inner): addStrings(ofAlias: name, in: value, as: inner, to: &strings)
    case .list(let item):
      for element in value.elements {
        addStrings(ofAlias: name, in: element, as: item, to: &strings)
      }
    case .map(.alias(let own), _) where own.isSameName(as: name):
      for member in value.members ?? [] { strings.insert(member.key) }
    case .map(_, let item):
      for member in value.members ?? [] {
        addStrings(ofAlias: name, in: member.value, as: item, to: &strings)
      }
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object: break
    }
  }
}
