import VirgaCanvas
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The first line: manifest, channel, screens and counts.
///
/// Each part has forms from the shortest to the longest, such as `●2` and `2 overrides`;
/// ``Segments`` chooses those for which there is room.
struct HeaderLine {
  /// The order in which forms get their room: the first ones are shown on the narrowest line.
  ///
  /// - `manifest`, `name`, `longName`: ever longer forms of the manifest's name.
  /// - `tabs`: the tabs in a length that every line has room for, and the program's name.
  /// - `tabName`: the tabs with the name of the shown screen, on a narrow line.
  /// - `channel`: the client's channel.
  /// - `marks`: what a person must not miss, such as `!2`; `problems`, `words`: the same in words.
  /// - `needed`: what a person has to know, such as `read-only`.
  /// - `session`, `wholeSession`: a short and a long form of the session's name; `session` also for
  ///   what is wrong with the files.
  /// - `allIsWell`: that all is well, as in `no problems`.
  /// - `sizes`: the numbers of the manifest's features, files and channels.
  private enum Rank: Int {
    case manifest, tabs, marks, tabName, channel, name, needed, longName, problems, words, session
    case allIsWell, wholeSession, sizes
  }

  /// A part in one of its lengths, and the rank at which that length gets its room.
  private typealias Form = (rank: Rank, text: DisplayText)

  /// A part of the line with its forms, from the shortest to the longest.
  private struct Part {
    /// Without forms, the part is left out.
    var forms: [Form]
    /// The command that a click on it runs; nil if a click does nothing.
    var command: String?
  }

  /// A text on the line.
  private struct Piece {
    var text: DisplayText
    var column: Int
    var style: Style
    /// The command that a click on it runs; nil if a click does nothing.
    var command: String?
  }

  private var pieces: [Piece] = []

  /// The columns before the first part and after the last one.
  private static let margin = 1
  /// The cells between parts.
  private static let gap = 1
  /// The cells before the tabs, which sets them apart from the names at their left.
  private static let gapBeforeTabs = 2
  private static let separator: DisplayText = " · "

  /// Places the program's name, manifest, the client's channel and the tabs from the left, and the
  /// counts at the right end; each part in the longest form for which the line has room.
  init(_ model: borrowing Model) {
    let columns = model.layout.header.columns
    let tabForms = Self.tabForms(on: model.screen, in: columns)
    // With a blank at its end: with the gap, two cells separate it from the manifest.
    let program: DisplayText = columns >= Self.columnsForProgram ? "virga " : .empty
    // The program's name has the rank of the tabs, for which every line has room, so it is added
    // below without a check.
    let start = [
      Part(forms: program.isEmpty ? [] : [(.tabs, program)]),
      Part(forms: Self.manifestForms(model), command: "channel"),
      Part(forms: Self.clientChannelForms(model)),
      Part(forms: tabForms.map { ($0.rank, $0.tabs.joined(separator: " ")) }),
    ]
    // The indices of these parts; that of the program's name is 0.
    let (manifestPart, clientPart, tabsPart) = (1, 2, 3)
    let parts = start + Self.counts(of: model)
    let chosen = Self.chosenTexts(of: parts, firstCount: start.count, in: columns)
    let names = [chosen[manifestPart] ?? .empty, chosen[clientPart]].compactMap(\.self)
    let namesText = names.joined(separator: " ")
    let endOfNames = addNames(namesText, after: program, running: start[manifestPart].command)
    // The chosen text only joins the tabs, but each of them needs its own style and click.
    let tabForm = tabForms.first { $0.tabs.joined(separator: " ") == chosen[tabsPart] }
    addTabs(tabForm?.tabs ?? [], from: endOfNames + Self.gapBeforeTabs, shown: model.screen)
    let counts = parts.indices.dropFirst(start.count).compactMap { index in
      chosen[index].map { (text: $0, command: parts[index].command) }
    }
    addCounts(counts, endingAt: columns - Self.margin)
  }

