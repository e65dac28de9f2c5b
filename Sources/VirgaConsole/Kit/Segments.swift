/// Chooses a form for each part of a line, so that all parts fit.
///
/// A part has forms from the shortest to the longest, each with a rank. Forms are chosen by rank,
/// lowest first, while there is room. A part whose shortest form does not fit is left out.
enum Segments {
  /// A part, and the number of cells between it and the one before it.
  ///
  /// Lower ranks are shown first; widths are in cells.
  typealias Part = (gap: Int, forms: [(rank: Int, columns: Int)])

  /// A form by its index and that of its part; sorted by rank, then from left to right.
  private struct Candidate: Comparable {
    let rank: Int
    let part: Int
    let form: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.rank, left.part, left.form) < (right.rank, right.part, right.form)
    }
  }

  /// The index of the form of each part, chosen by rank, lowest first, while there is room; nil for
  /// a part that is left out.
  static func fit(_ parts: [Part], in columns: Int) -> [Int?] {
    var chosen: [Int?] = parts.map { _ in nil }
    var used = 0
    let candidates = parts.indices.flatMap { part in
      parts[part].forms.indices.map { form in
        Candidate(rank: parts[part].forms[form].rank, part: part, form: form)
      }
    }
    for candidate in candidates.sorted() {
      let (part, form) = (candidate.part, candidate.form)
      // A longer form replaces a shorter one, so a part needs its shortest form first.
      guard form == 0 || chosen[part] != nil else { continue }
      let width = parts[part].forms[form].columns
      let added: Int
      if let shorter = chosen[part] {
        added = width - parts[part].forms[shorter].columns
      } else {
        // The gap of the first part counts too, for the margins of the line.
        added = width + parts[part].gap
      }
      guard used + added <= columns else { continue }
      used += added
      chosen[part] = form
    }
    return chosen
  }
}
