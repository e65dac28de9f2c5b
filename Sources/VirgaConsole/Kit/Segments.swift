/// Which form each part of a line takes, so that all of them fit its width.
///
/// A part has forms from the shortest to the longest, each with a rank. Forms are taken in the order of their ranks, the
/// lowest first, as long as there is room; a part whose shortest form has no room is left out.
enum Segments {
  /// A form of a part.
  struct Form {
    /// What has the lower rank is shown first.
    let rank: Int
    /// How many cells it takes.
    let columns: Int
  }

  /// A part of the line.
  struct Part {
    /// The cells between the part and the one before it.
    let gap: Int
    /// From the shortest to the longest.
    let forms: [Form]
  }

  /// The index of the form that each part takes; nil for a part that is left out.
  static func fit(_ parts: [Part], in columns: Int) -> [Int?] {
    var chosen: [Int?] = parts.map { _ in nil }
    var used = 0
    let steps = parts.indices.flatMap { part in parts[part].forms.indices.map { (part, $0) } }
      .sorted { (parts[$0.0].forms[$0.1].rank, $0.0, $0.1) < (parts[$1.0].forms[$1.1].rank, $1.0, $1.1) }
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
