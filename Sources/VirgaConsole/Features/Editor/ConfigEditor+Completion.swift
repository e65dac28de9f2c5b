import VirgaJSON
import VirgaManifest
import VirgaSource

struct CompletionPopup: Equatable, Sendable {
  struct Item: ListItem, Equatable {
    var label: String
    var insert: String
    var detail: String
    var range: Range<TextPosition>
    /// Whether it replaces the text as it is, with neither a comma nor another layout.
    var isVerbatim = false

    var id: String { label }
  }

  var list = ListModel<Item>()
  /// Whether the person asked for it or moved in it, so that Enter accepts.
  var isWanted: Bool
}

extension ConfigEditor {
  mutating func askForCompletion(in subject: EditedFeature) {
    reconcileCompletion(in: subject, isAsked: true)
    if completion == nil { message = .noCompletions }
  }

  mutating func moveInCompletion(by rows: Int) {
    let count = completion?.list.count ?? 0
    completion?.list.scroll.move(by: rows, in: count)
    completion?.isWanted = true
  }

  /// Whether Enter accepts an item; not if the typed text is complete and nobody asked.
  var completionTakesEnter: Bool {
    guard let popup = completion, let item = popup.list.selected else { return false }
    return popup.isWanted || (try? JSONValue.parse(buffer.text(in: item.range))) == nil
  }

  mutating func acceptCompletion() {
    guard let item = completion?.list.selected else { return }
    completion = nil
    lastTyped = nil
    if item.isVerbatim { return replace(item.range, with: item.insert) }
    let start = item.range.lowerBound
    let lineBreak = "\n" + buffer.blanks(before: buffer.end(of: start.line))
    let text = SnippetText.laidOut(item.insert).replacing(bytesOf: "\n", with: lineBreak)
    guard let end = endOfValue(before: start) else { return replace(item.range, with: text) }
    // The item follows a value, so it needs a comma, and its own line if it would be on the same
    // one.
    let gap = end.line < start.line ? buffer.text(in: end..<start) : lineBreak
    replace(end..<item.range.upperBound, with: "," + gap + text)
  }

  mutating func reconcileCompletion(in subject: EditedFeature, isAsked: Bool = false) {
    let typed = lastTyped
    lastTyped = nil
    guard isAsked || typed != nil, isCompleted, selection.isEmpty else { return }
    if !isAsked, let typed, !typed.isLetter, !typed.isNumber, !"\"-_:".contains(typed) {
      // A blank before a value keeps the list open, and so does deleting while names are proposed.
      guard completion != nil, typed == " " || typed == "\u{8}" else { return completion = nil }
    }
    let items = proposals(in: subject, isAsked: isAsked)
    guard let first = items.first else { return completion = nil }
    var popup = CompletionPopup(isWanted: isAsked || completion?.isWanted == true)
    popup.list.show(items)
    // A person who asks for alternatives starts at the current value.
    let written = buffer.text(in: first.range)
    if isAsked, let index = items.firstIndex(where: { $0.insert == written }) {
      popup.list.scroll.cursor = index
    }
    completion = popup
  }

  func completes(in subject: EditedFeature) -> Bool {
    isCompleted && selection.isEmpty && !proposals(in: subject, isAsked: true).isEmpty
  }

  /// The completions at the cursor, after fixes if they were asked for; none if the only one is
  /// already typed.
  private func proposals(in subject: EditedFeature, isAsked: Bool) -> [CompletionPopup.Item] {
    var items = isAsked ? corrections() : []
    let fixes = Set(items.map(\.label))
    items += offered(in: subject, ignoresTyped: isAsked).filter { !fixes.contains($0.label) }
    return items.count == 1 && items[0].insert == buffer.text(in: items[0].range) ? [] : items
  }

  private func corrections() -> [CompletionPopup.Item] {
    let all = correctionsAtCursor
    guard !all.isEmpty, let finding = findingAtCursor else { return [] }
    let range = buffer.nearest(finding.range.lowerBound)..<buffer.nearest(finding.range.upperBound)
    let written = buffer.text(in: range).filter { $0 != "\"" }
    let near = NameSuggestions.nearest(to: written, among: all.map(\.title))
    let first = near.compactMap { name in all.first { $0.title == name } }
    return (first + all.filter { !near.contains($0.title) }).map {
      .init(
        label: $0.title, insert: $0.insert, detail: "fixes: \(finding.problem.message)",
        range: range,
        isVerbatim: finding.problem.replacement != nil)
    }
  }

  private func offered(in subject: EditedFeature, ignoresTyped: Bool) -> [CompletionPopup.Item] {
    func list(at context: JSONCursorContext, narrows: Bool = true) -> CompletionList {
      subject.manifest.completionList(
        in: edited.located, at: context, over: subject.base, narrows: narrows)
    }
    let context = edited.context(at: cursor)
    var found = list(at: context)
    if ignoresTyped, found.items.count < 2 { found = list(at: context, narrows: false) }
    let isBehindValue = context.expects == .separator && endOfValue(before: cursor) != nil
    if ignoresTyped, found.items.isEmpty, isBehindValue {
      // As if the value before the cursor had a comma.
      found = list(at: edited.context(at: cursor, assumesComma: true))
    }
    let range = buffer.textRange(of: found.range)
    return found.items.map {
      .init(label: $0.label, insert: $0.insert, detail: $0.detail, range: range)
    }
  }
}
