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
    let sections = FlagSections(flags)
    let items = flags.catalogue.rows.enumerated().map { index, flag in
      (place: sections.place(of: flag, at: index), index: index, item: sections.item(of: flag))
    }
    return items.sorted { $0.place < $1.place }.map { ($0.index, $0.item) }
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
}

/// The headings of the flags of a list, and their order.
private struct FlagSections {
  private let flags: SessionFlags
  /// The index of the first flag of each feature.
  private let features: [Name: Int]
  /// The features with a path so long that each object gets a heading, so that paths have room
  /// beside values.
  private let deepFeatures: Set<String?>
  private let hasSections: Bool

  private static let longestPath = 40

  /// The order of flags: by the first flag of their feature, then by section and name.
  typealias Place = (group: Int, heading: String, name: String, index: Int)

  init(_ flags: SessionFlags) {
    self.flags = flags
    let all = flags.catalogue.rows
    let indices = all.indices.compactMap { index in all[index].feature.map { ($0, index) } }
    features = Dictionary(naming: indices) { first, _ in first }
    let deep = all.filter {
      DisplayText($0.ownPath?.description ?? "").columns > Self.longestPath
    }
    deepFeatures = Set(deep.map(\.feature))
    hasSections = all.contains { flags.configured($0)?.section != nil }
  }

  func place(of flag: FlagDefinition, at index: Int) -> Place {
    let heading = heading(of: flag) ?? ""
    let configured = flags.configured(flag)
    if let feature = flag.feature { return (features[feature] ?? 0, heading, "", index) }
    let count = flags.catalogue.rows.count
    let name = hasSections && configured != nil ? flag.id : ""
    guard let section = configured?.section else { return (count + 1, "", name, index) }
    return (count, section.lowercased() + section, name, index)
  }

  func item(of flag: FlagDefinition) -> FlagListItem {
    let components = flag.ownPath?.components ?? []
    let parent = parent(of: flag)
    let inner = JSONPath(Array(components.dropFirst(parent.components.count))).description
    return FlagListItem(
      id: .flag(Name(flag.id)), section: heading(of: flag), title: inner.isEmpty ? flag.id : inner,
      text: "\(flag.id) \(flag.feature ?? "") \(flag.variable ?? "")")
  }

  /// The feature, with the object in it for a deep one; the section; or the file if nothing has a
  /// section.
  private func heading(of flag: FlagDefinition) -> String? {
    if let feature = flag.feature {
      let parent = parent(of: flag)
      return parent.isRoot ? feature : "\(feature)/\(parent)"
    }
    if let section = flags.configured(flag)?.section { return section }
    if hasSections { return FlagsScreen.noSection }
    return features.isEmpty ? nil : flag.location.map { FilePath.name(of: $0.file) }
  }

  /// The part of a flag's path that is its heading: `items.search` of `items.search.enabled` in a
  /// feature with deep paths, else nothing.
  private func parent(of flag: FlagDefinition) -> JSONPath {
    let components = flag.ownPath?.components ?? []
    let isDeep = deepFeatures.contains(flag.feature) && components.count > 2
    return isDeep ? JSONPath(Array(components.prefix(2))) : .root
  }
}

extension FlagDefinition {
  /// Nil for a flag with a name of its own.
  fileprivate var ownPath: JSONPath? { source == .manifest ? reading?.paths.first?.path : nil }
}

extension FlagsScreen {
  enum Subset: Hashable, Sendable {
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
  var subsets: [Subset] {
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
