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

  /// Whether columns differ in a row of the table; not before it was looked at.
  func differs(_ row: Int) -> Bool { looks.indices.contains(row) && looks[row].contains(.differs) }

  /// Looks at some columns of a table.
  mutating func look(at columns: [Int], _ pairs: [ComparedPair], of table: MatrixTable) {
    (shown, self.pairs) = (columns, pairs)
    let isAboutTypes = table.names.map(\.isAboutTypes)
    looks = [Look](unsafeUninitializedCapacity: table.rows.count) { looks, count in
      table.rows.classes.withUnsafeBufferPointer { classes in
        columns.withUnsafeBufferPointer { columns in
          for (row, name) in table.rows.names.enumerated() {
            let start = row * table.rows.columns
            let cells = UnsafeBufferPointer(rebasing: classes[start..<start + table.rows.columns])
            looks.initializeElement(at: row, to: Self.look(cells, columns, pairs, isAboutTypes[Int(name)]))
          }
        }
      }
      count = table.rows.count
    }
  }

  /// How a row looks that has these classes; one about types is there only where they differ.
  private static func look(
    _ cells: UnsafeBufferPointer<UInt16>, _ columns: UnsafeBufferPointer<Int>, _ pairs: [ComparedPair],
    _ isAboutTypes: Bool
  ) -> Look {
    guard let first = columns.first else { return [] }
    let one = cells[first]
    var isThere = false
    var differs = false
    for column in columns {
      differs = differs || cells[column] != one
      isThere = isThere || cells[column] < MatrixRows.missing
    }
    guard differs else { return isThere && !isAboutTypes ? .isThere : [] }
    let isChanged = pairs.contains { pair in
      let (old, new) = (cells[pair.old], cells[pair.new])
      return old != new && (old < MatrixRows.missing || new < MatrixRows.missing)
    }
    var look: Look = isThere || isAboutTypes ? [.isThere, .differs] : .differs
    if isChanged { look.insert(.isChanged) }
    return look
  }

  /// What is counted of all rows of some features that are there, whether they are shown or not.
  func counts(of features: Range<Int>, in table: MatrixTable) -> ChannelMatrix.Counts {
    var counts = ChannelMatrix.Counts()
    for feature in features {
      let before = counts.differing
      for row in table.rows.range(feature) where looks[row].contains(.isThere) {
        counts.rows += 1
        if looks[row].contains(.isChanged) { counts.changed += 1 }
        if looks[row].contains(.differs) { counts.differing += 1 }
      }
      if counts.differing > before { counts.features += 1 }
    }
    if let first = features.first, let last = features.last {
      let rows = table.rows.range(first).lowerBound..<table.rows.range(last).upperBound
      counts.alike = zip(shown, shown.dropFirst()).map { alike($0, $1, in: rows, of: table) }
    }
    return counts
  }

  /// In how many of some rows that are there two columns show the same.
  private func alike(_ left: Int, _ right: Int, in rows: Range<Int>, of table: MatrixTable) -> Int {
    table.rows.classes.withUnsafeBufferPointer { classes in
      looks.withUnsafeBufferPointer { looks in
        var count = 0
        for row in rows where looks[row].contains(.isThere) {
          let start = row * table.rows.columns
          if classes[start + left] == classes[start + right] { count += 1 }
        }
        return count
      }
    }
  }
}
