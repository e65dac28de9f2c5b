import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A row of the flag list: a flag with its answer, or an orphan.
struct FlagItem: ListItem {
  enum ID: Hashable, Sendable {
    case flag(Name)
    case orphan(Name, isDebug: Bool)
  }

  let id: ID
  var section: String?
  /// What the list calls it: of a flag of the manifest the path below the heading, else its name.
  let title: String
  /// The text that a filter matches: a flag's id, feature and variable.
  let text: String
  /// Nil for an orphan.
  var flag: ListedFlag?
  /// A value that is stored for an unknown flag; nil for a flag.
  var orphan: EntryKey?

  /// The flag's id, or the orphan's key.
  var name: String { flag?.row.id ?? text }
  var isMarkable: Bool { flag != nil }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    (fuzzy ? filter.match(name) != nil : filter.containsWhole(text)) ? 0 : nil
  }
}

struct ListedFlag: Equatable, Sendable {
  let row: FlagDefinition
  /// Its index in the catalogue.
  let index: Int
  var answer: FlagAnswer
  var isOverridden = false
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

extension FlagItem {
  /// The part of the list that the session does not change: the order of the flags and their headings.
  ///
  /// Flags that read a feature come first, by feature; then those in sections of JSON configurations, by section and
  /// name; then the rest, under its file's name in a list without sections. Rule: VirgaFlags/ConfigurationFiles.
  static func arranged(_ flags: SessionFlags) -> [FlagItem] {
    let rows = flags.catalogue.rows
    let features = Dictionary(naming: rows.indices.compactMap { index in rows[index].feature.map { ($0, index) } }) {
      first, _ in first
    }
    let deep = Set(rows.filter { DisplayText($0.ownPath?.description ?? "").columns > maxColumns }.map(\.feature))
    let hasSections = rows.contains { flags.configured($0)?.section != nil }
    typealias Key = (position: Int, heading: String, name: String, index: Int)
    return rows.indices.map { index -> (key: Key, item: FlagItem) in
      let (row, configured) = (rows[index], flags.configured(rows[index]))
      let components = row.ownPath?.components ?? []
      let parent = deep.contains(row.feature) && components.count > 2 ? JSONPath(Array(components.prefix(2))) : .root
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
        heading = hasSections ? FlagList.noSection : file
        key = (rows.count + 1, "", name, index)
      }
      let flag = ListedFlag(
        row: row, index: index, answer: flags.answers[index], isKept: configured?.origin == .cached)
      return (
        key,
        FlagItem(
          id: .flag(Name(row.id)), section: heading, title: inner.isEmpty ? row.id : inner,
          text: "\(row.id) \(row.feature ?? "") \(row.variable ?? "")", flag: flag)
      )
    }.sorted { $0.key < $1.key }.map(\.item)
  }

  /// A feature with a longer path than that has a heading for each object, so that paths have room beside values.
  private static let maxColumns = 40

  /// Flags as arranged, with their answers now; then orphans.
  static func answered(_ arranged: [FlagItem], by flags: SessionFlags) -> [FlagItem] {
    let overridden = Set(flags.overridden)
    let listed = arranged.map { item in
      guard let index = item.flag?.index else { return item }
      var item = item
      item.flag?.answer = flags.answers[index]
      item.flag?.isOverridden = overridden.contains(index)
      return item
    }
    return listed
      + flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest).map { orphan in
        FlagItem(
          id: .orphan(Name(orphan.name), isDebug: orphan.kind == .debug), title: orphan.name, text: orphan.name,
          orphan: orphan)
      }
  }
}

extension FlagDefinition {
  /// Nil for a flag with a name of its own.
  fileprivate var ownPath: JSONPath? { source == .manifest ? reading?.paths.first?.path : nil }
}

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

    var name: String { texts.name }
    /// What it is called on the screen.
    var title: String { texts.title }
    /// The predicate of a sentence about the listed flags; nil for all.
    var words: String? { texts.words }

    private var texts: (name: String, title: String, words: String?) {
      switch self {
      case .all: ("all", "all", nil)
      case .overridden: ("overridden", "overridden", "are overridden")
      case .differing: ("differing", "differing", "have checks that differ")
      case .on: ("on", "on", "are on")
      case .kind(let kind): (kind.rawValue, kind.title, "are of kind \(kind.title)")
      case .section(let section): ("section \(section)", "section \(section)", "are in section \(section)")
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
