import VirgaCanvas
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The first line: manifest, channel, screens and counts.
struct HeaderLine {
  /// The priority of the line's parts.
  private enum Rank: Int {
    case manifest, marks, screens, screen, channel, name, needed, longName, problems, words, program, titles, session,
      calm, spaced
    case sizes
  }

  /// A part in one of its lengths.
  private typealias Form = (rank: Rank, text: DisplayText)
  private typealias Tab = (screen: Screen, text: DisplayText, column: Int)
  /// Which screens' tabs have names: the active one and the first `named`.
  private typealias TabForm = (rank: Rank, named: Int)

  private static let tabForms: [TabForm] =
    [(.screens, 0), (.screen, 0)] + (1...Screen.allCases.count).map { (.titles, $0) }
    + [(.spaced, Screen.allCases.count)]

  private let isNamed: Bool
  private let manifest: DisplayText
  private let tabs: [Tab]
  private let counts: DisplayText

  private var manifestColumn: Int { isNamed ? 8 : 1 }

  init(_ model: borrowing Model) {
    let names = Self.manifestForms(model)
    let client = ContextCommands.clientChannel(in: model).map { DisplayText("(client: \($0))") }
    let counts = Self.counts(of: model)
    let separator: DisplayText = " · "
    func part(_ gap: Int, _ forms: [(rank: Rank, columns: Int)]) -> Segments.Part {
      Segments.Part(gap: gap, forms: forms.map { ($0.rank.rawValue, $0.columns) })
    }
    let parts =
      [
        part(1, [(.program, "virga ".count)]), part(1, names.map { ($0.rank, $0.text.columns) }),
        part(1, client.map { [(.channel, $0.columns)] } ?? []),
        part(2, Self.tabForms.map { ($0.rank, Self.tabs($0, in: model).reduce(-1) { $0 + $1.text.columns + 1 }) }),
      ]
      + counts.enumerated().map { index, forms in
        part(index == 0 ? 3 : separator.columns, forms.map { ($0.rank, $0.text.columns) })
      }
    let chosen = Segments.fit(parts, in: model.layout.header.columns)
    isNamed = chosen[0] != nil
    let name = chosen[1].map { names[$0].text } ?? .empty
    manifest = chosen[2] == nil ? name : name + " " + (client ?? .empty)
    let start = (isNamed ? 8 : 1) + manifest.columns + 2
    tabs = chosen[3].map { Self.tabs(Self.tabForms[$0], in: model, from: start) } ?? []
    self.counts = zip(counts, chosen.dropFirst(4)).compactMap { forms, form in form.map { forms[$0].text } }
      .joined(separator: separator)
  }

  func draw(_ model: Model, on canvas: inout Canvas) {
    let area = model.layout.header
    canvas.fill(area, style: .header)
    if isNamed { canvas.draw("virga", at: Point(column: 1, row: area.row), style: .header.bold()) }
    canvas.draw(manifest, at: Point(column: manifestColumn, row: area.row), style: .header)
    for tab in tabs {
      let style: Style = tab.screen == model.screen ? .accent.bold() : .dim
      canvas.draw(tab.text, at: Point(column: tab.column, row: area.row), style: style)
    }
    canvas.drawRightAligned(counts, at: Point(column: area.endColumn - 1, row: area.row), style: .header)
  }

  var words: String {
    let texts = [isNamed ? "virga" : "", manifest] + tabs.map(\.text) + [counts]
    return SpokenText.of(texts.joined(separator: " ").plain)
  }

