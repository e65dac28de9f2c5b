import VirgaCanvas
import VirgaSession
import VirgaWorkbench

/// A list over the screen: to choose from, to look up keys, or the command line.
struct Picker: Equatable, Sendable {
  enum Kind: Sendable {
    /// One line is chosen; typing filters the lines.
    case choice
    case keys
    /// The command line: it runs what is typed; the lines are completions.
    case commandLine
  }

  /// The state that lists are made from.
  struct Basis: Equatable, Sendable {
    let session: Session
    /// The revision of the editor's text that was checked last.
    let checkedText: ConfigEditor.Revision?
    let apps: [ComparedApp]
    let problems: ProblemIndex.Sources
  }

  let kind: Kind
  var title: String
  var list = ListModel<PickerLine>()
  /// Rebuilds the list after a change; nil for a constant list and for the command line.
  var make: (@Sendable (Model) -> Picker?)?
  /// The state that the list was made from; a change rebuilds it while it is open.
  var basis = LastInput<Basis>()
  /// The lists below it; the last one returns when it closes.
  private(set) var coveredLists: [Picker] = []
  /// The line that the cursor was on, while the list does not contain it; else nil.
  var lineToReturnTo: PickerLine?
  /// Whether `back` returns from where a chosen line leads, whatever its command is.
  var listsDestinations = false
  /// What completes `go` on the command line, found once because it takes longer than a key may;
  /// nil until that is typed.
  var destinationNames: [DestinationNames]?

  /// Creates a list that is filtered while a person types.
  ///
  /// - Parameter below: The list that it covers.
  init(
    _ title: String, as kind: Kind = .choice, lines: [PickerLine], cursor: Int = 0,
    over below: Picker? = nil
  ) {
    (self.kind, self.title) = (kind, title)
    coveredLists = below.map { $0.coveredLists + [$0] } ?? []
    list.filter.isTyping = true
    list.show(lines)
    list.scroll.cursor = cursor
    moveOffHeading()
  }

  /// A list with one answer per line; the chosen one runs.
  ///
  /// - Parameter current: The answer that is in effect already: the cursor starts there, and
  ///   choosing it changes nothing.
  static func choice(
    _ title: String, _ answers: [(invocation: Invocation, title: String, detail: String)],
    current: Int? = nil
  ) -> Picker {
    let lines = answers.enumerated().map { index, answer in
      PickerLine(
        invocation: answer.invocation, title: DisplayText(answer.title),
        detail: DisplayText(answer.detail),
        isCurrent: index == current)
    }
    return Picker(title, lines: lines, cursor: current ?? 0)
  }

  /// The lines that the filter matches, in the order of the rows: without sections, each row of the
  /// list is a line.
  var lines: [PickerLine] { list.shownItems }
  var selected: PickerLine? { list.selected.flatMap { $0.isHeading ? nil : $0 } }

  /// The text that is typed: a filter, or the command line.
  var field: TextField {
    get { list.filter.field }
    set { list.filter.field = newValue }
  }

  var isTyping: Bool { list.filter.isTyping }

  var isFiltered: Bool { kind == .choice && !field.isEmpty }

  /// Moves the cursor by some rows, and further in that direction if it would be on a heading.
  ///
  /// 0 rows only move it off a heading, down if possible. Any other move also forgets
  /// `lineToReturnTo`: the line that the cursor was on before the list lost it.
  mutating func move(by rows: Int) {
    if rows != 0 { lineToReturnTo = nil }
    list.scroll.move(by: rows, in: list.count)
    // A row of the list now, or 0 if the list is empty.
    let cursor = list.scroll.cursor
    func isEntry(_ row: Int) -> Bool { list.item(inRow: row)?.isHeading == false }
    let entryAbove = (0...cursor).last(where: isEntry)
    let entryBelow = (cursor..<list.count).first(where: isEntry)
    let entry = rows < 0 ? entryAbove ?? entryBelow : entryBelow ?? entryAbove
    list.scroll.cursor = entry ?? cursor
  }

  /// Moves the cursor to a row; it no longer returns to a line that is missing.
  mutating func select(_ row: Int) {
    lineToReturnTo = nil
    list.scroll.cursor = row
  }

  /// Filters the lines again, and selects the best match, or the line of a proposal: the rest of a
  /// command that the command line adds to the typed text, such as `port` to `ex`.
  mutating func refilter() {
    list.refilter(selectsBest: true)
    // The typed text decides where the cursor is, so it does not return to an earlier line.
    lineToReturnTo = nil
    let hasProposal = field.proposedCount > 0
    if hasProposal, let row = lines.firstIndex(where: { $0.invocation?.line == field.text }) {
      list.scroll.cursor = row
    }
    moveOffHeading()
  }

