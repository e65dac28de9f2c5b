/// The folded lines of a text.
///
/// A fold begins in a visible line and hides all lines after it up to its last one.
struct TextFolds: Equatable, Sendable {
  struct Fold: Equatable, Sendable {
    var first: Int
    /// The last hidden line; greater than `first`.
    var last: Int
  }

  /// The folds by their first lines; folds may be nested.
  private(set) var all: [Fold] = []
  /// The folds that are not inside another one.
  private var outermost: [Fold] = []

  func fold(at line: Int) -> Fold? { all.first { $0.first == line } }

  func row(of line: Int) -> Int {
    var row = line
    for fold in outermost where fold.first < line { row -= min(line, fold.last + 1) - fold.first - 1 }
    return row
  }

  /// The line in a row, counting visible lines from 0.
  func line(at row: Int) -> Int {
    var line = row
    for fold in outermost where fold.first < line { line += fold.last - fold.first }
    return line
  }

  func rowCount(of count: Int) -> Int { count - outermost.reduce(0) { $0 + $1.last - $1.first } }

  /// The visible line for `line`: itself, or the first line of its fold.
  func shown(_ line: Int) -> Int { outermost.first { $0.first < line && line <= $0.last }?.first ?? line }

  mutating func add(_ fold: Fold) {
    guard fold.last > fold.first, self.fold(at: fold.first) == nil else { return }
    all.append(fold)
    reconcile()
  }

  mutating func set(_ folds: [Fold]) {
    all = folds
    reconcile()
  }

  mutating func remove(at line: Int) {
    all.removeAll { $0.first == line }
    reconcile()
  }

  mutating func reveal(_ line: Int) {
    guard shown(line) != line else { return }
    all.removeAll { $0.first < line && line <= $0.last }
    reconcile()
  }

  /// Adjusts the folds to a change of lines `first...last` that added `growth` lines; unfolds those it touches.
  mutating func follow(first: Int, last: Int, growth: Int) {
    guard !all.isEmpty else { return }
    all.removeAll { fold in
      let isBehind = fold.first > last
      let isBefore = fold.last < first
      let isOnlyHead = first == last && last == fold.first && growth == 0
      return !isBehind && !isBefore && !isOnlyHead
    }
    for index in all.indices where all[index].first > last {
      all[index].first += growth
      all[index].last += growth
    }
    reconcile()
  }

  private mutating func reconcile() {
    all.sort { $0.first == $1.first ? $0.last > $1.last : $0.first < $1.first }
    outermost = []
    for fold in all where fold.first > outermost.last?.last ?? -1 { outermost.append(fold) }
  }
}
