import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

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
  enum Rank: Int {
    case manifest, marks, screens, screen, channel, name, needed, longName, problems, words, program, titles, session,
      calm, spaced
    case sizes
  }

  private typealias Tab = (screen: Screen, text: DisplayText, column: Int)

  private struct Fitted {
    /// Whether the program's name is at the start.
    let isNamed: Bool
    let manifest: DisplayText
    let tabs: [Tab]
    let counts: DisplayText

    var manifestColumn: Int { isNamed ? 8 : 1 }

    init(_ state: State) {
      let manifestForms = Self.manifestForms(state)
      let client = state.clientChannel.map { DisplayText("(client: \($0))") }
      let (screens, counts) = (TabForm.all, HeaderCount.all(of: state))
      var parts = [
        Segments.Part(gap: 1, forms: [.init(rank: Rank.program.rawValue, columns: "virga ".count)]),
        Segments.Part(gap: 1, forms: manifestForms.map { .init(rank: $0.rank.rawValue, columns: $0.text.columns) }),
        Segments.Part(
          gap: 2, forms: screens.map { .init(rank: $0.rank.rawValue, columns: Self.columns(of: $0, in: state)) }),
      ]
      parts.insert(
        Segments.Part(gap: 1, forms: client.map { [.init(rank: Rank.channel.rawValue, columns: $0.columns)] } ?? []),
        at: 2)
      parts += counts.enumerated().map { index, count in
        Segments.Part(
          gap: index == 0 ? 3 : HeaderCount.separator.columns,
          forms: count.forms.map { .init(rank: $0.rank.rawValue, columns: $0.text.columns) })
      }
      let chosen = Segments.fit(parts, in: state.layout.header.columns)
      isNamed = chosen[0] != nil
      let name = chosen[1].map { manifestForms[$0].text } ?? .empty
      manifest = chosen[2] == nil ? name : name + " " + (client ?? .empty)
      let start = (isNamed ? 8 : 1) + manifest.columns + 2
      tabs = chosen[3].map { Self.tabs(in: state, from: start, screens[$0]) } ?? []
      self.counts = zip(counts, chosen.dropFirst(4)).compactMap { count, form in form.map { count.forms[$0].text } }
        .joined(separator: HeaderCount.separator)
    }

    private static func manifestForms(_ state: State) -> [(rank: Rank, text: DisplayText)] {
      let name = DisplayText(state.workspace.manifest?.title ?? state.options.manifestName)
      let channel = state.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty
      let cuts = [6, 10, 15, 22, 32].filter { $0 < name.columns }
      let manifestForms = cuts.map { name.truncated(to: $0) } + [name]
      return manifestForms.enumerated().map { index, name in
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
