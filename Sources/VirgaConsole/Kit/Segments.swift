/// Chooses a form for each part of a line, so that all parts fit.
///
/// A part has forms from the shortest to the longest, each with a rank. Forms are chosen by rank,
/// lowest first, while there is room. A part whose shortest form does not fit is left out.
enum Segments {
  /// A part, and the number of cells between it and the one before it.
  ///
  /// Lower ranks are shown first; widths are in cells.
  typealias Part = (gap: Int, forms: [(rank: Int, columns: Int)])

  /// The index of the form of each part; nil for a part that is left out.
  static func fit(_ parts: [Part], in columns: Int) -> [Int?] {
    var chosen: [Int?] = parts.map { _ in nil }
    var used = 0
    let steps = parts.indices.flatMap { part in parts[part].forms.indices.map { (part, $0) } }
      .sorted {
        (parts[$0.0].forms[$0.1].rank, $0.0, $0.1) < (parts[$1.0].forms[$1.1].rank, $1.0, $1.1)
      }
    for (part, form) in steps where form == 0 || chosen[part] != nil {
      let before = chosen[part].map { parts[part].forms[$0].columns } ?? -parts[part].gap
      let more = parts[part].forms[form].columns - before
      guard used + more <= columns else { continue }
      used += more
      chosen[part] = form
    }
    return chosen
  }
}
