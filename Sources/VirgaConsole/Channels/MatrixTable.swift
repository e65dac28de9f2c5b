import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaTargeting
import VirgaWorkbench

/// A comparison of all features that is to be made beside what else is done.
package struct ComparisonOrder: Equatable, Sendable {
  /// Which order it is; what an earlier one found is not heard.
  let number: Int
  let columns: [ComparisonColumn]

  /// Makes the comparison; with ten thousand features that takes about a second.
  package func run() -> MatrixTable { MatrixTable(columns, number: number) }

  /// The same order for columns of the same names, in the same sequence.
  package static func == (left: ComparisonOrder, right: ComparisonOrder) -> Bool {
    left.number == right.number && left.columns.map(\.title) == right.columns.map(\.title)
  }
}

/// Which rows every feature has in some columns, and where they differ, but not their values.
///
/// That is all it takes to find, count and filter lines within a keystroke; the values of the few rows in sight are
/// found when they are drawn.
package struct MatrixTable: Sendable {
  /// What rows of many features are called.
  struct Name: Sendable {
    var text: String
    /// How many columns of the terminal it takes.
    var width: Int
  }

  let number: Int
  let columns: [ComparisonColumn]
  /// The ids of the features, and the place of each.
  private(set) var features: [String] = []
  private(set) var places: NameTable<Int> = [:]
  /// The same ids, for a filter.
  private(set) var ids = PackedNames()
  private(set) var names: [Name] = []
  /// What tells rows apart besides their names and values.
  private(set) var patterns: [MatrixPattern] = []
  private(set) var rows: MatrixRows

  private var numbers: NameTable<Int32> = [:]
  private var patternNumbers: [MatrixPattern: Int32] = [:]
  private var covering: SessionLayers?
  /// What the features looked like before something was laid over them, by their places.
  private var uncovered: [Int: MatrixRows] = [:]

  init(_ columns: [ComparisonColumn], number: Int) {
    self.columns = columns
    self.number = number
    rows = MatrixRows(columns: columns.count)
    let comparison = Comparison(columns)
    for (place, id) in comparison.featureIDs.enumerated() {
      places[id] = place
      features.append(id)
      ids.append(id)
      rows.append(found(in: comparison.rows(of: id)))
    }
  }

  /// Lays what a session brings over the columns of the first manifest, or over none.
  ///
  /// Only the features are compared again over which something else lies than before.
  mutating func cover(with layers: SessionLayers?) {
    let before = covering
    covering = layers
    let covered = layers.map { $0.overridden.union(NameSet($0.enrolled.keys)) } ?? []
    for (place, before) in uncovered where !covered.contains(features[place]) {
      rows.replace(place, with: before)
      uncovered[place] = nil
    }
    let changed = before.flatMap { layers?.features(unlike: $0) }
    for id in covered {
      guard let place = places[id] else { continue }
      if uncovered[place] == nil {
        uncovered[place] = rows.only(place)
      } else if changed?.contains(id) == false {
        continue
      }
      rows.replace(place, with: found(in: comparison.rows(of: id)))
    }
  }

  /// The rows of a feature with their values.
  func rows(of place: Int) -> [ComparisonRow] {
    (uncovered[place] == nil ? Comparison(columns) : comparison).rows(of: features[place])
  }

  /// What a row of a feature is called.
  func name(_ row: Int, of place: Int) -> String { names[Int(rows.names[rows.range(place).lowerBound + row])].text }

  /// The row of a feature that is called `name`; of a value with others inside, the first of those, and one that differs
  /// before the others.
  func row(_ name: String, of place: Int, in view: MatrixView) -> Int? {
    let here = rows.range(place)
    func row(where fits: (String) -> Bool) -> Int? {
      let found = here.filter { fits(names[Int(rows.names[$0])].text) }
      return (found.first { view.look(of: $0, in: self).contains(.differs) } ?? found.first).map {
        $0 - here.lowerBound
      }
    }
    return row { ByteText.areEqual($0, name) } ?? row { $0.hasPrefix(name + ".") }
  }

  /// The comparison with what lies over the first manifest.
  private var comparison: Comparison {
    let covering = covering
    return Comparison(columns) { column, feature in
      guard let covering, column.source == 0 else { return column.manifest.merged(feature, channel: column.channel) }
      return column.manifest.merged(feature, channel: column.channel, under: covering[feature.id])
    }
  }

  private mutating func found(in compared: [ComparisonRow]) -> MatrixRows {
    var found = MatrixRows(columns: columns.count)
    found.append(compared.map { ($0, nameNumber($0), patternNumber($0)) })
    return found
  }

  private mutating func patternNumber(_ row: ComparisonRow) -> Int32 {
    let pattern = MatrixPattern(of: row)
    if let known = patternNumbers[pattern] { return known }
    let number = Int32(patterns.count)
    patternNumbers[pattern] = number
    patterns.append(pattern)
    return number
  }

  private mutating func nameNumber(_ row: ComparisonRow) -> Int32 {
    let name = row.name
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(Name(text: name, width: DisplayText(name).columns))
    return number
  }
}
