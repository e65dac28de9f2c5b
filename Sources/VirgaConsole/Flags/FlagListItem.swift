import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A row of the flag list: a flag with its answer, or an orphan.
struct FlagListItem: ListItem {
  enum ID: Hashable, Sendable {
    case flag(Name)
    /// A value that is stored for an unknown flag.
    case orphan(EntryKey)
  }

  let id: ID
  var section: String?
  /// What the list calls it: of a flag of the manifest the path below the heading, else its name.
  let title: String
  /// The text that a filter matches: a flag's id, feature and variable.
  let text: String
  /// Nil for an orphan.
  var flag: ResolvedFlag?

  /// Nil for a flag.
  var orphan: EntryKey? { if case .orphan(let key) = id { key } else { nil } }
  /// The flag's id, or the orphan's key.
  var name: String { flag?.definition.id ?? text }
  var isMarkable: Bool { flag != nil }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    (fuzzy ? filter.match(name) != nil : filter.containsWhole(text)) ? 0 : nil
  }
}

extension FlagListItem {
  /// The rows of all flags, without answers yet, each with its flag's index in the catalogue.
  ///
  /// Flags that read a feature come first, by feature, then those in sections of JSON
  /// configurations, by section and name, then the rest, under the name of its file if there are no
  /// sections. Rule: VirgaFlags/ConfigurationFiles.
  static func arranged(_ flags: SessionFlags) -> [(index: Int, item: FlagListItem)] {
    let rows = flags.catalogue.rows
    let features = Dictionary(
      naming: rows.indices.compactMap { index in rows[index].feature.map { ($0, index) } }
    ) {
      first, _ in first
    }
    let deep = Set(
      rows.filter { DisplayText($0.ownPath?.description ?? "").columns > maxColumns }.map(\.feature)
    )
    let hasSections = rows.contains { flags.configured($0)?.section != nil }
    typealias Key = (position: Int, heading: String, name: String, index: Int)
    let keyed = rows.indices.map { index -> (key: Key, item: FlagListItem) in
      let (row, configured) = (rows[index], flags.configured(rows[index]))
      let components = row.ownPath?.components ?? []
      let parent =
        deep.contains(row.feature) && components.count > 2
        ? JSONPath(Array(components.prefix(2))) : .root
      let inner = JSONPath(Array(components.dropFirst(parent.components.count))).description
      let name = hasSections && configured != nil ? row.id : ""
      let heading: String?
      let key: Key
      if let feature = row.feature {
        heading = parent.isRoot ? feature : "\(feature)/\(parent)"
        key = (features[feature] ?? 0, heading ?? "", "", index)
      } else if let section = configured?.section {
        heading = section
        key = (rows.count, section.lowercased() + section, name, index)
      } else {
        let file = features.isEmpty ? nil : row.location.map { FilePath.name(of: $0.file) }
        heading = hasSections ? FlagsScreen.noSection : file
        key = (rows.count + 1, "", name, index)
      }
      return (
        key,
        FlagListItem(
          id: .flag(Name(row.id)), section: heading, title: inner.isEmpty ? row.id : inner,
          text: "\(row.id) \(row.feature ?? "") \(row.variable ?? "")")
      )
    }
    return keyed.sorted { $0.key < $1.key }.map { ($0.key.index, $0.item) }
  }

  /// The arranged rows with the flags' answers, then a row for each orphan.
  static func all(
    _ arranged: [(index: Int, item: FlagListItem)], of flags: SessionFlags
  ) -> [FlagListItem] {
    let resolved = flags.resolved
    let items = arranged.map { index, item in
      var item = item
      item.flag = resolved[index]
      return item
    }
    return items
      + flags.orphans.map { FlagListItem(id: .orphan($0), title: $0.name, text: $0.name) }
  }

  /// A feature with a longer path than that has a heading for each object, so that paths have room
  /// beside values.
  private static let maxColumns = 40
}

extension FlagDefinition {
  /// Nil for a flag with a name of its own.
  fileprivate var ownPath: JSONPath? { source == .manifest ? reading?.paths.first?.path : nil }
}

extension FlagsScreen {
  enum Selection: Hashable, Sendable {
    case all
    /// Flags with a stored value.
    case overridden
    case differing
    case on
    case kind(FlagKind)
    /// Flags of a JSON configuration's section.
    case section(String)

    /// Its name in commands, its title, and the predicate of a sentence about its flags, which is
    /// nil for `all`.
    var words: (name: String, title: String, predicate: String?) {
      switch self {
      case .all: ("all", "all", nil)
      case .overridden: ("overridden", "overridden", "are overridden")
      case .differing: ("differing", "differing", "have checks that differ")
      case .on: ("on", "on", "are on")
      case .kind(let kind): (kind.rawValue, kind.title, "are of kind \(kind.title)")
      case .section(let section):
        ("section \(section)", "section \(section)", "are in section \(section)")
      }
    }

    /// Orphans count as overridden.
    func contains(_ item: FlagListItem) -> Bool {
      guard let flag = item.flag else { return self == .all || self == .overridden }
      return switch self {
      case .all: true
      case .overridden: flag.isOverridden
      case .differing: flag.differs
      case .on: flag.isOn
      case .kind(let kind): flag.definition.kind == kind
      case .section(let section): flag.definition.feature == nil && item.section == section
      }
    }
  }

  /// Sections by name, flags without a section last.
  ///
  /// Rule: VirgaFlags/ConfigurationFiles.
  var selections: [Selection] {
    let configured = files.configured
    var sections = Set(configured.compactMap(\.section)).sorted()
    if !sections.isEmpty, configured.contains(where: { $0.section == nil }) {
      sections.append(Self.noSection)
    }
    return [.all, .overridden, .differing, .on] + FlagKind.allCases.map { .kind($0) }
      + sections.map { .section($0) }
  }

  static let noSection = "Uncategorized"
}
