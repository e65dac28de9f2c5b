/// Which lines of a text are folded away.
///
/// A fold begins in a line that stays and hides all lines behind it up to its last one.
struct TextFolds: Equatable, Sendable {
  /// A fold: the line that stays, and the last one that is hidden.
  struct Fold: Equatable, Sendable {
    /// The line that stays.
    package var first: Int
    /// The last hidden line; greater than `first`.
    package var last: Int
  }

  /// The folds by their first lines; a fold may lie in another.
  package private(set) var all: [Fold] = []
  /// The folds that lie in no other.
  private var outermost: [Fold] = []

  /// The fold that begins in `line`; nil where none does.
  func fold(at line: Int) -> Fold? { all.first { $0.first == line } }

  /// Whether `line` is hidden.
  func hides(_ line: Int) -> Bool { outermost.contains { $0.first < line && line <= $0.last } }

  /// How many lines are seen before `line`.
  package func row(of line: Int) -> Int {
    var row = line
    for fold in outermost where fold.first < line { row -= min(line, fold.last + 1) - fold.first - 1 }
    return row
  }

  /// The line that stands in a row, counted from 0 over those that are seen.
  package func line(at row: Int) -> Int {
    var line = row
    for fold in outermost where fold.first < line { line += fold.last - fold.first }
    return line
  }

  /// How many lines of `count` are seen.
  func rowCount(of count: Int) -> Int { count - outermost.reduce(0) { $0 + $1.last - $1.first } }

  /// The line that stands for `line`: itself, or the one that its fold shows.
  package func shown(_ line: Int) -> Int { outermost.first { $0.first < line && line <= $0.last }?.first ?? line }

  /// Folds `fold.first` down to `fold.last`.
  mutating func add(_ fold: Fold) {
    guard fold.last > fold.first, self.fold(at: fold.first) == nil else { return }
    all.append(fold)
    settle()
  }

  /// Replaces all folds.
  mutating func set(_ folds: [Fold]) {
    all = folds.filter { $0.last > $0.first }
    settle()
  }

  /// Opens the fold that begins in `line`.
  mutating func remove(at line: Int) {
    all.removeAll { $0.first == line }
    settle()
  }

  /// Opens whatever hides `line`.
  mutating func reveal(_ line: Int) {
    guard hides(line) else { return }
    all.removeAll { $0.first < line && line <= $0.last }
    settle()
  }

  /// Follows a change of lines `first...last` that became `count` more or fewer; folds that it touches open.
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
    settle()
  }

  private mutating func settle() {
    all.sort { $0.first == $1.first ? $0.last > $1.last : $0.first < $1.first }
    outermost = []
    for fold in all where fold.first > outermost.last?.last ?? -1 { outermost.append(fold) }
  }
}
