import VirgaFlags
import VirgaWorkbench

/// The order, sections and name widths of the flag list; independent of the session.
///
/// Flags of the manifest come first, then those of JSON configurations by section, sorted by name, with flags without a
/// section last. If no flag has a section there are no headings, and all flags keep the order of their files.
/// Rule: VirgaFlags/ConfigurationFiles.
struct FlagArrangement: Sendable {
  private struct Place: Sendable {
    let index: Int
    let section: String?
    let text: String
    let isKept: Bool
  }

  private let places: [Place]
  /// The widths of the texts in the columns.
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

  /// The sort key of a section.
  private static func key(of section: String?) -> (Int, String, String) {
    (section == FlagList.noSection ? 1 : 0, section?.lowercased() ?? "", section ?? "")
  }

  /// The flags with their answers in the session, then the orphans.
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
