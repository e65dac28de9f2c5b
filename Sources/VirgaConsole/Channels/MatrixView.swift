import VirgaManifest

/// Which columns of a table are looked at, which rows of it, and how each row looks in them.
struct MatrixView: Sendable {
  /// How a row looks in the columns that are shown.
  struct Look: OptionSet, Sendable {
    let rawValue: UInt8

    /// There is something in it.
    static let isThere = Look(rawValue: 1)
    /// Two columns show something else.
    static let differs = Look(rawValue: 2)
    /// A further manifest says something else than the first one.
    static let isChanged = Look(rawValue: 4)
  }

  /// Which rows are shown.
  var rows = ChannelMatrix.Rows.differing
  /// The places of the columns that are shown.
  private(set) var shown: [Int] = []
  /// Those of them that show what one manifest makes of another.
  private(set) var pairs: [ComparedPair] = []
  /// How the rows of each pattern look.
  private(set) var looks: [Look] = []

  /// Whether a row that looks so is shown.
  func shows(_ look: Look) -> Bool {
    switch rows {
    case .differing: look.isSuperset(of: [.isThere, .differs])
    case .changed: look.isSuperset(of: [.isThere, .isChanged])
    case .every: look.contains(.isThere)
    }
  }

  /// How a row of the table looks; like nothing before it was looked at.
  func look(of row: Int, in table: MatrixTable) -> Look {
    let pattern = Int(table.rows.patterns[row])
    return looks.indices.contains(pattern) ? looks[pattern] : []
  }

  /// Looks at some columns of a table.
  mutating func look(at columns: [Int], _ pairs: [ComparedPair], of table: MatrixTable) {
    (shown, self.pairs) = (columns, pairs)
    looks = table.patterns.map { $0.look(in: columns, pairs) }
  }

  /// What is counted of all rows of some features that are there, whether they are shown or not.
  func counts(of features: Range<Int>, in table: MatrixTable) -> ChannelMatrix.Counts {
    var counts = ChannelMatrix.Counts()
    var tally = [Int](repeating: 0, count: looks.count)
    table.rows.patterns.withUnsafeBufferPointer { patterns in
      for feature in features {
        var differs = false
        for row in table.rows.range(feature) {
          let pattern = Int(patterns[row])
          tally[pattern] += 1
          differs = differs || looks[pattern].isSuperset(of: [.isThere, .differs])
        }
        if differs { counts.features += 1 }
      }
    }
    let pairs = Array(zip(shown, shown.dropFirst()))
    counts.alike = pairs.map { _ in 0 }
    for (pattern, count) in tally.enumerated() where count > 0 && looks[pattern].contains(.isThere) {
      counts.rows += count
      if looks[pattern].contains(.isChanged) { counts.changed += count }
      if looks[pattern].contains(.differs) { counts.differing += count }
      let cells = table.patterns[pattern].cells
      for (place, pair) in pairs.enumerated() where cells[pair.0] == cells[pair.1] { counts.alike[place] += count }
    }
    return counts
  }
}
