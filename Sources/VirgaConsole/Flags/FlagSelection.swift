import VirgaFlags
import VirgaWorkbench

extension FlagList {
  enum Selection: Hashable, Sendable {
    case all
    /// Flags with a stored value.
    case overridden
    case differing
    case on
    case kind(FlagKind)
    /// Flags of a JSON configuration's section.
    case section(String)

    var name: String {
      switch self {
      case .all: "all"
      case .overridden: "overridden"
      case .differing: "differing"
      case .on: "on"
      case .kind(let kind): kind.rawValue
      case .section(let section): "section \(section)"
      }
    }

    /// What it is called on the screen.
    var title: String { if case .kind(let kind) = self { kind.title } else { name } }

    /// The predicate of a sentence about the listed flags; nil for all.
    var words: String? {
      switch self {
      case .all: nil
      case .overridden: "are overridden"
      case .differing: "have checks that differ"
      case .on: "are on"
      case .kind(let kind): "are of kind \(kind.title)"
      case .section(let section): "are in section \(section)"
      }
    }

    /// Orphans count as overridden.
    func contains(_ item: FlagItem) -> Bool {
      guard let flag = item.flag else { return self == .all || self == .overridden }
      return switch self {
      case .all: true
      case .overridden: flag.isOverridden
      case .differing: flag.answer.differs
      case .on: flag.isOn
      case .kind(let kind): flag.row.kind == kind
      case .section(let section): flag.row.feature == nil && item.section == section
      }
    }
  }

  /// Sections by name, flags without a section last.
  ///
  /// Rule: VirgaFlags/ConfigurationFiles.
  var selections: [Selection] {
    let configured = files.configured
    var sections = Set(configured.compactMap(\.section)).sorted()
    if !sections.isEmpty, configured.contains(where: { $0.section == nil }) { sections.append(Self.noSection) }
    return [.all, .overridden, .differing, .on] + FlagKind.allCases.map { .kind($0) } + sections.map { .section($0) }
  }

  static let noSection = "Uncategorized"
}
