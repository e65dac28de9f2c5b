import VirgaCanvas

/// What lies over a screen: a list to choose from.
struct Picker: Sendable {
  /// What a list is for.
  enum Kind: Sendable {
    /// One of its lines is chosen; `/` filters them.
    case choice
    /// Keys, found by what is typed.
    case keys
    /// The command line: what is typed is run, and the lines are what it may become.
    case commandLine
  }

  let kind: Kind
  var title: String
  /// The lines, what is typed, the cursor and the window.
  var list = ListModel<PickerLine>()
  /// Makes the list again after a change; nil for one that stays as it is, and for the command line.
  var make: (@Sendable (State) -> Picker?)?
  /// What the lines were made from.
  var basis = Derived<Basis, Void>()
  /// The list that it covers, and that is shown again once this one is closed.
  @Boxed var covered: Picker?
  /// The line that the cursor was on, while the list does not have it any more.
  private(set) var lost: PickerLine?

  /// A list with the cursor on a line.
  init(_ title: String, as kind: Kind = .choice, lines: [PickerLine], cursor: Int = 0) {
    (self.kind, self.title) = (kind, title)
    list.filter.isTyping = kind != .choice
    list.show(lines)
    list.scroll.cursor = cursor
    move(by: 0)
  }

  /// The same list, over another one that is shown again once this one is closed.
  func covering(_ list: Picker?) -> Picker {
    var picker = self
    picker.covered = list
    return picker
  }

  /// A list with an answer on each line; what is chosen is run.
  static func choice(
    _ title: String, _ answers: [(invocation: Invocation, title: String, detail: String)], cursor: Int = 0
  ) -> Picker {
    let lines = answers.map {
      PickerLine(invocation: $0.invocation, title: DisplayText($0.title), detail: DisplayText($0.detail))
    }
    return Picker(title, lines: lines, cursor: cursor)
  }

  /// The lines that the filter matches.
  var lines: [PickerLine] { list.shown }
  /// The line under the cursor.
  var selected: PickerLine? { list.selected.flatMap { $0.isHeading ? nil : $0 } }

  /// What is typed to find a line.
  var field: TextField {
    get { list.filter.field }
    set { list.filter.field = newValue }
  }

  /// Whether keys are text.
  var isTyping: Bool {
    get { list.filter.isTyping }
    set { list.filter.isTyping = newValue }
  }

  /// Whether a filter lies on a list to choose from, or is being typed.
  var isFiltered: Bool { kind == .choice && (isTyping || !field.isEmpty) }

  /// Moves the cursor by rows; it never stays on a heading.
  mutating func move(by rows: Int) {
    if rows != 0 { lost = nil }
    list.scroll.move(by: rows, in: list.count)
    let onwards = rows < 0 ? -1 : 1
    for step in [onwards, -onwards] {
      var row = list.scroll.cursor
      while list.item(inRow: row)?.isHeading == true { row += step }
      guard list.item(inRow: row) != nil else { continue }
      list.scroll.cursor = row
      return
    }
  }

  /// Puts the cursor on a row.
  mutating func select(_ row: Int) {
    lost = nil
    list.scroll.cursor = row
  }

  /// Finds the lines again for what is typed; the best match gets the cursor, or what is proposed.
  mutating func refilter() {
    list.refilter(toBest: true)
    lost = nil
    if field.proposed > 0, let row = lines.firstIndex(where: { $0.invocation?.line == field.text }) {
      list.scroll.cursor = row
    }
    move(by: 0)
  }

  /// Shows other lines; the cursor stays on its line, also if that is gone for a while.
  mutating func show(_ lines: [PickerLine]) {
    let kept = lost ?? selected
    list.show(lines)
    lost = kept.flatMap { list.select($0.id) ? nil : $0 }
    move(by: 0)
  }

  /// Stops missing the line that the cursor was on.
  mutating func forgetLost() { lost = nil }
}

extension Picker: Equatable {
  /// The same list, with the same lines shown.
  static func == (left: Picker, right: Picker) -> Bool {
    left.kind == right.kind && left.title == right.title && left.list == right.list
  }
}

// How many lines there are.
extension Picker {
  /// How many entries there are; a line and its parts are one.
  var count: Int { numbers(of: list.items).lazy.compactMap(\.self).max() ?? 0 }

  /// How many entries the filter matches.
  var shownCount: Int { numbers(of: lines).lazy.compactMap(\.self).max() ?? 0 }

  /// The entry that each of some lines belongs to, from 1; nil for headings, signs and answers.
  func numbers(of lines: [PickerLine]) -> [Int?] {
    var (last, wholes): (Int, [String: Int]) = (0, [:])
    return lines.map { line in
      guard line.role == .entry, !isSign(line) else { return nil }
      if let number = line.whole.flatMap({ wholes[$0] }) { return number }
      last += 1
      wholes[line.whole ?? line.id] = last
      return last
    }
  }

  /// Whether a line among keys says what a sign means.
  func isSign(_ line: PickerLine) -> Bool { kind == .keys && !line.isHeading && line.invocation == nil }
}
