import CVirgaPlatform
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

/// A console whose replies come late, out of order, twice, or never.
struct FuzzedConsole {
  @CopiedOnWrite private(set) var model: Model
  /// The effects of the last event.
  private(set) var effects: [Effect] = []
  /// The session before the last event, or the one it contained.
  private(set) var before = Session()
  /// The pending replies.
  private var answers: [Event] = []
  /// The last drawn frame.
  private var drawn: Canvas?
  /// The texts of the config editors that were checked last.
  private var checkedTexts: [EditedConfig: CheckedText] = [:]

  init(_ model: Model) {
    self.model = model
    before = model.session
  }

  mutating func send(_ event: Event) {
    // The console's own changes to an external session are relative to that session.
    if case .session(let outside) = event { before = outside } else { before = model.session }
    effects = update(&model, event)
    answers += effects.compactMap(answer)
    if answers.count > 20 { answers.removeFirst(10) }
  }

  /// One of the pending replies; it may be delivered again.
  mutating func popAnswer(_ random: inout SeededRandom) -> Event? {
    guard let place = answers.indices.randomElement(using: &random) else { return nil }
    return Int.random(in: 0..<4, using: &random) == 0 ? answers[place] : answers.remove(at: place)
  }

  private var batch: RecipeBatch {
    var batch = RecipeBatch(SourceText(name: "recipes.json", text: #"[{"slug": 1}]"#))
    batch.recipes = model.session.recipes
    return batch
  }

  private func answer(_ effect: Effect) -> Event? {
    switch effect {
    case .awaitIdle: .quiet
    case .compare(let order): .compared(order.run())
    case .followEvents: .events(EventSamples.few, replacesAll: true)
    case .openEditor(let text, let feature): .written(text + " ", feature: feature)
    case .write(let draft): .fileExists(draft)
    case .readCompared:
      model.workspace.manifest.map { .beside(ComparedManifest(path: "other.yaml", manifest: $0)) }
    case .readSession(let file):
      .imported(
        SessionExport(manifest: nil, session: before, events: []), from: file,
        isOther: model.session.keys.count % 2 == 0)
    case .readRecipes(let file): .recipes(batch, from: file)
    case .listFiles(let folder): .files(["a b.json", "\u{1B}[2Jé.yaml", "x/"], in: folder)
    case .simulate(let number, let clients): .simulation(number, done: clients / 2, [])
    case .exportSession(let file, _): .outcome(.info("wrote \(file)"))
    case .copy(_, let what): .outcome(.info("copied \(what)"))
    case .reload: model.workspace.manifest.map { .loaded($0, []) }
    default: nil
    }
  }
}

// The invariants, each described if it is broken.
extension FuzzedConsole {
  /// Describes a broken invariant; nil if there is none.
  mutating func broken() -> String? {
    brokenList ?? brokenEditor() ?? brokenSession ?? brokenUndo
  }

  private var brokenList: String? {
    let (layout, table, screen) = (model.layout, model.features.values, model.screen)
    if !model.screen.panels.contains(model.focus) {
      return "\(model.focus.name) is no panel of its screen"
    }
    if layout.arrangement != .tooSmall, layout.panels[model.focus] == nil {
      return "the panel in focus, \(model.focus.name), is not seen"
    }
    if let overlay = model.overlay, !overlay.lines.isEmpty, overlay.selected == nil {
      return "no line is selected"
    }
    if model.screen == .features, model.selectedFeature?.id != table.featureID {
      return "the table shows another feature"
    }
    for view in screen.type.views {
      guard let list = view.list(in: model), list.count > 0 else { continue }
      if !(0..<list.count).contains(list.scroll.cursor) {
        return "no line of \(view.panel.name) is selected"
      }
    }
    if let channel = model.channel, !model.workspace.channels.contains(channel) {
      return "the channel is unknown"
    }
    return nil
  }

  /// Checks that cursors and problems of the config editors are inside their texts.
  private mutating func brokenEditor() -> String? {
    for (config, editor) in model.features.editing.editors {
      let text = CheckedText(lines: editor.buffer.lines, findings: editor.findings)
      if !text.contains(editor.selection.head) || !text.contains(editor.selection.anchor) {
        return "the cursor of the \(config.words) is outside of its text"
      }
      // Most events leave the text and its problems, which may be thousands.
      if checkedTexts[config] == text { continue }
      if let finding = text.outsideFinding {
        return
          "a problem of the \(config.words) is outside of its text: \(finding.problem.message)"
      }
      checkedTexts[config] = text
    }
    return nil
  }

  /// Checks that a read-only session does not change.
  private var brokenSession: String? {
    guard model.options.isReadOnly else { return nil }
    let changing = effects.first { effect in
      switch effect {
      case .commit, .undo, .redo, .keepDraft, .keepEntry: true
      default: false
      }
    }
    return changing.map { "a read-only console wants \($0)" }
  }

  /// Checks that undo restores the session, and that redo restores the change.
  private var brokenUndo: String? {
    let isCommit =
      effects.count { if case .commit(let done) = $0 { done.canBeUndone } else { false } } == 1
    guard isCommit else { return nil }
    var session = model.session
    guard session.undo() != nil else { return "what was done cannot be undone" }
    // A draft stored on the way is not reverted by undo.
    let isOnly = effects.allSatisfy { effect in
      switch effect {
      case .keepDraft, .keepEntry: false
      case .commit(let done): done.canBeUndone
      default: true
      }
    }
    if isOnly, session.contents != before.contents {
      return "undo leaves another session than there was"
    }
    guard session.redo() != nil else { return "what was undone cannot be done again" }
    return session == model.session ? nil : "undo and redo leave another session"
  }

  /// Checks that the commands of the hint line are available.
  private var brokenHint: String? {
    guard model.layout.arrangement != .tooSmall else { return nil }
    for name in HintLine.placedHints(model).compactMap(\.hint.command) {
      guard let command = CommandTable.command(named: name) else {
        return "the hint \(name) is no command"
      }
      if case .refused(let reason) = command.availability(in: model) {
        return "the hint \(name) does not apply: \(reason)"
      }
    }
    return nil
  }

  /// All control characters of ASCII but NUL, at which the search for them ends anyway.
  private static let controlCharacters: String = {
    let scalars = (UInt8(1)..<0x20).map { Unicode.Scalar($0) } + [Unicode.Scalar(UInt8(0x7F))]
    return String(String.UnicodeScalarView(scalars))
  }()

  /// Draws the frame and describes what is wrong with it; nil if it is correct.
  ///
  /// Checks only rows that changed since the last frame.
  mutating func brokenFrame() -> String? {
    let canvas = frame(of: model)
    let changed = Set(canvas.changes(since: drawn).map(\.point.row))
    drawn = canvas
    if canvas.size != model.size {
      return "the frame is \(canvas.size), the terminal \(model.size)"
    }
    for row in changed {
      let line = canvas.line(row, trimmed: false)
      if DisplayText(line).columns != model.size.columns { return "a line is off: \(line)" }
      if strcspn(line, Self.controlCharacters) < line.utf8.count {
        return "a line holds control characters: \(line.debugDescription)"
      }
    }
    if let cursor = canvas.cursor, !canvas.bounds.contains(cursor), !canvas.bounds.isEmpty {
      return "the cursor is off: \(cursor)"
    }
    return brokenBorder(of: canvas) ?? brokenHint
  }

  /// Checks that panels do not overwrite each other's corners; a long message may cover the bottom
  /// ones.
  private func brokenBorder(of canvas: Canvas) -> String? {
    guard model.overlay == nil, model.messages.caption == nil, model.layout.arrangement != .tooSmall
    else { return nil }
    let longestMessage = max(2, model.size.rows / 3) + 1
    for (panel, area) in model.layout.panels
    where area.columns > 1 && area.rows > 1 && area.row < model.layout.status.row - longestMessage {
      let corner = canvas[Point(column: area.column, row: area.row)].style.role
      if corner != .border, corner != .focusedBorder {
        return "\(panel.name) has lost its corner: \(corner)\n"
          + canvas.lines(trimmed: true).joined(separator: "\n")
      }
    }
    return nil
  }
}

/// The text of a config editor with its problems.
private struct CheckedText: Equatable {
  let lines: [String]
  let findings: [ConfigEditor.Finding]

  /// The first problem with an end outside of the text; nil if there is none.
  var outsideFinding: ConfigEditor.Finding? {
    findings.first { !contains($0.range.lowerBound) || !contains($0.range.upperBound) }
  }

  /// Whether a position is in a line or at its end, and not inside a character's bytes.
  func contains(_ position: TextPosition) -> Bool {
    guard lines.indices.contains(position.line) else { return false }
    let line = lines[position.line]
    guard 0...line.utf8.count ~= position.offset else { return false }
    let index = line.utf8.index(line.startIndex, offsetBy: position.offset)
    return index.samePosition(in: line.unicodeScalars) != nil
  }
}

extension Session {
  /// The session's entries as text, without its history.
  fileprivate var contents: [EntryKey: String] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, self[$0]?.compact ?? "") })
  }
}

