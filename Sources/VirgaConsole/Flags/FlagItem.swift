import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The part of the list of flags that the session does not change: their order and headings.
///
/// Flags that read a feature come first, by feature, then those in sections of JSON configurations, by section and
/// name, then the rest, under the name of its file if there are no sections. Rule: VirgaFlags/ConfigurationFiles.
struct FlagArrangement: Sendable {
  private struct Entry: Sendable {
    let index: Int
    let section: String?
    let title: String
    let text: String
    let isKept: Bool
    /// What flags are sorted by: the position of their heading, its name, and in a section their own.
    let key: (position: Int, heading: String, name: String)
  }

  private let entries: [Entry]

  init(of flags: SessionFlags) {
    let rows = flags.catalogue.rows
    let indices = rows.indices.compactMap { index in rows[index].feature.map { (Name($0), index) } }
    let features = Dictionary(indices) { first, _ in first }
    let deep = Set(rows.filter { DisplayText($0.ownPath?.description ?? "").columns > Self.maxColumns }.map(\.feature))
    let hasSections = rows.contains { flags.configured($0)?.section != nil }
    entries = rows.indices.map { index in
      let (row, configured) = (rows[index], flags.configured(rows[index]))
      let components = row.ownPath?.components ?? []
      let parent = deep.contains(row.feature) && components.count > 2 ? JSONPath(Array(components.prefix(2))) : .root
      let inner = JSONPath(Array(components.dropFirst(parent.components.count))).description
      let heading =
        row.feature.map { [$0, parent.description].filter { !$0.isEmpty }.joined(separator: "/") }
        ?? configured?.section
        ?? (hasSections ? FlagList.noSection : features.isEmpty ? nil : row.location.map { FilePath.name(of: $0.file) })
      let name = hasSections && configured != nil ? row.id : ""
      return Entry(
        index: index, section: heading, title: inner.isEmpty ? row.id : inner,
        text: "\(row.id) \(row.feature ?? "") \(row.variable ?? "")", isKept: configured?.origin == .cached,
        key: row.feature.map { (features[$0] ?? 0, heading ?? "", "") }
          ?? (configured?.section.map { (rows.count, $0.lowercased() + $0, name) } ?? (rows.count + 1, "", name)))
    }.sorted { $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key }
  }

  /// A feature with a longer path than that has a heading for each object, so that paths have room beside values.
  private static let maxColumns = 40

  /// Flags first, then orphans.
  func items(of flags: SessionFlags) -> [FlagItem] {
    let overridden = Set(flags.overridden)
    let listed = entries.map { entry in
      FlagItem(
        ListedFlag(
          row: flags.catalogue.rows[entry.index], answer: flags.answers[entry.index],
          isOverridden: overridden.contains(entry.index), isKept: entry.isKept),
        section: entry.section, title: entry.title, text: entry.text)
    }
    let orphans = flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest)
    return listed + orphans.map { FlagItem($0) }
  }
}

extension FlagDefinition {
  /// Nil for a flag with a name of its own.
  fileprivate var ownPath: JSONPath? { source == .manifest ? reading?.paths.first?.path : nil }
}

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
  let orphan: EntryKey?

  init(_ flag: ListedFlag, section: String?, title: String, text: String) {
    (id, self.section, self.title) = (.flag(Name(flag.row.id)), section, title)
    (self.text, self.flag, orphan) = (text, flag, nil)
  }

  init(_ orphan: EntryKey) {
    id = .orphan(Name(orphan.name), isDebug: orphan.kind == .debug)
    (section, title, text, flag, self.orphan) = (nil, orphan.name, orphan.name, nil, orphan)
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
  let overridden, differing, on: Int

  init(_ items: [FlagItem] = []) {
    let flags = items.lazy.compactMap(\.flag)
    (overridden, on) = (flags.count(where: \.isOverridden), flags.count(where: \.isOn))
    differing = flags.count(where: \.answer.differs)
  }
}
