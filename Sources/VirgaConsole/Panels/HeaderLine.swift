import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The first line: manifest, channel, screens and counts.
enum HeaderLine {
  static func draw(_ state: State, on canvas: inout Canvas) {
    let area = state.layout.header
    canvas.fill(area, style: .header)
    let fitted = Fitted(state)
    if fitted.isNamed { canvas.draw("virga", at: Point(column: 1, row: area.row), style: .header.bold()) }
    canvas.draw(fitted.manifest, at: Point(column: fitted.manifestColumn, row: area.row), style: .header)
    for tab in fitted.tabs {
      let style: Style = tab.screen == state.screen ? .accent.bold() : .dim
      canvas.draw(tab.text, at: Point(column: tab.column, row: area.row), style: style)
    }
    canvas.drawRightAligned(fitted.counts, at: Point(column: area.endColumn - 1, row: area.row), style: .header)
  }

  static func words(_ state: State) -> String {
    let parts = Fitted(state)
    let texts = [parts.isNamed ? "virga" : "", parts.manifest] + parts.tabs.map(\.text) + [parts.counts]
    return SpokenText.of(texts.joined(separator: " ").plain)
  }

  static func screen(at column: Int, in state: State) -> Screen? {
    Fitted(state).tabs.first { $0.column <= column && column < $0.column + $0.text.columns }?.screen
  }

  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.pluralizing(noun, nouns))
  }

  /// The priority of the line's parts.
  private enum Rank: Int {
    case manifest, marks, screens, screen, channel, name, needed, longName, problems, words, program, titles, session,
      calm, spaced
    case sizes
  }

  /// A part in one of its lengths.
  private typealias Form = (rank: Rank, text: DisplayText)
  private typealias Tab = (screen: Screen, text: DisplayText, column: Int)

  private struct Fitted {
    let isNamed: Bool
    let manifest: DisplayText
    let tabs: [Tab]
    let counts: DisplayText

    var manifestColumn: Int { isNamed ? 8 : 1 }

    init(_ state: State) {
      let names = Self.manifestForms(state)
      let client = ContextCommands.clientChannel(in: state).map { DisplayText("(client: \($0))") }
      let (screens, counts) = (TabForm.all, HeaderLine.counts(of: state))
      let separator: DisplayText = " · "
      func part(_ gap: Int, _ forms: [(rank: Rank, columns: Int)]) -> Segments.Part {
        Segments.Part(gap: gap, forms: forms.map { ($0.rank.rawValue, $0.columns) })
      }
      let parts =
        [
          part(1, [(.program, "virga ".count)]), part(1, names.map { ($0.rank, $0.text.columns) }),
          part(1, client.map { [(.channel, $0.columns)] } ?? []),
          part(2, screens.map { ($0.rank, Self.columns(of: $0, in: state)) }),
        ]
        + counts.enumerated().map { index, forms in
          part(index == 0 ? 3 : separator.columns, forms.map { ($0.rank, $0.text.columns) })
        }
      let chosen = Segments.fit(parts, in: state.layout.header.columns)
      isNamed = chosen[0] != nil
      let name = chosen[1].map { names[$0].text } ?? .empty
      manifest = chosen[2] == nil ? name : name + " " + (client ?? .empty)
      let start = (isNamed ? 8 : 1) + manifest.columns + 2
      tabs = chosen[3].map { Self.tabs(in: state, from: start, screens[$0]) } ?? []
      self.counts = zip(counts, chosen.dropFirst(4)).compactMap { forms, form in form.map { forms[$0].text } }
        .joined(separator: separator)
    }

    private static func manifestForms(_ state: State) -> [Form] {
      let name = DisplayText(state.workspace.manifest?.title ?? state.options.manifestName)
      let channel = state.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty
      let cuts = [6, 10, 15, 22, 32].filter { $0 < name.columns }
      return (cuts.map { name.truncated(to: $0) } + [name]).enumerated().map { index, name in
        (index == 0 ? .manifest : name.columns <= mostWhole ? .name : .longName, name + channel)
      }
    }

    /// A name of up to this many columns is cut only if the line has no room for any count.
    private static let mostWhole = 15

    private static func columns(of form: TabForm, in state: State) -> Int {
      tabs(in: state, from: 0, form).last.map { $0.column + $0.text.columns } ?? 0
    }

    private static func tabs(in state: State, from start: Int, _ form: TabForm) -> [Tab] {
      var column = start
      return Screen.allCases.map { screen in
        let isHere = screen == state.screen
        let name = form.names(screen, isHere: isHere) ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
        let text = DisplayText(isHere ? "[\(name)]" : form.rank == .spaced ? " \(name) " : name)
        defer { column += text.columns + 1 }
        return (screen, text, column)
      }
    }
  }

  /// Which screens' tabs have names: as many as fit, the active one first.
  private struct TabForm {
    let rank: Rank
    /// The number of screens from the first that have names besides the active one.
    let named: Int

    static let all =
      [TabForm(rank: .screens, named: 0)]
      + (0...Screen.allCases.count).map { TabForm(rank: $0 == 0 ? .screen : .titles, named: $0) }
      + [TabForm(rank: .spaced, named: Screen.allCases.count)]

    func names(_ screen: Screen, isHere: Bool) -> Bool { rank != .screens && (isHere || screen.digit <= named) }
  }
}

