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
  /// How each row of the table looks.
  private(set) var looks: [Look] = []

  /// Whether a row that looks so is shown.
  func shows(_ look: Look) -> Bool {
    switch rows {
    case .differing: look.isSuperset(of: [.isThere, .differs])
    case .changed: look.isSuperset(of: [.isThere, .isChanged])
    case .every: look.contains(.isThere)
    }
  }

  /// Looks at some columns of a table.
  mutating func look(at columns: [Int], _ pairs: [ComparedPair], of table: MatrixTable) {
    (shown, self.pairs) = (columns, pairs)
    let (names, isAboutTypes) = (table.rows.names, table.names.map(\.isAboutTypes))
    looks.removeAll(keepingCapacity: true)
    looks.reserveCapacity(names.count)
    table.rows.classes.withUnsafeBufferPointer { classes in
      for (row, name) in names.enumerated() {
        let start = row * table.rows.columns
        let cells = UnsafeBufferPointer(rebasing: classes[start..<start + table.rows.columns])
        looks.append(look(cells, isAboutTypes: isAboutTypes[Int(name)]))
      }
    }
  }

  /// How a row looks that has these classes; one about types is there only where they differ.
  private func look(_ cells: UnsafeBufferPointer<UInt16>, isAboutTypes: Bool) -> Look {
    guard let first = shown.first else { return [] }
    let one = cells[first]
    var look: Look = one < MatrixRows.missing ? .isThere : []
    for column in shown {
      if cells[column] != one { look.insert(.differs) }
      if cells[column] < MatrixRows.missing { look.insert(.isThere) }
    }
    guard look.contains(.differs) else { return isAboutTypes ? look.subtracting(.isThere) : look }
    for pair in pairs {
      let (old, new) = (cells[pair.old], cells[pair.new])
      if old != new, old < MatrixRows.missing || new < MatrixRows.missing { look.insert(.isChanged) }
    }
    return isAboutTypes ? look.union(.isThere) : look
  }

  /// What is counted of all rows of some features that are there, whether they are shown or not.
  func counts(of features: Range<Int>, in table: MatrixTable) -> ChannelMatrix.Counts {
    var counts = ChannelMatrix.Counts(alike: Array(repeating: 0, count: max(shown.count - 1, 0)))
    table.rows.classes.withUnsafeBufferPointer { classes in
      for feature in features {
        var differs = false
        for row in table.rows.range(feature) where looks[row].contains(.isThere) {
          counts.rows += 1
          if looks[row].contains(.isChanged) { counts.changed += 1 }
          if looks[row].contains(.differs) {
            counts.differing += 1
            differs = true
          }
          let start = row * table.rows.columns
          for place in counts.alike.indices where classes[start + shown[place]] == classes[start + shown[place + 1]] {
            counts.alike[place] += 1
          }
        }
        if differs { counts.features += 1 }
      }
    }
    return counts
  }
}