  func screen(at column: Int) -> Screen? {
    tabs.first { $0.column <= column && column < $0.column + $0.text.columns }?.screen
  }

  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.pluralizing(noun, nouns))
  }

  private static func manifestForms(_ model: Model) -> [Form] {
    let name = DisplayText(model.workspace.manifest?.title ?? model.options.manifestName)
    let channel = model.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty
    let cuts = [6, 10, 15, 22, 32].filter { $0 < name.columns }
    // A longer name is cut only if the line has no room for any count.
    let mostWhole = 15
    return (cuts.map { name.truncated(to: $0) } + [name]).enumerated().map { index, name in
      (index == 0 ? .manifest : name.columns <= mostWhole ? .name : .longName, name + channel)
    }
  }

  private static func tabs(_ form: TabForm, in model: Model, from start: Int = 0) -> [Tab] {
    var column = start
    return Screen.allCases.map { screen in
      let isHere = screen == model.screen
      let hasName = form.rank != .screens && (isHere || screen.digit <= form.named)
      let name = hasName ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
      let text = DisplayText(isHere ? "[\(name)]" : form.rank == .spaced ? " \(name) " : name)
      defer { column += text.columns + 1 }
      return (screen, text, column)
    }
  }

  /// The counts at the end of the line, each with its forms from the shortest to the longest.
  private static func counts(of model: Model) -> [[Form]] {
    let (errors, warnings) = (model.count(.error), model.count(.warning))
    let problems = problems(errors, warnings)
    guard let manifest = model.workspace.manifest else {
      return errors > 0 ? problems : [[(.needed, model.files.isUnread ? "nothing read" : "reading …")]]
    }
    var counts: [[Form]] = []
    if model.files.isSessionLost { counts.append([(.marks, "! session in memory")]) }
    if model.options.isReadOnly { counts.append([(.needed, "read-only")]) }
    let overrides = model.session.overrideCount
    // Zero is written in words, as a mark without a count would suggest that there is something.
    let mark: Form = (.marks, PanelSymbols.overridden + DisplayText("\(overrides)"))
    let words: Form = (overrides == 0 && model.files.isSessionLost ? .calm : .words, counted(overrides, "override"))
    counts.append(overrides == 0 ? [words] : [mark, words])
    let session = DisplayText(model.options.sessionName)
    if !model.files.isSessionLost, !session.isEmpty {
      counts.append([(.session, session.truncatedInside(to: 20)), (.spaced, "session " + session)])
    }
    if !model.findings.clientChanges.all.isEmpty, ContextCommands.clientChannel(in: model) == nil {
      counts.append([(.needed, "client changed")])
    }
    if model.workspace.isStale {
      counts.append([(.needed, "! old state"), (.session, "! files broken, last good state")])
    }
    if !manifest.isComplete { counts.append([(.needed, "! incomplete")]) }
    counts += problems + drafts(model.editing.unapplied, broken: model.editing.broken.count)
    if errors + warnings + model.editing.broken.count == 0 { counts.append([(.calm, "no problems")]) }
    let sizes = [
      (manifest.features.count, "feature"), (manifest.files.count, "file"), (manifest.channels.count, "channel"),
      (model.count(.hint), "hint"),
    ]
    return counts + sizes.filter { $0 != (0, "hint") }.map { [(.sizes, counted($0, $1))] }
  }

  private static func problems(_ errors: Int, _ warnings: Int) -> [[Form]] {
    guard errors + warnings > 0 else { return [] }
    let words = [(errors, "! ", "error"), (warnings, "", "warning")].filter { $0.0 > 0 }
      .map { DisplayText($1) + counted($0, $2) }
    let mark = DisplayText("!\(errors + warnings)")
    return [[(errors == 0 ? .needed : .marks, mark), (.problems, words.joined(separator: " · "))]]
  }

  private static func drafts(_ drafts: Int, broken: Int) -> [[Form]] {
    guard drafts > 0 else { return [] }
    let words = counted(drafts, "draft")
    guard broken > 0 else { return [[(.needed, words)]] }
    guard broken < drafts else { return [[(.needed, "! " + words), (.words, "! " + words + " to fix")]] }
    let short = DisplayText("! \(broken) of \(drafts) drafts")
    return [[(.needed, short), (.words, "! " + words + DisplayText(", \(broken) to fix"))]]
  }
}
