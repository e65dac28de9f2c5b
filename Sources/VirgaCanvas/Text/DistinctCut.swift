/// Cuts names to a width so that the names of a list remain distinguishable.
package enum DistinctCut {
  /// Cuts the names that are too wide, keeping their differences visible.
  ///
  /// `cut` cuts a name that remains unique.
  package static func of(
    _ names: [DisplayText], to limit: Int,
    by cut: (DisplayText, Int) -> DisplayText = { $0.truncatedInside(to: $1) }
  ) -> [DisplayText] {
    var shown = names.map { cut($0, limit) }
    // Names made distinct in one group may equal one of another, so try again a few times.
    for _ in 0..<rounds {
      let groups = Dictionary(grouping: names.indices) { shown[$0] }.values.filter { group in
        group.count > 1 && group.contains { names[$0] != names[group[0]] }
      }
      if groups.isEmpty { break }
      for group in groups {
        let begin = difference(of: group.map { names[$0].plain }, back: limit / 4)
        for index in group { shown[index] = name(names[index], from: begin, in: limit) }
      }
    }
    return shown
  }

  private static let rounds = 4

  /// The start of a name, an ellipsis, and what fits from a column on.
  private static func name(_ name: DisplayText, from begin: Int, in limit: Int) -> DisplayText {
    let end = name.dropping(begin)
    let head = max(min(begin - 1, limit / 3), limit - DisplayText.ellipsis.columns - end.columns)
    guard head >= 0, head < begin else { return name.truncatedInside(to: limit) }
    return name.prefix(head) + .ellipsis
      + end.truncatedInside(to: limit - head - DisplayText.ellipsis.columns)
  }

  /// The column at which names differ, or a little before it, where that word starts; does not
  /// split numbers.
  private static func difference(of names: [String], back: Int) -> Int {
    let shared = names.dropFirst().reduce(names[0][...]) { shared, name in
      shared.prefix(zip(shared, name).prefix { $0 == $1 }.count)
    }
    let digits = shared.reversed().prefix { $0.isNumber }.count
    let word = shared.reversed().prefix { $0.isLowercase || $0.isNumber }.count
    return DisplayText(shared.dropLast(word < back ? word : digits)).columns
  }
}