  /// Adds the program's name, which is empty on a narrow line, and the names of manifest and
  /// channels from the left; returns the column after them.
  ///
  /// - Parameter command: The command that a click on the names of manifest and channels runs.
  private mutating func addNames(
    _ names: DisplayText, after program: DisplayText, running command: String?
  ) -> Int {
    var column = Self.margin
    if !program.isEmpty {
      // `program` is this name and a blank after it, which is not drawn.
      add("virga", at: column, .header.bold())
      column += program.columns + Self.gap
    }
    add(names, at: column, .header, running: command)
    return column + names.columns
  }

  /// The client's channel, as in `(client: beta)`; no forms if it is the one on the screen.
  private static func clientChannelForms(_ model: Model) -> [Form] {
    guard let channel = ContextCommands.differingClientChannel(in: model) else { return [] }
    return [(.channel, DisplayText("(client: \(channel))"))]
  }

  /// Adds the tabs of all screens from a column on, that of the shown screen highlighted; a click
  /// on a tab runs the command that has the name of its screen, such as `flags`, and shows it.
  private mutating func addTabs(_ tabs: [DisplayText], from start: Int, shown: Screen) {
    var column = start
    for (screen, tab) in zip(Screen.allCases, tabs) {
      let isShown = screen == shown
      add(tab, at: column, isShown ? .accent.bold() : .dim, running: screen.rawValue)
      column += tab.columns + Self.gap
    }
  }

  /// Adds counts with separators between them, the last one ending before a column.
  private mutating func addCounts(
    _ counts: [(text: DisplayText, command: String?)], endingAt end: Int
  ) {
    let width = counts.map(\.text).joined(separator: Self.separator).columns
    var column = end - width
    for (index, count) in counts.enumerated() {
      if index > 0 {
        add(Self.separator, at: column, .header)
        column += Self.separator.columns
      }
      add(count.text, at: column, .header, running: count.command)
      column += count.text.columns
    }
  }

  /// Adds a text at a column; a click on it runs a command if there is one.
  private mutating func add(
    _ text: DisplayText, at column: Int, _ style: Style, running command: String? = nil
  ) {
    pieces.append(Piece(text: text, column: column, style: style, command: command))
  }

  /// The text of each part in the form that fits into a number of columns; nil for a part that is
  /// left out.
  ///
  /// - Parameter firstCount: The index of the first of the counts, such as `2 overrides`, which are
  ///   at the right end; the parts before it are at the left, the tabs as the last of them.
  private static func chosenTexts(
    of parts: [Part], firstCount: Int, in columns: Int
  ) -> [DisplayText?] {
    let segments: [Segments.Part] = parts.enumerated().map { index, part in
      let forms = part.forms.map { (rank: $0.rank.rawValue, columns: $0.text.columns) }
      return (gap: columnsBefore(partAt: index, firstCount: firstCount), forms: forms)
    }
    // The index of the form of each part; nil if the part is left out.
    let chosen = Segments.chosenForms(of: segments, in: columns)
    return zip(parts, chosen).map { part, form in form.map { part.forms[$0].text } }
  }

  /// The cells between a part and the one before it.
  ///
  /// - Parameter firstCount: The index of the first of the counts, such as `2 overrides`, which are
  ///   at the right end; the part before it is the tabs.
  private static func columnsBefore(partAt index: Int, firstCount: Int) -> Int {
    if index >= firstCount { return separator.columns }
    let isTabs = index == firstCount - 1
    return isTabs ? gapBeforeTabs : gap
  }

  /// Draws the pieces over a bar as wide as the screen.
  func draw(on canvas: inout Canvas) {
    canvas.fill(canvas.bounds.top(1), style: .header)
    for piece in pieces {
      let start = Point(column: piece.column, row: 0)
      canvas.draw(piece.text, at: start, style: piece.style)
      let isAboutProblem = piece.text.plain.hasPrefix(PanelSymbols.problem.plain)
      if isAboutProblem { canvas.draw(PanelSymbols.problem, at: start, style: .warning) }
    }
  }

