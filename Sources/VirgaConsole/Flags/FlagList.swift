import VirgaCanvas
package import VirgaFlags
package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource

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
  /// The flags with their answers; nil before there is a manifest.
  package private(set) var flags: SessionFlags?
  /// The lines that pass.
  package private(set) var lines: [Line] = []
  /// How many flags something is stored for.
  package private(set) var overriddenCount = 0
  /// How many flags have checks that differ.
  package private(set) var differingCount = 0
  /// How many flags are on.
  package private(set) var onCount = 0

  /// How many flags are listed.
  package private(set) var flagCount = 0
  /// How wide the words are that its columns show.
  private(set) var words = FlagColumns.Words()

  /// The sections of the flags.
  private(set) var sections = FlagSections()
  /// The places of the flags that pass, those in folded sections among them.
  private(set) var shownPlaces: [Int] = []
  /// How many of them each section has.
  private(set) var sectionCounts: NameTable<Int> = [:]

  private var folded: NameSet = []
  private var traits: [Traits] = []
  private var orphans: [FlagOrphan] = []
  private var fileGeneration = 0
  /// The ids of all flags, as far as ``findIDs(_:)`` was asked for them.
  private(set) var ids: [String] = []
  /// The flag that reads an entry of the session, as far as it was asked for.
  private(set) var idsOfEntries: [EntryKey: String] = [:]
  private var idsKey: Key?
  private var key: Key?
  private var texts: [String] = []
  private var passing: [Int] = []
  private var passingKey: String?
  private var lineKey: LineKey?
  /// The lines about each flag that was looked at, until something changes that they depend on.
  private var details: NameTable<[StyledLine]> = [:]
  private var detailsKey: DetailsKey?

  private struct Key: Equatable, Sendable {
    var manifest: Int
    var files: Int
  }

  private struct LineKey: Equatable, Sendable {
    var filter: String
    var selection: Selection
    var folded: NameSet
  }

  private struct DetailsKey: Equatable, Sendable {
    var lists: Key?
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
    if !marked.isEmpty { return .applies("\(marked.count) flags") }
    // Clearing is possible where setting is not, so that the other half of a lock is looked at too.
    return flags?.refusal(of: operation, for: first).map { .refused($0) } ?? .applies(first.id)
  }

  /// Shows other files.
  package mutating func show(_ files: FlagFiles) {
    self.files = files.keeping(self.files)
    fileGeneration += 1
  }

  /// Whether something is stored for the flag at a place.
  package func isOverridden(_ place: Int) -> Bool { traits[place].contains(.overridden) }

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
    guard let place = flags?.catalogue.index(of: id), shownPlaces.contains(place) else { return false }
    if let section = sections[place], hiddenSections.contains(section) { setFold(false, of: section) }
    guard let line = lines.firstIndex(of: .flag(place)) else { return false }
    scroll.cursor = line
    return true
  }

  /// Answers again, and finds the lines again, as far as something changed that they depend on.
  package mutating func refresh(_ workspace: Workspace, session: Session, channel: String?) {
    guard let manifest = workspace.manifest else { return }
    let selected = selectedLine
    let wanted = Key(manifest: workspace.generation, files: fileGeneration)
    var changes = FlagChanges.places([], touchesOrphans: false)
    if wanted != key || flags == nil {
      key = wanted
      flags = SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest, session: session,
        channel: channel, testOverrides: testOverrides)
      words = FlagColumns.Words(of: flags?.catalogue.rows ?? [])
      texts = flags?.catalogue.rows.map { "\($0.id) \($0.feature ?? "") \($0.variable ?? "")" } ?? []
      sections = flags.map(FlagSections.init) ?? FlagSections()
      passingKey = nil
      changes = .all
    } else {
      changes = follow(session: session, channel: channel)
    }
    let isStale = take(changes)
    let lines = LineKey(filter: filter.text, selection: selection, folded: hiddenSections)
    if isStale || lines != lineKey {
      lineKey = lines
      findLines()
      if let selected, let place = self.lines.firstIndex(of: selected) { scroll.cursor = place }
    }
  }

  /// Whether there are files of flags of which nobody knows yet what is wrong in them, beside this manifest.
  func hasUnread(beside workspace: Workspace) -> Bool {
    !files.isEmpty && workspace.manifest != nil && key != Key(manifest: workspace.generation, files: fileGeneration)
  }

  /// Finds the ids of the flags, without what each answers.
  mutating func findIDs(_ workspace: Workspace) {
    let wanted = Key(manifest: workspace.generation, files: fileGeneration)
    guard wanted != idsKey, let manifest = workspace.manifest else { return }
    idsKey = wanted
    let rows = (flags.flatMap { wanted == key ? $0.catalogue : nil } ?? files.catalogue(with: manifest)).rows
    ids = rows.map(\.id)
    let entries = rows.flatMap { row in
      row.entryKeys.filter { [.preference, .debug].contains($0.kind) }.map { ($0, row.id) }
    }
    idsOfEntries = Dictionary(entries) { first, _ in first }
  }

  /// The lines that were kept about the flag under the cursor, in a panel so wide; nil where they have to be made.
  func keptDetails(columns: Int) -> [StyledLine]? {
    guard let id = selectedRow?.id, detailsKey?.columns == columns else { return nil }
    return details[id]
  }

  /// Forgets what was kept about flags where it is not so any more.
  mutating func settleDetails(generation: Int, channel: String?, columns: Int) {
    let wanted = DetailsKey(
      lists: key, session: generation, channel: channel, testOverrides: testOverrides, showsShares: showsShares,
      columns: columns)
    guard wanted != detailsKey else { return }
    detailsKey = wanted
    details = [:]
  }

  /// Keeps the lines about the flag under the cursor.
  mutating func keepDetails(_ lines: [StyledLine]) {
    if let id = selectedRow?.id { details[id] = lines }
  }

  private mutating func follow(session: Session, channel: String?) -> FlagChanges {
    var changes = FlagChanges.places([], touchesOrphans: false)
    if flags?.session != session, let touched = flags?.update(from: session) { changes = touched }
    if flags?.environment.channel != channel {
      flags?.show(channel: channel)
      changes = .all
    }
    if flags?.testOverrides != testOverrides {
      flags?.testOverrides = testOverrides
      changes = .all
    }
    return changes
  }

  /// Counts what changed, and no more; true where other lines may pass.
  private mutating func take(_ changes: FlagChanges) -> Bool {
    guard let flags else { return false }
    switch changes {
    case .all:
      let overridden = Set(flags.overridden)
      traits = flags.answers.indices.map { Traits(flags.answers[$0], isOverridden: overridden.contains($0)) }
      overriddenCount = overridden.count
      differingCount = traits.count { $0.contains(.differing) }
      onCount = traits.count { $0.contains(.on) }
      orphans = flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest)
      return true
    case .places(let places, let touchesOrphans):
      if touchesOrphans {
        orphans = flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest)
      }
      var isStale = touchesOrphans
      for place in places {
        let new = Traits(flags.answers[place], isOverridden: flags.isOverridden(flags.catalogue.rows[place]))
        let old = traits[place]
        traits[place] = new
        overriddenCount += new.count(.overridden) - old.count(.overridden)
        differingCount += new.count(.differing) - old.count(.differing)
        onCount += new.count(.on) - old.count(.on)
        if let trait = selection.trait, new.contains(trait) != old.contains(trait) { isStale = true }
      }
      return isStale
    }
  }

  private mutating func findLines() {
    guard let flags else { return }
    findPassing(flags)
    shownPlaces = passing.filter { place in
      if let trait = selection.trait { return traits[place].contains(trait) }
      let row = flags.catalogue.rows[place]
      return switch selection {
      case .kind(let kind): row.kind == kind
      case .section(let section): flags.configured(row).map { Self.section(of: $0) == section } ?? false
      default: true
      }
    }
    lines = sections.lines(of: shownPlaces, folded: hiddenSections)
    flagCount = shownPlaces.count
    sectionCounts = shownPlaces.reduce(into: [:]) { counts, place in
      if let section = sections[place] { counts[section, default: 0] += 1 }
    }
    guard selection == .all || selection == .overridden else { return }
    let wanted = Filter(filter.text)
    lines += orphans.filter { wanted.isEmpty || wanted.containsWhole($0.key) }.map { .orphan($0) }
  }

  /// A flag passes by whole words of its id, feature and variable, and where none has them by letters of its id.
  private mutating func findPassing(_ flags: SessionFlags) {
    guard passingKey != filter.text else { return }
    passingKey = filter.text
    let wanted = Filter(filter.text)
    passing = sections.order.filter { wanted.containsWhole(texts[$0]) }
    guard passing.isEmpty else { return }
    passing = sections.order.filter { wanted.score(flags.catalogue.rows[$0].id) != nil }
  }

  /// The same lists with the same answers.
  package static func == (left: FlagList, right: FlagList) -> Bool {
    left.filter == right.filter && left.scroll == right.scroll && left.selection == right.selection
      && left.layer == right.layer && left.marked == right.marked && left.testOverrides == right.testOverrides
      && left.detailsTop == right.detailsTop && left.showsShares == right.showsShares
      && left.fileGeneration == right.fileGeneration && left.lines == right.lines && left.flags == right.flags
  }
}

extension FlagList {
  /// What is wrong with the files of flags.
  package var problems: [Problem] { flags?.catalogue.problems ?? [] }
}
