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
  static func chosenForms(of parts: [Part], in columns: Int) -> [Int?] {
    // By part: the index of the form that was chosen last, which is the longest one.
    var chosen: [Int?] = parts.map { _ in nil }
    var used = 0
    for candidate in candidatesInOrderOfChoice(parts) {
      let part = parts[candidate.part]
      let shorter = chosen[candidate.part]
      // A longer form replaces a shorter one, so a part needs its shortest form first.
      guard candidate.form == 0 || shorter != nil else { continue }
      let added = columnsAdded(by: candidate.form, to: part, replacing: shorter)
      guard used + added <= columns else { continue }
      used += added
      chosen[candidate.part] = candidate.form
    }
    return chosen
  }

  /// All forms of all parts in the order in which they get room: lowest rank first, then from left
  /// to right, then shorter forms first.
  private static func candidatesInOrderOfChoice(_ parts: [Part]) -> [Candidate] {
    let candidates = parts.indices.flatMap { part in
      parts[part].forms.indices.map { form in
        Candidate(rank: parts[part].forms[form].rank, part: part, form: form)
      }
    }
    return candidates.sorted()
  }

  /// The further cells that a line needs for the form at an index of a part.
  ///
  /// - Parameter shorter: The index of the form of this part that the line has already; nil without
  ///   the part.
  private static func columnsAdded(by form: Int, to part: Part, replacing shorter: Int?) -> Int {
    let width = part.forms[form].columns
    if let shorter { return width - part.forms[shorter].columns }
    // The first part has no part before it: its gap counts as room for the margins of the line.
    return width + part.gap
  }
}
