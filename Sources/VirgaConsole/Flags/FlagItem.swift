import VirgaFlags
import VirgaJSON

/// A row of the list of flags: a flag with its answer, or something stored for no flag.
struct FlagItem: ListItem {
  enum ID: Hashable, Sendable {
    case flag(ExactText)
    case orphan(ExactText, isDebug: Bool)
  }

  let id: ID
  let section: String?
  /// What the list calls it: of a flag of the manifest the path below the heading, else its name.
  let title: String
  /// What a filter is matched with: a flag's id, feature and variable.
  let text: String
  /// Nil for an orphan.
  let flag: ListedFlag?
  /// What is stored for no flag; nil for a flag.
  let orphan: FlagOrphan?

  init(_ flag: ListedFlag, section: String?, title: String, text: String) {
    (id, self.section, self.title) = (.flag(ExactText(flag.row.id)), section, title)
    (self.text, self.flag, orphan) = (text, flag, nil)
  }

  init(_ orphan: FlagOrphan) {
    id = .orphan(ExactText(orphan.key), isDebug: orphan.isDebug)
    (section, title, text, flag, self.orphan) = (nil, orphan.key, orphan.key, nil, orphan)
  }

  /// The flag's id, or the orphan's key.
  var name: String { flag?.row.id ?? text }
  var isMarkable: Bool { flag != nil }

  func rank(_ filter: Filter, scattered: Bool) -> Int? {
    (scattered ? filter.score(name) != nil : filter.containsWhole(text)) ? 0 : nil
  }
}

/// A flag with what it answers and what is counted of it.
struct ListedFlag: Equatable, Sendable {
  let row: FlagRow
  let answer: FlagAnswer
  /// Whether something stored overrides it.
  let isOverridden: Bool
  /// Whether, as far as is known, only an earlier configuration has it.
  let isKept: Bool

  /// Whether it is on, or an option or variation that is not off.
  var isOn: Bool {
    switch answer.buildAndUser.value {
    case .on: true
    case .off, nil: false
    case .option: answer.state != .off && answer.state != .hidden
    }
  }
}

/// How many flags there are of each sort that the list counts.
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
