import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

@testable import VirgaConsole

/// A config editor in memory, for the feature of a small manifest.
struct EditorDriver {
  var editor: ConfigEditor
  let subject: EditedFeature
  let size: Size

  /// An editor with a text in which `|` marks the cursor.
  init(_ marked: String = "", size: Size = Size(columns: 120, rows: 24)) throws {
    let manifest = try ConsoleDriver.manifest(Self.yaml)
    let key = EditedFeature.Key(
      feature: "menu", manifest: .init(), channel: Name("nightly"), enrolled: nil, preferences: [:])
    subject = EditedFeature(key, manifest.feature("menu")!, in: manifest)
    self.size = size
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    editor = ConfigEditor(parts.joined())
    let before = parts.count > 1 ? String(parts[0]) : ""
    editor.go(to: TextPosition.start.advanced(over: before))
    reconcile()
  }

  mutating func reconcile() { editor.reconcile(in: subject, area: area) }

  private var parts: (edit: Rectangle, merged: Rectangle)? {
    EditorLayout.sideBySide(in: size.bounds.droppingTop(1).droppingBottom(2))
  }
  private var area: Rectangle { parts?.edit ?? size.bounds.droppingTop(1).droppingBottom(2) }
  var layout: EditorLayout { EditorLayout(area, of: editor) }

  mutating func press(_ keys: KeyPress...) {
    for key in keys {
      press(key, page: 10)
      reconcile()
    }
  }

  mutating func press(_ key: KeyPress, page: Int) {
    if key.isTyped, case .character(let character) = key.key { return editor.type(character) }
    let command = KeyMap().command(for: [key], in: [.panel(.editor), .typing(.text)])
    let keys = TextCommands.keys + TextCommands.editorKeys
    guard let action = keys.first(where: { $0.name == command?.name })?.action else {
      Issue.record("\(key) does nothing to a text")
      return
    }
    editor.perform(action, rowsOfPage: page)
  }

  mutating func type(_ text: String) {
    for character in text {
      if character == "\n" { editor.breakLine() } else { editor.type(character) }
      reconcile()
    }
  }

  mutating func paste(_ text: String) {
    editor.paste(text)
    reconcile()
  }

  /// The text with `|` at the cursor.
  var marked: String {
    let before = editor.buffer.text(in: .start..<editor.cursor)
    return before + "|" + editor.buffer.text.dropFirst(before.count)
  }

  var labels: [String] { editor.completion?.list.items.map(\.label) ?? [] }

  /// The codes of the problems with their positions.
  var problems: [String] {
    editor.findings.map {
      "\(editor.buffer.sourcePosition(of: $0.range.lowerBound)) \($0.problem.code)"
    }
  }

  var lines: [String] {
    var canvas = Canvas(size: size)
    let layout = layout
    EditorPanel(editor: editor, layout: layout, titles: ["Edit"], hasFocus: true).draw(on: &canvas)
    if let parts { MergedPanel(editor).draw(in: parts.merged, on: &canvas) }
    if let popup = editor.completion, let cursor = canvas.cursor {
      CompletionPanel.draw(popup, at: cursor, on: &canvas)
    }
    return canvas.lines()
  }

  static let yaml = """
    channels: [nightly, release]
    enums:
      Section:
        description: A part of the home screen.
        variants:
          top-sites: { description: Sites that are visited often }
          pocket: { description: Stories that somebody recommends }
          recently-saved: { description: What was saved lately }
    objects:
      Tiles:
        description: Tiles that somebody pays for.
        fields:
          enabled: { description: Whether there are any, type: Boolean, default: true }
          count: { description: How many, type: Int, default: 2 }
    features:
      menu:
        description: A menu.
        variables:
          sections-enabled:
            description: Which sections are shown.
            type: Map<Section, Boolean>
            default: { top-sites: true, pocket: true, recently-saved: false }
          section-order:
            description: In which order.
            type: List<Section>
            default: [top-sites, pocket]
          sponsored-tiles:
            description: Tiles that are paid for.
            type: Tiles
            default: {}
          greeting:
            description: What is said first.
            type: String
            default: hello
          delay:
            description: In milliseconds.
            type: Int
            default: 250
    """
}

extension ConsoleDriver {
  /// The feature that most tests of the editor use, in the demo or with another session.
  static func onHomescreen(_ session: Session? = nil, size: Size = defaultSize) -> ConsoleDriver {
    var console = ConsoleDriver(size)
    if let session { console.send(.session(session)) }
    return console.after(":select homescreen")
  }

  /// The text in the config editor.
  var text: String? { editor?.buffer.text }
  /// The edit and the draft of that feature.
  var edit: JSONValue? { session[.edit, "homescreen"] }
  var draft: JSONValue? { session[.draft, "homescreen"] }
}
