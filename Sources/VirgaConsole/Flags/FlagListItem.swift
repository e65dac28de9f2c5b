import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// An item of the flag list: a resolved flag, or an orphan, which is a choice in the session that
/// no flag reads.
struct FlagListItem: ListItem {
  enum ID: Hashable, Sendable {
    case flag(Name)
    /// A value that is stored for an unknown flag.
    case orphan(EntryKey)
  }

  let id: ID
  var section: String?
  /// The name in the list: for a flag of the manifest the path below its heading, as in `enabled`
  /// below `homescreen/items`, else the flag's id or the orphan's key.
  let title: String
  /// The text that a filter matches: a flag's id, feature and variable.
  let filteredText: String
  /// The resolved flag; nil for an orphan.
  var flag: ResolvedFlag?

  /// The key of the stored value; nil for a flag.
  var orphan: EntryKey? { if case .orphan(let key) = id { key } else { nil } }
  /// The flag's id, or the orphan's key.
  var name: String { flag?.definition.id ?? filteredText }
  var isMarkable: Bool { flag != nil }

  /// 0 if a filter matches, else nil: all matches keep their order.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    let isMatch = fuzzy ? filter.match(name) != nil : filter.allWordsOccur(in: filteredText)
    return isMatch ? 0 : nil
  }
}

/// A flag in its place in the list, not resolved yet.
struct ArrangedFlag: Sendable {
  /// The index of the flag in the catalogue.
  let index: Int
  let item: FlagListItem
}

extension FlagListItem {
  /// The items of all flags in the list's order, not resolved yet: their `flag` is nil.
  ///
  /// Flags that read a feature come first, by feature, then those in sections of JSON
  /// configurations, by section and name, then the others. The heading of the others is
  /// `Uncategorized` if some flag has a section, else the name of their file; they have none if no
  /// other flag has a heading.
  /// Rule: VirgaFlags/ConfigurationFiles.
  static func arranged(_ flags: SessionFlags) -> [ArrangedFlag] {
    let sections = FlagSections(flags)
    let items = flags.catalogue.flags.enumerated().map { index, flag in
      (
        place: sections.place(of: flag, at: index),
        arranged: ArrangedFlag(index: index, item: sections.item(of: flag))
      )
    }
    let sorted = items.sorted { $0.place < $1.place }
    return sorted.map(\.arranged)
  }

  /// The arranged items with their flags resolved, then an item for each orphan, a stored choice
  /// that belongs to no flag.
  static func all(_ arranged: [ArrangedFlag], of flags: SessionFlags) -> [FlagListItem] {
    let resolved = flags.resolved
    let items = arranged.map { arrangedFlag in
      var item = arrangedFlag.item
      item.flag = resolved[arrangedFlag.index]
      return item
    }
    let orphans = flags.orphans.map { key in
      FlagListItem(id: .orphan(key), title: key.name, filteredText: key.name)
    }
    return items + orphans
  }
}

/// The headings of the flags of a list, and their order.
private struct FlagSections {
  private let flags: SessionFlags
  /// The index of the first flag of each feature.
  private let firstIndexByFeature: [Name: Int]
  /// The features with a path so long that each object gets a heading, so that paths have room
  /// beside values; never nil, but compared with the features of flags, which can be nil.
  private let featuresWithObjectHeadings: Set<String?>
  private let hasSections: Bool

  /// The longest path, in cells, that needs no heading for its object.
  private static let longestPath = 40

  /// The place of a flag in the list; places are compared field by field.
  struct Place: Comparable {
    /// Flags of a feature have the index of the feature's first flag, flags of a section come after
    /// all of them, and the others last.
    let group: Int
    let heading: String
    /// The flag's id; empty if its group is in the catalogue's order.
    let name: String
    /// The flag's index in the catalogue.
    let index: Int

    /// Compares by group, then by heading, name and index.
    static func < (one: Self, other: Self) -> Bool {
      (one.group, one.heading, one.name, one.index)
        < (other.group, other.heading, other.name, other.index)
    }
  }

