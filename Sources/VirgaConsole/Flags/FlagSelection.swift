import VirgaFlags
import VirgaWorkbench

extension FlagList {
  /// Which flags are listed.
  enum Selection: Hashable, Sendable {
    /// Every flag.
    case all
    /// Those for which something is stored.
    case overridden
    /// Those whose checks differ.
    case differing
    /// Those that are on.
    case on
    /// Those of a kind.
    case kind(FlagKind)
    /// Those that a JSON configuration has in a section.
    case section(String)

    /// The word that chooses it.
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

    /// What flags are or have that are listed, in a sentence; nil for all.
    var words: String? {
      switch self {
      case .all: nil
      case .overridden: "are overridden"
      case .differing: "have checks that differ"
      case .on: "are on"
      case .kind(let kind): "are of kind \(kind.rawValue)"
      case .section(let section): "are in section \(section)"
      }
    }

    /// Whether an item is listed; what is stored for no flag counts as overridden.
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

  /// All that can be chosen to be listed; sections by name, the flags without one last.
  ///
  /// Rule: VirgaFlags/ConfigurationFiles.
  var selections: [Selection] {
    let configured = files.configured
    var sections = Set(configured.compactMap(\.section)).sorted()
    if !sections.isEmpty, configured.contains(where: { $0.section == nil }) { sections.append(Self.noSection) }
    return [.all, .overridden, .differing, .on] + FlagKind.allCases.map { .kind($0) } + sections.map { .section($0) }
  }

  /// The section in which a flag of a JSON configuration is listed.
  static func section(of flag: ConfiguredFlag) -> String { flag.section ?? noSection }

  /// The section of the flags that have none.
  static let noSection = "Uncategorized"
}