// The counts at the end of the line, each with its forms from the shortest to the longest.
extension HeaderLine {
  /// In the order of the line.
  private static func counts(of state: State) -> [[Form]] {
    guard let manifest = state.workspace.manifest else {
      guard state.count(.error) == 0 else { return problems(of: state) }
      return [[(.needed, state.files.isUnread ? "nothing read" : "reading …")]]
    }
    var counts: [[Form]] = []
    if state.files.isSessionLost { counts.append([(.marks, "! session in memory")]) }
    if state.options.isReadOnly { counts.append([(.needed, "read-only")]) }
    counts.append(overrides(of: state))
    let session = DisplayText(state.options.sessionName)
    if !state.files.isSessionLost, !session.isEmpty {
      counts.append([(.session, session.truncatedInside(to: 20)), (.spaced, "session " + session)])
    }
    if !state.findings.clientChanges.all.isEmpty, ContextCommands.clientChannel(in: state) == nil {
      counts.append([(.needed, "client changed")])
    }
    if state.workspace.isStale {
      counts.append([(.needed, "! old state"), (.session, "! files broken, last good state")])
    }
    if !manifest.isComplete { counts.append([(.needed, "! incomplete")]) }
    counts += problems(of: state) + drafts(of: state)
    if state.count(.error) == 0, state.count(.warning) == 0, state.editing.broken.isEmpty {
      counts.append([(.calm, "no problems")])
    }
    return counts + sizes(of: state, manifest)
  }

  private static func overrides(of state: State) -> [Form] {
    let count = state.session.overrideCount
    let words = counted(count, "override")
    // Zero is written in words, as a mark without a count would suggest that there is something.
    guard count > 0 else { return [(state.files.isSessionLost ? .calm : .words, words)] }
    return [(.marks, PanelSymbols.overridden + DisplayText("\(count)")), (.words, words)]
  }

  private static func problems(of state: State) -> [[Form]] {
    let (errors, warnings) = (state.count(.error), state.count(.warning))
    guard errors + warnings > 0 else { return [] }
    let words = [(errors, "! ", "error"), (warnings, "", "warning")].filter { $0.0 > 0 }
      .map { DisplayText($1) + counted($0, $2) }
    return [
      [
        (errors == 0 ? .needed : .marks, DisplayText("!\(errors + warnings)")),
        (.problems, words.joined(separator: " · ")),
      ]
    ]
  }

  private static func drafts(of state: State) -> [[Form]] {
    let (drafts, broken) = (state.editing.unapplied, state.editing.broken.count)
    guard drafts > 0 else { return [] }
    let words = counted(drafts, "draft")
    guard broken > 0 else { return [[(.needed, words)]] }
    guard broken < drafts else { return [[(.needed, "! " + words), (.words, "! " + words + " to fix")]] }
    let short = DisplayText("! \(broken) of \(drafts) drafts")
    return [[(.needed, short), (.words, "! " + words + DisplayText(", \(broken) to fix"))]]
  }

  private static func sizes(of state: State, _ manifest: Manifest) -> [[Form]] {
    let counts = [
      (state.workspace.features.count, "feature"), (manifest.files.count, "file"),
      (state.workspace.channels.count, "channel"), (state.count(.hint), "hint"),
    ]
    return counts.filter { $0.1 != "hint" || $0.0 > 0 }.map { [(.sizes, counted($0.0, $0.1))] }
  }
}
