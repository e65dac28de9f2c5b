import VirgaCanvas
package import VirgaManifest

extension ChannelMatrix {
  /// A line of the matrix.
  package struct Line: Sendable {
    /// The feature's id.
    package var feature: String
    /// The values; nil for the line with the feature's name.
    package var row: ComparisonRow?
  }

  /// The lines that pass: rows of the comparison, each feature's below a line with its name.
  ///
  /// Only the places of rows are kept, so that a filter can be typed over a hundred thousand of them.
  package struct Lines: RandomAccessCollection, Sendable {
    fileprivate var rows: [ComparisonRow] = []
    /// The places of rows; that of a feature's first row, its bits turned over, for the line with its name.
    fileprivate var places: [Int] = []

    init() {}

    init(rows: [ComparisonRow], places: [Int]) {
      self.rows = rows
      self.places = places
    }

    /// Where the first line stands.
    package var startIndex: Int { 0 }
    /// How many lines there are.
    package var endIndex: Int { places.count }

    /// A line.
    package subscript(index: Int) -> Line {
      let place = places[index]
      return place < 0 ? Line(feature: rows[~place].feature) : Line(feature: rows[place].feature, row: rows[place])
    }

    /// The places of the rows among all rows.
    var rowPlaces: [Int] { places.filter { $0 >= 0 } }

    /// Where the line of the same feature and value stands; nil where there is none.
    func place(of line: Line) -> Int? {
      places.firstIndex { place in
        guard let row = line.row else { return place < 0 && rows[~place].feature == line.feature }
        return place >= 0 && rows[place].path == row.path && rows[place].feature == row.feature
          && rows[place].isAboutTypes == row.isAboutTypes
      }
    }
  }

  /// What finding lines asks of each row, found once for all filters.
  struct Outline: Sendable {
    /// The place of the first row of the same feature.
    var first: Int
    /// How many columns the wider one of its name and its feature's takes, indented.
    var columns: Int
    var differs: Bool

    static func outlines(of rows: [ComparisonRow]) -> [Outline] {
      var outlines: [Outline] = []
      outlines.reserveCapacity(rows.count)
      for (place, row) in rows.enumerated() {
        let isFirst = place == 0 || rows[place - 1].feature != row.feature
        let first = isFirst ? place : outlines[place - 1].first
        let columns = max(DisplayText(row.name).columns, DisplayText(row.feature).columns)
        outlines.append(Outline(first: first, columns: 2 + columns, differs: row.differs))
      }
      return outlines
    }
  }
}
