package import VirgaFlags
package import VirgaJSON
package import VirgaSession
import VirgaSource
package import VirgaWorkbench

/// Screen 2: every flag of manifest and files, narrowed, with what is marked.
package struct FlagList: Equatable, Sendable {
  /// A line of the list.
  package enum Line: Equatable, Sendable {
    /// The name of a section, over its flags.
    case heading(String)
    /// The flag at a place in the catalogue.
    case flag(Int)
    /// What is stored for no flag.
    case orphan(FlagOrphan)
  }

  /// The layer of a flag that a key changes.
  package enum Layer: String, CaseIterable, Sendable {
    /// What the app's user chose.
    case preference
    /// What a developer chose.
    case debug
  }

  /// The filter of the lines.
  package var filter = FilterField()
  /// The cursor among the lines.
  package var scroll = Scroll()
  /// Which flags are listed.
  package internal(set) var selection = Selection.all
  /// The layer that Space changes, where a flag has both.
  package internal(set) var layer = Layer.preference
  /// The ids of the flags that are marked.
  package internal(set) var marked: NameSet = []
  /// Simulated preferences, which last as long as the console.
  package internal(set) var testOverrides = FlagTestOverrides()
  /// How far the details are scrolled.
  package internal(set) var detailsTop = 0
  /// The flag that the details were about when they were last settled.
  var detailsSubject: String?
  /// Whether the details show the shares of many draws.
  package internal(set) var showsShares = false
  /// What the files say.
  package private(set) var files = FlagFiles()
  /// The flags that were found last; nil before there are any.
  var table: FlagTable?
  /// The lines that pass.
  package private(set) var lines: [Line] = []
  /// How many flags are listed.
  package private(set) var flagCount = 0
  /// The places of the flags that pass, those in folded sections among them.
  private(set) var shownPlaces: [Int] = []
  /// How many of them each section has.
  private(set) var sectionCounts: NameTable<Int> = [:]

  private var folded: NameSet = []
  var fileGeneration = 0
  /// What is wanted and not found yet; nil where all is there.
  var order: FlagOrder?
  /// The number of the order that is carried out; nil where none is.
  var running: Int?
  /// The number of the last order.
  var lastNumber = 0
  /// What is to be done as soon as the flags are found.
  var awaited: FlagErrand?
  /// The flag on which the cursor is to stay among others.
  private var kept: String?
  private var passing: [Int] = []
  private var passed: Passed?
  var lineKey: LineKey?
  /// The lines about each flag that was looked at, until something changes that they depend on.
  private var details: NameTable<[StyledLine]> = [:]
  private var detailsKey: DetailsKey?

  /// What the flags that pass were found by.
  private struct Passed: Sendable {
    var table: Int
    var filter: String
    /// Whether they only hold the letters.
    var isScattered: Bool
  }

  struct LineKey: Equatable, Sendable {
    var filter: String
    var selection: Selection
    var folded: NameSet
  }

  private struct DetailsKey: Equatable, Sendable {
    var table: Int?
    var session: Int
    var channel: String?
    var testOverrides: FlagTestOverrides
    var showsShares: Bool
    var columns: Int
  }

  /// A list of nothing.
  package init() {}

  /// The line under the cursor.
  package var selectedLine: Line? { lines.indices.contains(scroll.cursor) ? lines[scroll.cursor] : nil }

  /// The flag under the cursor; nil on a heading and on an orphan.
  package var selectedRow: FlagRow? {
    guard case .flag(let place)? = selectedLine else { return nil }
    return flags?.catalogue.rows[place]
  }

  /// The flags that a command acts on: those that are marked, else the one under the cursor.
  package var subjects: [FlagRow] {
    guard !marked.isEmpty, let catalogue = flags?.catalogue else { return selectedRow.map { [$0] } ?? [] }
    return marked.compactMap { catalogue.index(of: $0) }.sorted().map { catalogue.rows[$0] }
  }

  /// The first of them.
  var firstSubject: FlagRow? { marked.isEmpty ? selectedRow : subjects.first }

  /// Whether an operation applies to one of the flags that a command acts on.
  func availability(of operation: FlagOperation) -> Command.Availability {
    guard let first = firstSubject else { return .refused("there is no flag under the cursor") }
    if !marked.isEmpty { return .applies(marked.count.counted("flag")) }
    // Clearing is possible where setting is not, so that the other half of a lock is looked at too.
    return flags?.refusal(of: operation, for: first).map { .refused($0) } ?? .applies(first.id)
  }

  /// Shows other files.
  package mutating func show(_ files: FlagFiles) {
    self.files = files.keeping(self.files)
    fileGeneration += 1
  }

  /// Whether something is stored for the flag at a place.
  package func isOverridden(_ place: Int) -> Bool { table?.has(.overridden, place) ?? false }

  /// The sections whose flags are hidden; what is looked for never is.
  var hiddenSections: NameSet { filter.text.isEmpty ? folded : [] }

  /// Hides the flags of a section, or shows them.
  mutating func setFold(_ folds: Bool, of section: String) {
    if folds { folded.insert(section) } else { folded.remove(section) }
    let hidden = hiddenSections
    lineKey?.folded = hidden
    findLines()
  }

  /// Puts the cursor on a flag, unfolding its section; false where the list does not have it.
  package mutating func select(_ id: String) -> Bool {
    guard let table, let place = table.flags.catalogue.index(of: id), shownPlaces.contains(place) else { return false }
    if let section = table.sections[place], hiddenSections.contains(section) { setFold(false, of: section) }
    guard let line = lines.firstIndex(of: .flag(place)) else { return false }
    scroll.cursor = line
    return true
  }

  /// Takes what an order found; an earlier one than the last is not heard.
  ///
  /// - Returns: Whether it was heard.
  @discardableResult mutating func take(_ found: FlagTable) -> Bool {
    if found.number == running { running = nil }
    guard found.number == order?.number else { return false }
    // Lines tell flags by their places, which may be those of others now.
    kept = selectedRow?.id ?? kept
    (table, order, lineKey) = (found, nil, nil)
    lines = lines.filter { if case .flag = $0 { false } else { true } }
    shownPlaces = []
    return true
  }

  /// Answers again, and finds the lines again, as far as something changed that they depend on.
  package mutating func refresh(_ workspace: Workspace, session: Session, channel: String?) {
    let selected = selectedLine
    find(workspace, session: session, channel: channel)
    guard table != nil else { return }
    let isOther = isFinding ? false : table?.follow(session, selection.trait) ?? false
    let lines = LineKey(filter: filter.text, selection: selection, folded: hiddenSections)
    guard isOther || lines != lineKey else { return }
    lineKey = lines
    findLines()
    if let kept {
      self.kept = nil
      _ = select(kept)
    } else if let selected, let place = self.lines.firstIndex(of: selected) {
      scroll.cursor = place
    }
  }

  /// The lines that were kept about the flag under the cursor, in a panel so wide; nil where they have to be made.
  func keptDetails(columns: Int) -> [StyledLine]? {
    guard let id = selectedRow?.id, detailsKey?.columns == columns else { return nil }
    return details[id]
  }

  /// Forgets what was kept about flags where it is not so any more.
  mutating func settleDetails(generation: Int, channel: String?, columns: Int) {
    let wanted = DetailsKey(
      table: table?.number, session: generation, channel: channel, testOverrides: testOverrides,
      showsShares: showsShares,
      columns: columns)
    guard wanted != detailsKey else { return }
    detailsKey = wanted
    details = [:]
  }

  /// Keeps the lines about the flag under the cursor.
  mutating func keepDetails(_ lines: [StyledLine]) {
    if let id = selectedRow?.id { details[id] = lines }
  }

  private mutating func findLines() {
    guard let table else { return }
    findPassing(table)
    shownPlaces = selection == .all ? passing : passing.filter { isSelected($0, of: table) }
    lines = table.sections.lines(of: shownPlaces, folded: hiddenSections)
    flagCount = shownPlaces.count
    sectionCounts = table.sections.counts(of: shownPlaces)
    guard selection == .all || selection == .overridden else { return }
    let wanted = Filter(filter.text)
    lines += table.orphans.filter { wanted.isEmpty || wanted.containsWhole($0.key) }.map { .orphan($0) }
  }

  private func isSelected(_ place: Int, of table: FlagTable) -> Bool {
    if let trait = selection.trait { return table.has(trait, place) }
    let row = table.flags.catalogue.rows[place]
    return switch selection {
    case .kind(let kind): row.kind == kind
    case .section(let section): table.flags.configured(row).map { Self.section(of: $0) == section } ?? false
    default: true
    }
  }

  /// A flag passes by whole words of its id, feature and variable, and where none has them by letters of its id.
  private mutating func findPassing(_ table: FlagTable) {
    let last = passed?.table == table.number ? passed : nil
    guard last?.filter != filter.text else { return }
    let wanted = Filter(filter.text)
    // What does not fit the beginning of a filter does not fit more of it either.
    let isNarrower = last.map { !$0.filter.isEmpty && filter.text.hasPrefix($0.filter) } ?? false
    let candidates = isNarrower ? passing : table.sections.order
    var isScattered = isNarrower && last?.isScattered == true
    if wanted.isEmpty {
      passing = candidates
    } else if !isScattered {
      passing = table.texts.places(holding: wanted, among: candidates)
      isScattered = passing.isEmpty
      if isScattered { passing = table.ids.places(scattering: wanted, among: table.sections.order) }
    } else {
      passing = table.ids.places(scattering: wanted, among: candidates)
    }
    passed = Passed(table: table.number, filter: filter.text, isScattered: isScattered)
  }

  /// The same lists with the same answers.
  package static func == (left: FlagList, right: FlagList) -> Bool {
    left.filter == right.filter && left.scroll == right.scroll && left.selection == right.selection
      && left.layer == right.layer && left.marked == right.marked && left.testOverrides == right.testOverrides
      && left.detailsTop == right.detailsTop && left.showsShares == right.showsShares
      && left.fileGeneration == right.fileGeneration && left.lines == right.lines && left.order == right.order
      && left.table?.flags == right.table?.flags
  }
}
