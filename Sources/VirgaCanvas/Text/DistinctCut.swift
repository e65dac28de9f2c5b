/// Cuts names to a width so that the names of a list remain distinguishable.
package enum DistinctCut {
  /// Cuts the names that are too wide, and shows where names differ that would look the same.
  ///
  /// To 12 columns, `homepage-tiles-alpha-v1` and `homepage-tiles-gamma-v1`, which would both be
  /// `homepage…-v1`, become `home…alph…v1` and `home…gamm…v1`.
  ///
  /// - Parameters:
  ///   - names: The names of a list.
  ///   - limit: The width, in columns.
  ///   - cut: Cuts a name that no other name would look the same as.
  package static func of(
    _ names: [DisplayText], to limit: Int,
    by cut: (DisplayText, Int) -> DisplayText = { $0.truncatedInside(to: $1) }
  ) -> [DisplayText] {
    var shown = names.map { cut($0, limit) }
    // Names made distinct in one group may equal one of another, so try again a few times.
    for _ in 0..<maxRounds {
      let groups = groupsThatLookTheSame(names, shown: shown)
      if groups.isEmpty { break }
      for group in groups {
        let namesOfGroup = group.map { names[$0].plain }
        // A shared start of a word is shown again only if it takes less than a quarter of the
        // width.
        let start = startOfDifference(among: namesOfGroup, lookBack: limit / 4)
        for index in group { shown[index] = cutAround(start, of: names[index], to: limit) }
      }
    }
    return shown
  }

  /// The most times that all names are compared.
  private static let maxRounds = 4

  /// The indices of different names that are shown the same, one group for each text shown.
  private static func groupsThatLookTheSame(
    _ names: [DisplayText], shown: [DisplayText]
  ) -> [[Int]] {
    let groups = Dictionary(grouping: names.indices) { shown[$0] }.values
    return groups.filter { group in
      let firstName = names[group[0]]
      return group.contains { names[$0] != firstName }
    }
  }

  /// The start of a name, an ellipsis, and what fits of the name from a column on: column 15 of
  /// `homepage-tiles-alpha-v1` to 12 columns gives `home…alph…v1`.
  ///
  /// The start has a third of the columns, or more if the rest of the name leaves some.
  private static func cutAround(
    _ column: Int, of name: DisplayText, to limit: Int
  ) -> DisplayText {
    let ellipsisColumns = DisplayText.ellipsis.columns
    let end = name.dropping(column)
    let leftByEnd = limit - ellipsisColumns - end.columns
    // The ellipsis replaces at least one column.
    let usualStart = min(column - 1, limit / 3)
    let startColumns = max(usualStart, leftByEnd)
    guard startColumns >= 0, startColumns < column else { return name.truncatedInside(to: limit) }
    let endColumns = limit - startColumns - ellipsisColumns
    return name.prefix(startColumns) + .ellipsis + end.truncatedInside(to: endColumns)
  }

  /// The column at which names begin to differ, moved back to the start of the word or number that
  /// it is in.
  ///
  /// With a `lookBack` of 4, `flag-alpha` and `flag-alpine` give 5, the start of their word.
  /// `card10` and `card12` give 4, the start of their number: the word `card1` that they share has
  /// not fewer than 4 characters.
  private static func startOfDifference(among names: [String], lookBack: Int) -> Int {
    let shared = names.dropFirst().reduce(names[0][...]) { shared, name in
      let sameCharacters = zip(shared, name).prefix { $0 == $1 }
      return shared.prefix(sameCharacters.count)
    }
    let digits = shared.reversed().prefix { $0.isNumber }.count
    let wordCharacters = shared.reversed().prefix { $0.isLowercase || $0.isNumber }.count
    let isWordNear = wordCharacters < lookBack
    let textBefore = shared.dropLast(isWordNear ? wordCharacters : digits)
    return DisplayText(textBefore).columns
  }
}