  /// Finds the first flag of each feature, the features with a long path, and whether a flag has a
  /// section, on which the order and the headings of the flags depend.
  init(_ flags: SessionFlags) {
    self.flags = flags
    let all = flags.catalogue.flags
    let indicesByFeature = all.indices.compactMap { index in
      all[index].feature.map { feature in (feature, index) }
    }
    firstIndexByFeature = Dictionary(naming: indicesByFeature) { first, _ in first }
    let flagsWithLongPath = all.filter { flag in
      DisplayText(flag.pathInManifest?.description ?? "").columns > Self.longestPath
    }
    // If a path is too long for its column, its first names are in the heading.
    featuresWithObjectHeadings = Set(flagsWithLongPath.map(\.feature))
    hasSections = all.contains { flags.configuredFlag(of: $0)?.section != nil }
  }

  /// The place by which the list sorts the flag at an index of the catalogue; flags of a feature
  /// keep the catalogue's order below their heading.
  func place(of flag: FlagDefinition, at index: Int) -> Place {
    // Neither the index nor the heading is nil for a flag of a feature.
    guard let feature = flag.feature, let firstOfFeature = firstIndexByFeature[feature] else {
      return placeAfterFeatures(of: flag, at: index)
    }
    let heading = heading(of: flag) ?? ""
    // Without a name, the index decides below a heading: the catalogue's order.
    return Place(group: firstOfFeature, heading: heading, name: "", index: index)
  }

  /// The place of a flag that belongs to no feature: in its section, or after all sections.
  ///
  /// Such flags keep the catalogue's order unless a section exists: then flags of JSON
  /// configurations are sorted by their ids.
  private func placeAfterFeatures(of flag: FlagDefinition, at index: Int) -> Place {
    // Nil for a flag that is not of a JSON configuration.
    let configuredFlag = flags.configuredFlag(of: flag)
    // Greater than the index of any flag, so that sections come after all features.
    let groupOfSections = flags.catalogue.flags.count
    let groupOfOthers = groupOfSections + 1
    let isSortedByName = hasSections && configuredFlag != nil
    let name = isSortedByName ? flag.id : ""
    guard let section = configuredFlag?.section else {
      return Place(group: groupOfOthers, heading: "", name: name, index: index)
    }
    // Sections are sorted without regard to case; the section itself keeps `a` and `A` apart.
    let heading = section.lowercased() + section
    return Place(group: groupOfSections, heading: heading, name: name, index: index)
  }

  /// The item of a flag, under its heading; its title is the part of the path below the heading.
  ///
  /// A flag without a path has its id as title.
  func item(of flag: FlagDefinition) -> FlagListItem {
    let components = flag.pathInManifest?.components ?? []
    let componentsInHeading = pathInHeading(of: flag).components.count
    let pathBelowHeading = JSONPath(Array(components.dropFirst(componentsInHeading))).description
    return FlagListItem(
      id: .flag(Name(flag.id)), section: heading(of: flag),
      title: pathBelowHeading.isEmpty ? flag.id : pathBelowHeading,
      filteredText: "\(flag.id) \(flag.feature ?? "") \(flag.variable ?? "")")
  }

  /// The heading of a flag; nil if it has none.
  ///
  /// The heading of a flag of a feature is the feature, as in `homescreen`; in a feature with long
  /// paths, with the object around the value, as in `homescreen/items.search`.
  ///
  /// The heading of any other flag is its section, or `Uncategorized` if only other flags have one.
  /// If no flag has a section, it is the name of the flag's file, or nil if there are no flags of
  /// features either.
  private func heading(of flag: FlagDefinition) -> String? {
    if let feature = flag.feature {
      let path = pathInHeading(of: flag)
      return path.isRoot ? feature : "\(feature)/\(path)"
    }
    if let section = flags.configuredFlag(of: flag)?.section { return section }
    if hasSections { return FlagsScreen.noSection }
    let hasFeatures = !firstIndexByFeature.isEmpty
    return hasFeatures ? flag.location.map { FilePath.name(of: $0.file) } : nil
  }