/// Hard-to-draw texts: wide, joined, combined, broken, bidirectional or invisible.
enum OddText {
  static let all = [
    "👩‍👩‍👧‍👦", "👍🏽🇫🇮", "漢字かな한국어", "e\u{301}\u{302}\u{20DD}", "\u{301}", "\u{FFFD}\u{FFFD}", "\u{200D}",
    "a\u{200D}👩\u{200D}", "\u{7}\u{0}\u{7F}\u{9B}", "\u{1B}[31m", "\u{202E}x\u{2066}", "\u{FE0F}❤️",
    "नमस्ते", "ﷺ", "\t\r",
    "🏴\u{E0067}\u{E0062}\u{E007F}",
  ]

  /// A manifest with each of them as a description, a value and a key.
  static var yaml: String {
    let text = all.map(quoted).joined(separator: " ")
    let entries = all.map { "\"\(quoted($0))\": \"\(quoted($0)) value\"" }.joined(separator: ", ")
    return """
      channels: [nightly, release]
      features:
        odd:
          description: "\(text)"
          meta-bug: https://bugs.example.org/1
          contacts: [odd@example.org]
          documentation: [{ name: Odd, url: "https://docs.example.org" }]
          variables:
            text: { description: "\(text)", type: String, default: "\(text)" }
            map: { description: "\(text)", type: "Map<String, String>", default: { \(entries) } }
      """
  }

  /// The text for double quotes, with every scalar outside ASCII letters escaped.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
