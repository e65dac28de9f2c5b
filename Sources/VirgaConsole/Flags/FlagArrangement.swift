import VirgaFlags
import VirgaWorkbench

/// What the list shows of flags whatever the session says: their order, their sections and how wide their names are.
///
/// Flags of the manifest come first, then those of JSON configurations under the headings of their sections, by name,
/// those without a section last. Without any section there are no headings, and every flag stays where the files have it.
/// Rule: VirgaFlags/ConfigurationFiles.
struct FlagArrangement: Sendable {
  private struct Place: Sendable {
    let index: Int
    let section: String?
    let text: String
    let isKept: Bool
  }

  private let places: [Place]
  /// How wide the words are that the columns show.
  let words: FlagWidths.Words

  init(of flags: SessionFlags) {
    let rows = flags.catalogue.rows
    words = FlagWidths.Words(of: rows)
    let configured = rows.map { flags.configured($0) }
    let hasHeadings = configured.contains { $0?.section != nil }
    let sections = configured.map { hasHeadings ? $0.map(FlagList.section) : nil }
    var order = Array(rows.indices)
    if hasHeadings {
      let keys = sections.map(Self.key)
      order =
        order.filter { sections[$0] == nil }
        + order.filter { sections[$0] != nil }.sorted {
          keys[$0] == keys[$1] ? rows[$0].id < rows[$1].id : keys[$0] < keys[$1]
        }
    }
    places = order.map { index in
      let row = rows[index]
      return Place(
        index: index, section: sections[index], text: "\(row.id) \(row.feature ?? "") \(row.variable ?? "")",
        isKept: configured[index]?.origin == .cached)
    }
  }

  /// What sections are sorted by.
  private static func key(of section: String?) -> (Int, String, String) {
    (section == FlagList.noSection ? 1 : 0, section?.lowercased() ?? "", section ?? "")
  }

  /// The flags as the session has them, then what is stored for none.
  func items(of flags: SessionFlags) -> [FlagItem] {
    let overridden = Set(flags.overridden)
    let listed = places.map { place in
      FlagItem(
        ListedFlag(
          row: flags.catalogue.rows[place.index], answer: flags.answers[place.index],
          isOverridden: overridden.contains(place.index), isKept: place.isKept),
        section: place.section, text: place.text)
    }
    let orphans = flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest)
    return listed + orphans.map { FlagItem($0) }
  }
}