  /// Replaces the lines.
  ///
  /// If the line under the cursor is missing now, the cursor returns to it when a later call lists
  /// it again.
  mutating func load(_ lines: [PickerLine]) {
    // `lineToReturnTo` is set while that line is missing; both are nil if the list was empty.
    let line = lineToReturnTo ?? selected
    list.show(lines)
    let isListed = line.map { list.select($0.id) } ?? true
    lineToReturnTo = isListed ? nil : line
    moveOffHeading()
  }

  /// Moves the cursor from a heading to an entry; on an entry, it stays.
  private mutating func moveOffHeading() { move(by: 0) }

  /// Whether both show the same; ``make`` cannot be compared.
  static func == (left: Picker, right: Picker) -> Bool {
    left.kind == right.kind && left.title == right.title && left.list == right.list
  }

  /// The number of entries.
  var count: Int { count(in: list.items[...]) }

  /// The number of entries that the filter matches.
  var matchCount: Int { count(in: lines[...]) }

  /// The number of entries among lines, without headings and the answers to a question about them;
  /// a line and its parts count as one.
  ///
  /// In the list of messages, a message of three lines counts once, also if only its second line is
  /// among them.
  func count(in lines: ArraySlice<PickerLine>) -> Int {
    // Lazy, because copying thousands of lines takes time.
    let entries = lines.lazy.filter(isCountedEntry)
    let wholesOfParts = Set(entries.compactMap(\.partOf))
    // Most lists have no parts, and making the ids of thousands of lines takes time.
    if wholesOfParts.isEmpty { return entries.count }
    let wholes = entries.filter { $0.partOf == nil }
    // The first line of a message may be scrolled out of sight while its parts are visible.
    let wholesOutOfSight = wholesOfParts.subtracting(wholes.map(\.id))
    return wholes.count + wholesOutOfSight.count
  }

  /// Whether a line is counted: an entry, and in a list of keys only one that runs a command.
  func isCountedEntry(_ line: PickerLine) -> Bool {
    line.role == .entry && (kind != .keys || line.invocation != nil)
  }
}

/// A line of a ``Picker``: three columns, and the command that it runs.
struct PickerLine: ListItem, Equatable {
  enum Role: Sendable {
    /// A listed line; only these are counted.
    case entry
    case answer
    case heading
  }

  /// The command that it runs; nil if it only informs.
  var invocation: Invocation?
  /// The first column: keys, or a sign or word about the line.
  var leading: DisplayText = .empty
  /// The style of the sign with which the first column begins; nil if it has none.
  var signStyle: Style?
  var title: DisplayText
  /// The third column: more about it, or why it does not apply.
  var detail: DisplayText = .empty
  var applies = true
  /// Whether it is in effect already, so that choosing it changes nothing.
  var isCurrent = false
  /// More text that the filter matches, which is not shown.
  var alsoSearched: DisplayText = .empty
  /// The text that a person types for it; nil if that is its title.
  var textToType: String?
  /// A sentence about it, for which the line has no room.
  var sentence: DisplayText = .empty
  var role = Role.entry
  /// The id of the line; nil to take its invocation, or else its texts, as the id.
  var identity: String?
  /// The id of the line that it is part of, so that both count as one; nil for a whole line.
  var partOf: String?
  /// Whether it continues the typed text; such lines come first, in their own order.
  var continuesTyped = false

  static func heading(_ title: String) -> PickerLine {
    PickerLine(title: DisplayText(title), applies: false, role: .heading)
  }

  var text: String { textToType ?? title.plain }

  var isHeading: Bool { role == .heading }

  var id: String {
    identity ?? invocation?.line ?? "\(leading.plain) \(title.plain) \(alsoSearched.plain)"
  }

  /// The best rank of its texts, the lowest number; nil if no text matches.
  ///
  /// A match in the text that a person types for the line, usually the title, comes before an
  /// equally good one in the first column, the detail or the text that is not shown.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !isHeading else { return nil }
    // On the command line, lines that continue the typed text come before all others.
    if continuesTyped { return Int.min }
    // Scattered letters are looked for only in the text that a person types for the line.
    guard !fuzzy else { return filter.match(text).map { -$0.score } }
    // A bonus puts matches in one text before equally good ones in another. A match at the start of
    // a text scores 200 more than one inside a word.
    let textsWithBonus = [
      (text: text, bonus: 300), (text: leading.plain, bonus: 200), (text: detail.plain, bonus: 0),
      (text: alsoSearched.plain, bonus: -100),
    ]
    // A line that runs nothing comes after all others: the penalty is more than the score and bonus
    // of usual words.
    let penalty = invocation == nil ? 10_000 : 0
    let ranks = textsWithBonus.compactMap { text, bonus -> Int? in
      guard let match = filter.match(text, adjacentOnly: true) else { return nil }
      // A better match has a higher score, but a lower rank.
      return penalty - match.score - bonus
    }
    return ranks.min()
  }
}
