import VirgaFlags
import VirgaJSON
import VirgaWorkbench

/// The order of the list of flags: those of the manifest, then those of JSON configurations under the headings of their
/// sections, by name, the flags without one last (Flags: The view controller).
///
/// Where no flag has a section there are no headings, and every flag stays where the files have it.
struct FlagSections: Sendable {
  /// The places of all flags in the catalogue, as the list has them.
  let order: [Int]
  private let sections: [Int: String]

  /// A list of nothing.
  init() {
    order = []
    sections = [:]
  }

  /// The order of these flags.
  init(of flags: SessionFlags) {
    let rows = flags.catalogue.rows
    var sections: [Int: String] = [:]
    for (place, row) in rows.enumerated() {
      if let flag = flags.configured(row) { sections[place] = FlagList.section(of: flag) }
    }
    guard sections.values.contains(where: { $0 != FlagList.noSection }) else {
      order = Array(rows.indices)
      self.sections = [:]
      return
    }
    let sorted = sections.sorted { left, right in
      let (leftKey, rightKey) = (Self.key(of: left.value), Self.key(of: right.value))
      return leftKey == rightKey ? rows[left.key].id < rows[right.key].id : leftKey < rightKey
    }
    order = rows.indices.filter { sections[$0] == nil } + sorted.map(\.key)
    self.sections = sections
  }

  private static func key(of section: String) -> (Int, String, String) {
    (section == FlagList.noSection ? 1 : 0, section.lowercased(), section)
  }

  /// The section of the flag at a place; nil where it stands under no heading.
  subscript(place: Int) -> String? { sections[place] }

  /// How many of these flags each section has.
  func counts(of places: [Int]) -> NameTable<Int> {
    if sections.isEmpty { return [:] }
    return places.reduce(into: [:]) { counts, place in
      if let section = sections[place] { counts[section, default: 0] += 1 }
    }
  }

  /// The lines of these flags, which are in order, without what stands in a section that is folded.
  func lines(of places: [Int], folded: NameSet) -> [FlagList.Line] {
    if sections.isEmpty { return places.map { .flag($0) } }
    var lines: [FlagList.Line] = []
    lines.reserveCapacity(places.count)
    var last: String?
    for place in places {
      let section = sections[place]
      if let section, section != last { lines.append(.heading(section)) }
      last = section
      if section.map({ !folded.contains($0) }) ?? true { lines.append(.flag(place)) }
    }
    return lines
  }
}

extension FlagList {
  /// The section whose heading is under the cursor; nil on a flag.
  package var selectedSection: String? {
    guard case .heading(let section)? = selectedLine else { return nil }
    return section
  }

  /// The flags of a section that are listed, or would be were it not folded.
  func rows(in section: String) -> [FlagRow] {
    guard let rows = flags?.catalogue.rows else { return [] }
    return shownPlaces.filter { table?.sections[$0] == section }.map { rows[$0] }
  }

  /// Whether what stands under a heading is hidden; what is looked for never is.
  package func isFolded(_ section: String) -> Bool { hiddenSections.contains(section) }

  /// Puts the cursor on the first flag that is listed, below the heading of its section.
  mutating func goToFirstFlag() {
    let place = lines.firstIndex { line in
      if case .heading = line { false } else { true }
    }
    scroll.cursor = place ?? 0
  }

  /// Folds the section of the line under the cursor and goes to its heading, or unfolds it; false outside of sections.
  mutating func fold(_ folds: Bool) -> Bool {
    let section: String? =
      switch selectedLine {
      case .heading(let section): section
      case .flag(let place): table?.sections[place]
      case .orphan, nil: nil
      }
    guard let section else { return false }
    setFold(folds, of: section)
    if folds, let heading = lines.firstIndex(of: .heading(section)) { scroll.cursor = heading }
    return true
  }
}