  /// The line in words, for plain mode.
  var words: String {
    let texts = pieces.map(\.text).filter { $0.plain != Self.separator.plain }
    return SpokenText.of(texts.joined(separator: " ").plain)
  }

  /// The command that a click on a column runs, such as `channel` on the manifest's channel; nil if
  /// a click there does nothing.
  func command(at column: Int) -> String? {
    let piece = pieces.first { piece in
      let cells = piece.column..<piece.column + piece.text.columns
      return cells.contains(column)
    }
    return piece?.command
  }

  /// A count with its noun: `no overrides`, `1 override`, `2 overrides`.
  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.pluralizing(noun, nouns))
  }

  /// The manifest's name, whole and cut to ever shorter widths, the shortest form first.
  ///
  /// In the demo, the longest form begins with that word, as in `demo: cirrus`.
  private static func manifestNames(_ model: Model) -> [DisplayText] {
    let manifest = model.workspace.manifest
    let name = DisplayText(manifest?.title ?? model.options.manifestName)
    // The widths that a longer name may be cut to.
    let shortWidths = [6, 10, 15, 22, 32].filter { $0 < name.columns }
    let names = shortWidths.map { name.truncated(to: $0) } + [name]
    // Until the demo is read, `demo` is its name.
    let isDemoRead = model.options.isDemo && manifest != nil
    return isDemoRead ? names + ["demo: " + name] : names
  }

  /// The manifest's name in several lengths, each with the whole channel, as in `fenix ▸ nightly`.
  private static func manifestForms(_ model: Model) -> [Form] {
    let channel = model.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty
    // The rank says when a form gets its room. More than these columns of a name are shown only if
    // more important parts have room.
    let mostImportantColumns = 15
    return manifestNames(model).enumerated().map { index, name in
      // The shortest form gets its room before all other parts.
      let isShortest = index == 0
      if isShortest { return (.manifest, name + channel) }
      let rank = name.columns <= mostImportantColumns ? Rank.name : .longName
      return (rank, name + channel)
    }
  }

  /// With fewer columns, the program's name is left out.
  private static let columnsForProgram = 130
  /// With this many columns, all tabs have their names.
  private static let columnsForAllNames = 110
  /// With fewer columns, the shown screen has its name only if the line has room for it.
  private static let columnsForOneName = 60

  /// The tabs in one of their lengths, and the rank at which that length gets its room.
  private struct TabForm {
    let rank: Rank
    let tabs: [DisplayText]
  }

  /// The tabs: `[1 Features] 2 Flags 3 Channels 4 Experiments 5 Events`, below 110 columns
  /// `[1 Features] 2 3 4 5`.
  ///
  /// Below 60 columns there are two forms: `[1] 2 3 4 5`, for which there is always room, and the
  /// one with the name of the shown screen, which is shown if more important parts of the header
  /// leave room for it.
  private static func tabForms(on shown: Screen, in columns: Int) -> [TabForm] {
    func tabs(hasName: (Screen) -> Bool) -> [DisplayText] {
      Screen.allCases.map { screen in
        let name = hasName(screen) ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
        return DisplayText(screen == shown ? "[\(name)]" : name)
      }
    }
    if columns >= columnsForAllNames { return [TabForm(rank: .tabs, tabs: tabs { _ in true })] }
    let withOneName = tabs { $0 == shown }
    if columns >= columnsForOneName { return [TabForm(rank: .tabs, tabs: withOneName)] }
    return [
      TabForm(rank: .tabs, tabs: tabs { _ in false }), TabForm(rank: .tabName, tabs: withOneName),
    ]
  }

  /// The counts at the end of the line, and what a person has to know about the files and the
  /// session.
  ///
  /// What a person must not miss has a form of the rank `marks` or `needed`, for narrow lines.
  /// Forms of later ranks are shown only if the line has room for them.
  private static func counts(of model: Model) -> [Part] {
    guard let manifest = model.workspace.manifest else { return [stateWithoutManifest(of: model)] }
    let draftCount = model.features.editing.unappliedCount
    let brokenCount = model.features.editing.brokenCount
    // The session could not be saved: it is only in memory now.
    let isLost = model.files.isSessionLost
    let problemCount = model.problems.count(.error) + model.problems.count(.warning)
    let isAllWell = problemCount + brokenCount == 0
    return [
      Part(forms: isLost ? [(.marks, "! session in memory")] : []),
      Part(forms: model.options.isReadOnly ? [(.needed, "read-only")] : []),
      Part(forms: appForms(of: model), command: "follow-app"),
      Part(forms: overrideForms(of: model), command: "overrides"),
      Part(forms: sessionNameForms(of: model)),
      Part(forms: clientChangeForms(of: model), command: "overrides"),
      Part(forms: staleManifestForms(of: model), command: "problems"),
      // Values may be missing, because a file of the manifest could not be read.
      Part(forms: manifest.isComplete ? [] : [(.needed, "! incomplete")], command: "problems"),
      Part(forms: problemForms(of: model), command: "problems"),
      Part(forms: draftForms(draftCount, broken: brokenCount)),
      Part(forms: isAllWell ? [(.allIsWell, "no problems")] : []),
    ] + sizeParts(of: manifest, hints: model.problems.count(.hint))
  }

  /// Says that the client (attributes, clock, participation or events) was changed since the
  /// session began; no forms if it was not, or if the header shows another channel of the client
  /// already, as in `(client: beta)`.
  private static func clientChangeForms(of model: Model) -> [Form] {
    let showsClientChannel = ContextCommands.differingClientChannel(in: model) != nil
    let isShown = !showsClientChannel && !model.clientChanges.all.isEmpty
    return isShown ? [(.needed, "client changed")] : []
  }

  /// Says that the files could not be read again, so that an older manifest is shown; no forms if
  /// they could.
  private static func staleManifestForms(of model: Model) -> [Form] {
    guard model.workspace.isStale else { return [] }
    return [(.needed, "! last good state"), (.session, "! the files are broken; last good state")]
  }

  /// What the line says instead of counts while there is no manifest: the problems if there are
  /// errors, or else whether a manifest is being read.
  private static func stateWithoutManifest(of model: Model) -> Part {
    if model.problems.count(.error) > 0 {
      return Part(forms: problemForms(of: model), command: "problems")
    }
    let state: DisplayText = model.files.isFirstReadingCanceled ? "nothing read" : "reading …"
    return Part(forms: [(.needed, state)])
  }

  /// The number of overrides, as in `●2` and `2 overrides`.
  private static func overrideForms(of model: Model) -> [Form] {
    let overrides = model.session.overrideCount
    // Beside the warning that the session is lost, `no overrides` hardly matters.
    let rankOfWords: Rank = overrides == 0 && model.files.isSessionLost ? .allIsWell : .words
    let words: Form = (rankOfWords, counted(overrides, "override"))
    // Zero is written in words, as a mark without a count would suggest that there is something.
    if overrides == 0 { return [words] }
    return [(.marks, PanelSymbols.overridden + DisplayText("\(overrides)")), words]
  }

  /// The name of the session, short and whole; no forms if it has none, or if changes are no longer
  /// saved in the session.
  private static func sessionNameForms(of model: Model) -> [Form] {
    let name = DisplayText(model.options.sessionName)
    guard !model.files.isSessionLost, !name.isEmpty else { return [] }
    let columnsOfShortName = 20
    return [
      (.session, name.truncatedInside(to: columnsOfShortName)),
      (.wholeSession, "session " + name),
    ]
  }

  /// The numbers of features, files and channels of the manifest, and of hints: a part for each,
  /// with the last rank, so that it is shown only if everything else has room.
  private static func sizeParts(of manifest: Manifest, hints: Int) -> [Part] {
    let sizes = [
      (manifest.features.count, "feature"), (manifest.files.count, "file"),
      (manifest.channels.count, "channel"), (hints, "hint"),
    ]
    // "no features" says something about a manifest; "no hints" does not.
    let shown = sizes.filter { count, noun in count > 0 || noun != "hint" }
    return shown.map { count, noun in Part(forms: [(.sizes, counted(count, noun))]) }
  }

  /// The only connected app, or how many there are.
  ///
  /// With `!` if an app has another channel or manifest than the screen: which one the only app
  /// has, or how many apps differ, as in `! app: beta` and `! 1 of 2 apps differ`.
  ///
  /// The form with the rank `marks` is shown on the narrowest lines, the one with `needed` on wider
  /// ones, the one with `words` if the line has room for whole sentences.
  private static func appForms(of model: Model) -> [Form] {
    let differing = model.apps.filter { $0.differs(from: model.channel) }
    guard let first = differing.first ?? model.apps.first else { return [] }
    let summary = DisplayText(first.app.summary(at: model.input.now))
    switch (model.apps.count, differing.count) {
    case (1, 0): return [(.needed, "1 app"), (.words, summary)]
    case (let count, 0): return [(.needed, counted(count, "app"))]
    case (1, _): return formsOfDifferingApp(first, summary, shownChannel: model.channel)
    case (let count, let differingCount):
      let counts = DisplayText("! \(differingCount) of \(count) apps differ")
      return [(.marks, "! apps"), (.needed, "! apps differ"), (.words, counts)]
    }
  }

  /// Says that the only connected app has another channel or manifest than the screen, and which
  /// one: from the shortest form, `! app`, `! app: beta`, and the summary of the app with
  /// `, other manifest`.
  private static func formsOfDifferingApp(
    _ app: ComparedApp, _ summary: DisplayText, shownChannel: String?
  ) -> [Form] {
    // If both differ, only the channel is in the short form. An app without a channel has another
    // manifest, because this one has channels.
    let channel = app.hasOtherChannel(than: shownChannel) ? app.app.channel : nil
    let shortChannelColumns = 12
    let short = channel.map { name in
      DisplayText("! app: ") + DisplayText(name).truncated(to: shortChannelColumns)
    }
    let manifest: DisplayText = app.hasOtherManifest ? ", other manifest" : .empty
    return [
      (.marks, "! app"), (.needed, short ?? "! app: other manifest"),
      (.words, "! " + summary + manifest),
    ]
  }

  /// Errors and warnings of all channels; the channels are named if there is room.
  private static func problemForms(of model: Model) -> [Form] {
    let counts = model.problems.counts.filter { $0.severity != .hint }
    // Errors come first.
    guard let first = counts.first else { return [] }
    /// The counts, each in the words that a closure gives, with a sign before errors.
    func line(_ words: (ProblemCount) -> String) -> DisplayText {
      let texts = counts.map { count in
        DisplayText((count.severity == .error ? "! " : "") + words(count))
      }
      return texts.joined(separator: " · ")
    }
    let withoutChannels = line { $0.total.pluralizing($0.severity.rawValue) }
    let withChannels = line(\.words)
    let total = counts.reduce(0) { sum, count in sum + count.total }
    // The ranks say which forms get their room first. Warnings alone are less urgent than errors.
    let rankOfMark: Rank = first.severity == .error ? .marks : .needed
    return [
      (rankOfMark, DisplayText("!\(total)")), (.problems, withoutChannels),
      (.words, withChannels),
    ]
  }

  /// The number of texts that are not applied, and how many of them have problems (`broken`); no
  /// forms without such texts.
  ///
  /// The form with the rank `words` is shown only if the line has room for whole sentences.
  private static func draftForms(_ drafts: Int, broken: Int) -> [Form] {
    guard drafts > 0 else { return [] }
    // As in `3 drafts`.
    let allDrafts = counted(drafts, "draft")
    guard broken > 0 else { return [(.needed, allDrafts)] }
    guard broken < drafts else {
      return [(.needed, "! " + allDrafts), (.words, "! " + allDrafts + " to fix")]
    }
    let short = DisplayText("! \(broken) of \(drafts) drafts")
    return [(.needed, short), (.words, "! " + allDrafts + DisplayText(", \(broken) to fix"))]
  }
}
