package import VirgaCanvas

/// What lies over a screen: a list of lines to choose from, narrowed by typing.
package struct Overlay: Equatable, Sendable {
  /// Which list it is.
  package enum Kind: Equatable, Sendable {
    /// The commands that apply here, with their keys.
    case help
    /// The command line.
    case palette
    /// The channels.
    case channels
    /// What was said.
    case messages
    /// The answers to a question, or the names that something can have.
    case choice(String)
  }

  /// One line.
  package struct Line: Equatable, Sendable {
    /// What is run when it is chosen; nil for a line that only informs.
    package var invocation: Invocation?
    /// The first column: keys, or a mark.
    package var keys: DisplayText
    /// The second column: what it is.
    package var title: DisplayText
    /// The third column: more about it, or why it does not apply.
    package var detail: DisplayText
    /// Whether it can be chosen now.
    package var applies: Bool
    /// What it is found by besides what it shows.
    package var searched: DisplayText = .empty
    /// What it is for, in a sentence that has no room in the line.
    package var sentence: DisplayText = .empty
    /// Whether it stands over a section of lines, and is none of them.
    package var isHeading = false
    /// Whether it answers the question above what is listed, and is none of that.
    var isAnswer = false
    /// What the line before it runs where this one goes on with it, and is counted with that.
    package var part: Invocation?

    /// The heading of a section.
    static func heading(_ title: String) -> Line {
      Line(keys: .empty, title: DisplayText(title), detail: .empty, applies: false, isHeading: true)
    }
  }

  /// Which list it is.
  package var kind: Kind
  /// What is typed to narrow it.
  package var field = TextField()
  /// Every line.
  package var all: [Line]
  /// The lines of the command line that stand there whatever is typed; none where they have to be found again.
  package var commands: [Line] = []
  /// The lines that pass.
  package private(set) var lines: [Line] = []
  /// The cursor and the window.
  package var scroll = Scroll()
  /// How it is made; nil for one that holds as it was made.
  var making: (@Sendable (State) -> Overlay?)?
  /// What it was made for; nil until the event is over by which it was opened.
  var basis: Basis?
  /// The list that it covers, and that is there again once this one is closed.
  @Boxed package var covered: Overlay?
  /// The line that the cursor was put on, while that is gone from a list that was made anew.
  private(set) var keptLine: Line?

  /// An overlay of `lines` with the cursor on `cursor`.
  package init(_ kind: Kind, lines: [Line], cursor: Int = 0) {
    self.kind = kind
    self.all = lines
    self.lines = lines
    self.scroll.cursor = cursor
    move(by: 0)
  }

  /// How many entries there are.
  package var count: Int { all.count { isEntry($0) && $0.part == nil } }

  /// How many entries pass; one of several lines does where any of them does.
  package var shownCount: Int {
    let whole = lines.filter { isEntry($0) && $0.part == nil }
    return whole.count + Set(lines.compactMap(\.part)).subtracting(whole.compactMap(\.invocation)).count
  }

  /// Whether a line is one of those that are listed: an answer is none, nor is among commands what signs mean.
  private func isEntry(_ line: Line) -> Bool { !line.isHeading && !line.isAnswer && !isSign(line) }

  /// Whether a line among commands says what a sign means.
  func isSign(_ line: Line) -> Bool { kind == .help && !line.isHeading && line.invocation == nil }

  /// Moves the cursor by `rows`; it never stays on a heading.
  package mutating func move(by rows: Int) {
    if rows != 0 { keptLine = nil }
    scroll.move(by: rows, in: lines.count)
    let onwards = rows < 0 ? -1 : 1
    for step in [onwards, -onwards] {
      var place = scroll.cursor
      while lines.indices.contains(place), lines[place].isHeading { place += step }
      guard lines.indices.contains(place) else { continue }
      scroll.cursor = place
      return
    }
  }

  /// The same lines, with the same ones shown; what was only kept to find them does not count.
  package static func == (left: Overlay, right: Overlay) -> Bool {
    left.kind == right.kind && left.field == right.field && left.scroll == right.scroll && left.all == right.all
      && left.lines == right.lines
  }

  /// Puts the cursor on a line.
  mutating func select(_ row: Int) {
    keptLine = nil
    scroll.cursor = row
  }

  /// Puts the cursor on the line that a list had before it was made anew, else where it stood.
  mutating func keepCursor(on line: Line?) {
    keptLine = line
    if let place = line.flatMap(place) { scroll.cursor = place }
    move(by: 0)
  }

  /// The line that the cursor was on when the list was made anew, where the list has it no more.
  var lostLine: Line? { keptLine.flatMap { place(of: $0) == nil ? $0 : nil } }

  /// Has the line count under the cursor, whatever was lost.
  mutating func forgetLostLine() { keptLine = nil }

  /// Where a line is that may say something else meanwhile.
  private func place(of line: Line) -> Int? {
    let named = lines.indices.filter {
      lines[$0].title == line.title && lines[$0].keys == line.keys && lines[$0].searched == line.searched
    }
    let place =
      named.first { lines[$0].invocation == line.invocation } ?? named.first { lines[$0].detail == line.detail }
      ?? named.first
    return place ?? lines.firstIndex { $0.invocation != nil && $0.invocation == line.invocation }
  }

  /// The line under the cursor.
  package var selected: Line? {
    guard lines.indices.contains(scroll.cursor), !lines[scroll.cursor].isHeading else { return nil }
    return lines[scroll.cursor]
  }

  /// The entries in a window of lines, from 1: those that are seen of all that pass; nil where none is.
  func entries(in window: Range<Int>) -> ClosedRange<Int>? {
    let before = lines[..<window.lowerBound].count { isEntry($0) && $0.part == nil }
    guard lines[window].contains(where: isEntry) else { return nil }
    return (before + 1)...max(before + 1, before + lines[window].count { isEntry($0) && $0.part == nil })
  }

  /// Finds the lines that pass again; the best fit gets the cursor.
  ///
  /// What is only proposed narrows nothing: all that could stand in its place is listed, and the cursor on it.
  package mutating func narrow() {
    let wanted = Filter(field.proposed > 0 ? "" : field.text)
    if wanted.isEmpty {
      lines = all
    } else {
      var scored = all.enumerated().compactMap { place, line -> (score: Int, place: Int, line: Line)? in
        guard !line.isHeading else { return nil }
        // Lines that go on from what was typed fit alike: they keep their order.
        if field.text.last == " ", line.title.plain.hasPrefix(field.text) { return (.max, place, line) }
        let texts = [
          (line.title.plain, 300), (line.keys.plain, 200), (line.detail.plain, 0), (line.searched.plain, -100),
        ]
        let best = texts.compactMap { text, bonus in
          wanted.containsWhole(text) ? wanted.score(text).map { $0 + bonus } : nil
        }
        return best.max().map { ($0, place, line) }
      }
      if scored.isEmpty {
        scored = all.enumerated().compactMap { place, line in
          line.isHeading ? nil : wanted.score(line.title.plain).map { ($0, place, line) }
        }
      }
      lines = scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.line)
    }
    scroll = Scroll()
    keptLine = nil
    if field.proposed > 0 { scroll.cursor = lines.firstIndex { $0.invocation?.line == field.text } ?? 0 }
    move(by: 0)
  }

  /// What was typed with as much behind it as the lines share that begin so; the only other line, however it begins.
  func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.proposal).filter { $0 != typed }
    let longer = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = longer.first else { return typed }
    return longer.dropFirst().reduce(first) { shared, line in
      String(zip(shared, line).prefix { $0 == $1 }.map(\.0))
    }
  }
}
