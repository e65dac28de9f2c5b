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
  private enum Rank: Int {
    case manifest, marks, screens, screen, channel, name, needed, longName, problems, words,
      program, titles, session,
      calm, spaced
    case sizes
  }

  /// A part in one of its lengths.
  private typealias Form = (rank: Rank, text: DisplayText)
  /// A text and its column; only tabs have a screen.
  private typealias Piece = (text: DisplayText, column: Int, style: Style, screen: Screen?)

  /// The tabs in one of their lengths.
  private typealias TabForm = (rank: Rank, tabs: [DisplayText], line: DisplayText)

  /// The forms of the tabs for each shown screen, such as `[1] 2 3 4 5` and `[1 Features] 2 3 4 5`.
  private static let tabForms: [Screen: [TabForm]] = Dictionary(
    uniqueKeysWithValues: Screen.allCases.map { screen in
      let named = (1...Screen.allCases.count).map { (Rank.titles, $0) }
      let forms = [(.screens, 0), (.screen, 0)] + named + [(.spaced, Screen.allCases.count)]
      return (screen, forms.map { tabs($0, named: $1, on: screen) })
    })

  private var pieces: [Piece] = []

  /// The columns before the first part and after the last one.
  private static let margin = 1
  /// The cells between parts.
  private static let gap = 1
  /// The cells before the tabs.
  private static let wideGap = 2

  /// Places program, manifest, the client's channel and the tabs from the left, and the counts at
  /// the right end; each part in the longest form for which the line has room.
  init(_ model: borrowing Model) {
    let tabForms = Self.tabForms[model.screen] ?? []
    let client = ContextCommands.clientChannel(in: model).map { DisplayText("(client: \($0))") }
    // The blank sets the program's name apart from that of the manifest.
    let program: [Form] = [(.program, "virga ")]
    let clientChannel: [Form] = client.map { [(.channel, $0)] } ?? []
    let tabLines: [Form] = tabForms.map { ($0.rank, $0.line) }
    let start = [program, Self.manifestForms(model), clientChannel, tabLines]
    let (programPart, manifestPart, clientPart, tabsPart) = (0, 1, 2, 3)
    let counts = Self.counts(of: model)
    let parts = start + counts
    let separator: DisplayText = " · "
    let gapsBeforeParts = [Self.gap, Self.gap, Self.gap, Self.wideGap]
    let gaps = gapsBeforeParts + counts.map { _ in separator.columns }
    let columns = model.layout.header.columns
    let chosen = Self.chosenForms(of: parts, gaps: gaps, in: columns)
    // The text of a part in its chosen form; nil if the part is left out.
    func text(_ part: Int) -> DisplayText? { chosen[part].map { parts[part][$0].text } }
    var column = Self.margin
    if let programText = text(programPart) {
      pieces.append(("virga", column, .header.bold(), nil))
      column += programText.columns + Self.gap
    }
    let manifestText = text(manifestPart) ?? .empty
    let names = [manifestText, text(clientPart)].compactMap(\.self).joined(separator: " ")
    pieces.append((names, column, .header, nil))
    column += names.columns + Self.wideGap
    let tabs = chosen[tabsPart].map { tabForms[$0].tabs } ?? []
    for (screen, tab) in zip(Screen.allCases, tabs) {
      pieces.append((tab, column, screen == model.screen ? .accent.bold() : .dim, screen))
      column += tab.columns + Self.gap
    }
    let shownCounts = parts.indices.dropFirst(start.count).compactMap(text)
    let countsText = shownCounts.joined(separator: separator)
    let startOfCounts = columns - Self.margin - countsText.columns
    pieces.append((countsText, startOfCounts, .header, nil))
  }

  /// The index of the form of each part that fits into a number of columns; nil for a part that is
  /// left out.
  private static func chosenForms(
    of parts: [[Form]], gaps: [Int], in columns: Int
  ) -> [Int?] {
    let segments: [Segments.Part] = zip(gaps, parts).map { gap, forms in
      (gap, forms.map { ($0.rank.rawValue, $0.text.columns) })
    }
    return Segments.fit(segments, in: columns)
  }

  /// Draws the pieces over a bar as wide as the screen.
  func draw(on canvas: inout Canvas) {
    canvas.fill(canvas.bounds.top(1), style: .header)
    for piece in pieces {
      canvas.draw(piece.text, at: Point(column: piece.column, row: 0), style: piece.style)
    }
  }

  /// The line in words, for plain mode.
  var words: String { SpokenText.of(pieces.map(\.text).joined(separator: " ").plain) }

  /// The screen whose tab is at a column; nil if there is no tab.
  func screen(at column: Int) -> Screen? {
    let piece = pieces.first { piece in
      let cells = piece.column..<piece.column + piece.text.columns
      return piece.screen != nil && cells.contains(column)
    }
    return piece?.screen
  }

  /// A count with its noun: `no overrides`, `1 override`, `2 overrides`.
  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.pluralizing(noun, nouns))
  }

  /// The manifest's name with the channel, as in `fenix ▸ nightly`; shorter forms cut the name.
  private static func manifestForms(_ model: Model) -> [Form] {
    let name = DisplayText(model.workspace.manifest?.title ?? model.options.manifestName)
    let channel = model.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty
    let widths = [6, 10, 15, 22, 32].filter { $0 < name.columns }
    let names = widths.map { name.truncated(to: $0) } + [name]
    // More than these columns of a name are shown only if more important parts have room.
    let mostImportantColumns = 15
    return names.enumerated().map { index, name in
      let isShortest = index == 0
      if isShortest { return (.manifest, name + channel) }
      let rank = name.columns <= mostImportantColumns ? Rank.name : .longName
      return (rank, name + channel)
    }
  }

  /// The tabs in one form: with `named` 1 and the Flags screen shown,
  /// `1 Features [2 Flags] 3 4 5`.
  ///
  /// - Parameters:
  ///   - rank: The rank of the form; in that of `screens`, not even the shown screen has its name.
  ///   - named: The number of first tabs that have names.
  private static func tabs(_ rank: Rank, named: Int, on shown: Screen) -> TabForm {
    let tabs = Screen.allCases.map { screen in
      let isHere = screen == shown
      let hasName = rank != .screens && (isHere || screen.digit <= named)
      let name = hasName ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
      if isHere { return DisplayText("[\(name)]") }
      return DisplayText(rank == .spaced ? " \(name) " : name)
    }
    return (rank, tabs, tabs.joined(separator: " "))
  }

  /// The counts at the end of the line, each with its forms from the shortest to the longest; empty
  /// if it is left out.
  private static func counts(of model: Model) -> [[Form]] {
    let (errors, warnings) = (model.problems.count(.error), model.problems.count(.warning))
    let problems = problems(in: model)
    guard let manifest = model.workspace.manifest else {
      return [
        errors > 0 ? problems : [(.needed, model.files.isUnread ? "nothing read" : "reading …")]
      ]
    }
    let (overrides, broken) = (model.session.overrideCount, model.features.editing.broken)
    let isLost = model.files.isSessionLost
    // The client's channel, if it is shown, is one of the client's changes.
    let showsClientChannel = ContextCommands.clientChannel(in: model) != nil
    // Zero is written in words, as a mark without a count would suggest that there is something.
    let mark: Form = (.marks, PanelSymbols.overridden + DisplayText("\(overrides)"))
    let words: Form = (overrides == 0 && isLost ? .calm : .words, counted(overrides, "override"))
    let states: [[Form]] = [
      isLost ? [(.marks, "! session in memory")] : [],
      model.options.isReadOnly ? [(.needed, "read-only")] : [],
      apps(of: model),
      overrides == 0 ? [words] : [mark, words],
      sessionName(in: model),
      showsClientChannel || model.issues.clientChanges.all.isEmpty
        ? [] : [(.needed, "client changed")],
      model.workspace.isStale
        ? [(.needed, "! old state"), (.session, "! files broken, last good state")] : [],
      manifest.isComplete ? [] : [(.needed, "! incomplete")],
      problems, drafts(model.features.editing.unapplied, broken: broken),
      errors + warnings + broken == 0 ? [(.calm, "no problems")] : [],
    ]
    return states + sizes(of: manifest, hints: model.problems.count(.hint))
  }

  /// The name of the session; no forms if it has none, or if changes are no longer saved in the
  /// session of that name.
  private static func sessionName(in model: Model) -> [Form] {
    let name = DisplayText(model.options.sessionName)
    guard !model.files.isSessionLost, !name.isEmpty else { return [] }
    let columnsOfShortName = 20
    return [
      (.session, name.truncatedInside(to: columnsOfShortName)), (.spaced, "session " + name),
    ]
  }

  /// The numbers of features, files and channels of the manifest, and of hints.
  private static func sizes(of manifest: Manifest, hints: Int) -> [[Form]] {
    let sizes = [
      (manifest.features.count, "feature"), (manifest.files.count, "file"),
      (manifest.channels.count, "channel"), (hints, "hint"),
    ]
    // "no features" says something about a manifest; "no hints" does not.
    let shown = sizes.filter { count, noun in count > 0 || noun != "hint" }
    return shown.map { count, noun in [(.sizes, counted(count, noun))] }
  }

  /// The connected app, or how many there are; those that differ from the screen come first.
  private static func apps(of model: Model) -> [Form] {
    let differing = model.apps.filter { $0.differs(from: model.channel) }
    guard let first = differing.first ?? model.apps.first else { return [] }
    let summary = DisplayText(first.app.summary(at: model.input.now))
    let shortChannelColumns = 12
    switch (model.apps.count, differing.count) {
    case (1, 0): return [(.needed, "1 app"), (.words, summary)]
    case (let count, 0): return [(.needed, counted(count, "app"))]
    case (1, _):
      let channel = first.hasOtherChannel(than: model.channel) ? first.app.channel : nil
      let short = channel.map { name in
        DisplayText("! app: ") + DisplayText(name).truncated(to: shortChannelColumns)
      }
      let manifest: DisplayText = first.hasOtherManifest ? ", other manifest" : .empty
      return [
        (.marks, "! app"), (.needed, short ?? "! app: other manifest"),
        (.words, "! " + summary + manifest),
      ]
    case (let count, let differing):
      let counts = DisplayText("! \(differing) of \(count) apps differ")
      return [(.marks, "! apps"), (.needed, "! apps differ"), (.words, counts)]
    }
  }

  /// Errors and warnings of all channels; the channels are named if there is room.
  private static func problems(in model: Model) -> [Form] {
    let counts = model.problems.counts.filter { $0.severity != .hint }
    guard let first = counts.first else { return [] }
    func line(_ words: (ProblemCount) -> String) -> DisplayText {
      let texts = counts.map { count in
        DisplayText((count.severity == .error ? "! " : "") + words(count))
      }
      return texts.joined(separator: " · ")
    }
    let withoutChannels = line { $0.total.pluralizing($0.severity.rawValue) }
    let total = counts.reduce(0) { sum, count in sum + count.total }
    // Warnings alone are less urgent than errors.
    let rankOfMark: Rank = first.severity == .error ? .marks : .needed
    return [
      (rankOfMark, DisplayText("!\(total)")), (.problems, withoutChannels),
      (.words, line(\.words)),
    ]
  }

  /// The number of drafts, and how many of them have errors (`broken`); no forms without drafts.
  private static func drafts(_ drafts: Int, broken: Int) -> [Form] {
    guard drafts > 0 else { return [] }
    let words = counted(drafts, "draft")
    guard broken > 0 else { return [(.needed, words)] }
    guard broken < drafts else {
      return [(.needed, "! " + words), (.words, "! " + words + " to fix")]
    }
    let short = DisplayText("! \(broken) of \(drafts) drafts")
    return [(.needed, short), (.words, "! " + words + DisplayText(", \(broken) to fix"))]
  }
}
