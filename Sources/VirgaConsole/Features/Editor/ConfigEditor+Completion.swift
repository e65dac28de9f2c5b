import VirgaJSON
import VirgaManifest
import VirgaSource

/// The list of completions below the cursor of a text.
struct CompletionPopup: Equatable, Sendable {
  struct Item: ListItem, Equatable {
    var label: String
    /// The text to insert, as compact JSON.
    var insert: String
    var detail: String
    /// The text that it replaces.
    var range: Range<TextPosition>
    /// Whether it replaces the text as it is, with neither a comma nor another layout.
    var isVerbatim = false

    var id: String { label }
  }

  var list = ListModel<Item>()
  /// Whether the person asked for it or moved in it, so that Enter accepts.
  var isWanted: Bool
}

// Proposing and accepting completions.
extension ConfigEditor {
  /// Opens the list of completions because the person asked for it, or says that there are none.
  mutating func askForCompletion(in subject: EditedFeature) {
    reconcileCompletion(in: subject, isAsked: true)
    if completion == nil { message = .noCompletions }
  }

  /// Moves the cursor of the list by rows; from then on, Enter accepts.
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

  /// Inserts the selected completion in place of what was typed of it, over several lines if it has
  /// several values, and with the comma that is missing before it.
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

  /// Updates the list of completions after something was typed, or because the person asked.
  ///
  /// Typing a name or a colon opens the list, a blank or a deletion only keeps it open, anything
  /// else closes it.
  mutating func reconcileCompletion(in subject: EditedFeature, isAsked: Bool = false) {
    let typed = lastTyped
    lastTyped = nil
    guard isAsked || typed != nil else { return }
    guard isCompleted, selection.isEmpty else { return }
    if !isAsked, let typed {
      let opensList = typed.isLetter || typed.isNumber || "\"-_:".contains(typed)
      let keepsList = completion != nil && (typed == " " || typed == Self.deletion)
      guard opensList || keepsList else { return completion = nil }
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

  /// Whether asking for completions would list some.
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

  /// The fixes for the problem at the cursor, those with a similar name first.
  private func corrections() -> [CompletionPopup.Item] {
    let all = correctionsAtCursor
    guard !all.isEmpty, let finding = findingAtCursor else { return [] }
    let range = buffer.nearest(finding.range.lowerBound)..<buffer.nearest(finding.range.upperBound)
    let written = buffer.text(in: range).filter { $0 != "\"" }
    let nearNames = NameSuggestions.nearest(to: written, among: all.map(\.title))
    let near = nearNames.compactMap { name in all.first { $0.title == name } }
    let others = all.filter { !nearNames.contains($0.title) }
    return (near + others).map {
      .init(
        label: $0.title, insert: $0.insert, detail: "fixes: \(finding.problem.message)",
        range: range,
        isVerbatim: finding.problem.replacement != nil)
    }
  }

  /// What the manifest allows at the cursor and the typed text begins.
  ///
  /// - Parameter ignoresTyped: Whether to offer everything that is allowed if the typed text leaves
  ///   less than two completions, and what is allowed after a comma if nothing is.
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
      found = list(at: edited.context(at: cursor, assumesComma: true))
    }
    let range = buffer.textRange(of: found.range)
    return found.items.map {
      .init(label: $0.label, insert: $0.insert, detail: $0.detail, range: range)
    }
  }
}
