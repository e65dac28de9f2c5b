import VirgaFlags
import VirgaJSON

/// A row of the flag list: a flag with its answer, or an orphan.
struct FlagItem: ListItem {
  enum ID: Hashable, Sendable {
    case flag(Name)
    case orphan(Name, isDebug: Bool)
  }

  let id: ID
  let section: String?
  /// What the list calls it: of a flag of the manifest the path below the heading, else its name.
  let title: String
  /// The text that a filter matches: a flag's id, feature and variable.
  let text: String
  /// Nil for an orphan.
  let flag: ListedFlag?
  /// A value that is stored for an unknown flag; nil for a flag.
  let orphan: FlagOrphan?

  init(_ flag: ListedFlag, section: String?, title: String, text: String) {
    (id, self.section, self.title) = (.flag(Name(flag.row.id)), section, title)
    (self.text, self.flag, orphan) = (text, flag, nil)
  }

  init(_ orphan: FlagOrphan) {
    id = .orphan(Name(orphan.key), isDebug: orphan.isDebug)
    (section, title, text, flag, self.orphan) = (nil, orphan.key, orphan.key, nil, orphan)
  }

  /// The flag's id, or the orphan's key.
  var name: String { flag?.row.id ?? text }
  var isMarkable: Bool { flag != nil }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    (fuzzy ? filter.score(name) != nil : filter.containsWhole(text)) ? 0 : nil
  }
}

struct ListedFlag: Equatable, Sendable {
  let row: FlagDefinition
  let answer: FlagAnswer
  let isOverridden: Bool
  /// Whether only an earlier configuration has it, as far as is known.
  let isKept: Bool

  var isOn: Bool {
    switch answer.buildAndUser.value {
    case .on: true
    case .off, nil: false
    case .option: answer.state != .off && answer.state != .hidden
    }
  }
}

struct FlagCounts: Sendable {
  private(set) var overridden = 0
  private(set) var differing = 0
  private(set) var on = 0

  init(_ items: [FlagItem] = []) {
    for index in items.indices {
      guard let flag = items[index].flag else { continue }
      if flag.isOverridden { overridden += 1 }
      if flag.answer.differs { differing += 1 }
      if flag.isOn { on += 1 }
    }
  }
}