  /// The part of a flag's path that its heading shows: if any flag of its feature has a long path,
  /// the first two components, `items.search` of `items.search.enabled`.
  ///
  /// Else it is the root, which adds nothing to the heading. A path of at most two components also
  /// gives the root, because the flag's title is what follows the part in the heading.
  private func pathInHeading(of flag: FlagDefinition) -> JSONPath {
    let componentsInHeading = 2
    let components = flag.pathInManifest?.components ?? []
    let leavesTitle = components.count > componentsInHeading
    guard leavesTitle, featuresWithObjectHeadings.contains(flag.feature) else { return .root }
    return JSONPath(Array(components.prefix(componentsInHeading)))
  }
}

extension FlagDefinition {
  /// The path of the value that a flag of the manifest reads; nil for a flag of another source,
  /// which has a name.
  fileprivate var pathInManifest: JSONPath? {
    source == .manifest ? reading?.paths.first?.path : nil
  }
}

extension FlagsScreen {
  /// Which flags are listed.
  enum Subset: Hashable, Sendable {
    case all
    /// Flags with a stored value.
    case overridden
    /// Flags whose checks (build, user and both) differ.
    case differing
    case on
    case kind(FlagKind)
    /// Flags of a JSON configuration's section.
    case section(String)

    /// How a subset is called in commands, lists and sentences.
    struct Words {
      /// The name in commands.
      let name: String
      let title: String
      /// The predicate of a sentence about its flags, as in `are on`; nil for `all`.
      let predicate: String?
    }

    /// How the subset is called: its name in commands, its title in lists, its predicate in
    /// sentences; `all` has no predicate, because it does not limit the list.
    var words: Words {
      switch self {
      case .all: Words(name: "all", title: "all", predicate: nil)
      case .overridden:
        Words(name: "overridden", title: "overridden", predicate: "are overridden")
      case .differing:
        Words(name: "differing", title: "differing", predicate: "have checks that differ")
      case .on: Words(name: "on", title: "on", predicate: "are on")
      case .kind(let kind):
        Words(name: kind.rawValue, title: kind.title, predicate: "are of kind \(kind.title)")
      case .section(let section):
        Words(
          name: "section \(section)", title: "section \(section)",
          predicate: "are in section \(section)")
      }
    }

    /// Whether an item belongs to the subset; orphans, which are choices without a flag, count as
    /// overridden.
    func contains(_ item: FlagListItem) -> Bool {
      guard let flag = item.flag else { return self == .all || self == .overridden }
      return switch self {
      case .all: true
      case .overridden: flag.isOverridden
      // The three checks of the flag do not all give the same.
      case .differing: flag.hasDifferingChecks
      case .on: flag.isOn
      case .kind(let kind): flag.definition.kind == kind
      // The heading of a feature's flags can have the same name as a section.
      case .section(let section): flag.definition.feature == nil && item.section == section
      }
    }
  }

  /// All subsets to choose from, the sections sorted by name; `noSection`, for the flags without a
  /// section, comes last if other flags have one.
  ///
  /// Rule: VirgaFlags/ConfigurationFiles.
  static func subsets(in files: FlagFiles) -> [Subset] {
    // Only flags of JSON configurations can have a section.
    let flagsOfConfigurations = files.configured
    var sections = Set(flagsOfConfigurations.compactMap(\.section)).sorted()
    if !sections.isEmpty, flagsOfConfigurations.contains(where: { $0.section == nil }) {
      sections.append(noSection)
    }
    return [.all, .overridden, .differing, .on] + FlagKind.allCases.map { .kind($0) }
      + sections.map { .section($0) }
  }

  /// The heading of flags without a section if others have one.
  static let noSection = "Uncategorized"
}
