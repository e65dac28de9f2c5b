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
  /// Whether the person asked for it or moved in it, so that Enter accepts a completion even after
  /// a whole value.
  var alwaysTakesEnter: Bool
}

// Proposing and accepting completions.
extension ConfigEditor {
  /// Opens the list of completions because the person asked for it, or says that there are none.
  mutating func askForCompletion(in subject: EditedFeature) {
    reconcileCompletion(in: subject, isAsked: true)
    if completion == nil { message = .noCompletions }
  }

  /// Moves the cursor of the list of completions by rows; from then on, Enter accepts the selected
  /// one.
  mutating func moveInCompletion(by rows: Int) {
    let count = completion?.list.count ?? 0
    completion?.list.scroll.move(by: rows, in: count)
    completion?.alwaysTakesEnter = true
  }

  /// Whether Enter accepts a completion.
  ///
  /// If the list opened by itself and the typed text is a whole value, such as `true`, Enter breaks
  /// the line instead.
  var completionTakesEnter: Bool {
    guard let popup = completion, let item = popup.list.selected else { return false }
    if popup.alwaysTakesEnter { return true }
    let typed = buffer.text(in: item.range)
    let isWholeValue = (try? JSONValue.parse(typed)) != nil
    return !isWholeValue
  }

  /// Inserts the selected completion in place of what was typed of it, over several lines if it has
  /// several values, and with the comma that is missing before it.
  ///
  /// The cursor is then behind the text, or inside the braces if the text ends with `{}`.
  mutating func acceptCompletion() {
    guard let item = completion?.list.selected else { return }
    completion = nil
    lastTyped = nil
    // The exact fix of a problem needs neither a comma nor other line breaks.
    if item.isVerbatim { return replace(item.range, with: item.insert) }
    let start = item.range.lowerBound
    let lineBreak = "\n" + buffer.leadingBlanks(before: buffer.end(of: start.line))
    let text = SnippetText.laidOut(item.insert).replacing(bytesOf: "\n", with: lineBreak)
    // Nil if a comma or an opening bracket precedes the item, so that it needs no comma.
    guard let endOfValueBefore = endOfUnseparatedText(before: start) else {
      return insertCompletion(text, in: item.range)
    }
    // The value before the item gets a comma, and a line break unless the item has its own line.
    let isOnOwnLine = endOfValueBefore.line < start.line
    let gap = isOnOwnLine ? buffer.text(in: endOfValueBefore..<start) : lineBreak
    insertCompletion("," + gap + text, in: endOfValueBefore..<item.range.upperBound)
  }

  /// Replaces a range by the text of a completion; the cursor is then behind it, or between the
  /// braces of an empty object at its end.
  private mutating func insertCompletion(_ text: String, in range: Range<TextPosition>) {
    let endsWithEmptyObject = text.hasSuffix("{}")
    let textBeforeCursor = endsWithEmptyObject ? String(text.dropLast()) : text
    replace(range, with: text, caret: range.lowerBound.advanced(over: textBeforeCursor))
  }

  /// Updates the list of completions after something was typed, or because the person asked.
  ///
  /// Typing a name or a colon opens the list, a blank or a deletion only keeps it open, anything
  /// else closes it.
  ///
  /// - Parameter isAsked: Whether the person pressed the key that opens the list.
  mutating func reconcileCompletion(in subject: EditedFeature, isAsked: Bool = false) {
    // Nil if nothing was typed since the last update.
    let typed = lastTyped
    // The list follows each typed character only once.
    lastTyped = nil
    guard isAsked || typed != nil, canComplete else { return }
    if !isAsked, let typed, !opensOrKeepsList(after: typed) { return completion = nil }
    completion = popup(of: proposals(in: subject, isAsked: isAsked), isAsked: isAsked)
  }

  /// The list of some completions; nil without any.
  ///
  /// Its cursor is at the first one. But if the person asked for the list and one of them is
  /// already in the text, such as `true`, it is at that one: the others are the alternatives.
  private func popup(of items: [CompletionPopup.Item], isAsked: Bool) -> CompletionPopup? {
    guard let first = items.first else { return nil }
    // An open list that the person asked for or moved in stays one that always takes Enter.
    var popup = CompletionPopup(alwaysTakesEnter: isAsked || completion?.alwaysTakesEnter == true)
    popup.list.show(items)
    let textToReplace = buffer.text(in: first.range)
    if isAsked, let index = items.firstIndex(where: { $0.insert == textToReplace }) {
      popup.list.scroll.cursor = index
    }
    return popup
  }

  /// Whether the list of completions opens or stays open after a character was typed.
  private func opensOrKeepsList(after typed: Character) -> Bool {
    // Characters of names and numbers, the quote before a name or string, the colon before a value.
    let opensList = typed.isLetter || typed.isNumber || "\"-_:".contains(typed)
    let isOpen = completion != nil
    // A deletion counts as a typed backspace.
    let keepsList = typed == " " || typed == Self.deletion
    return opensList || isOpen && keepsList
  }

  /// Whether the text is small enough to be completed, and has a cursor instead of a selection.
  private var canComplete: Bool { allowsCompletions && selection.isEmpty }

  /// Whether asking for completions would list some.
  func hasCompletions(in subject: EditedFeature) -> Bool {
    canComplete && !proposals(in: subject, isAsked: true).isEmpty
  }

  /// The fixes for the problem at the cursor, if the person asked, and after them the completions
  /// that the manifest allows there.
  ///
  /// If the person asked, the completions can also replace a text that is not JSON, or be more than
  /// those that match the typed text. Empty if the only item is already typed.
  ///
  /// - Parameter isAsked: Whether the person pressed the key that opens the list, not only typed.
  private func proposals(in subject: EditedFeature, isAsked: Bool) -> [CompletionPopup.Item] {
    let fixes = isAsked ? correctionItems() : []
    let allowed =
      isAsked
      ? allowedItemsOnRequest(in: subject)
      : allowedItems(at: cursor, in: subject, offersAllIfAtMostOneMatches: false)
    // What a fix does already is not listed twice.
    let labelsOfFixes = Set(fixes.map(\.label))
    let textsOfFixes = Set(fixes.map(\.insert))
    let others = allowed.filter {
      !labelsOfFixes.contains($0.label) && !textsOfFixes.contains($0.insert)
    }
    let items = fixes + others
    guard items.count == 1, let only = items.first else { return items }
    let isTyped = only.insert == buffer.text(in: only.range)
    return isTyped ? [] : items
  }

  /// The names and values that the manifest allows at the cursor, if the person asked: in place of
  /// a part that is not JSON, such as `ture`, or of a quoted text that the cursor touches.
  private func allowedItemsOnRequest(in subject: EditedFeature) -> [CompletionPopup.Item] {
    if let broken = syntaxErrorToReplace { return itemsReplacing(broken, in: subject) }
    return allowedItems(at: positionToComplete, in: subject, offersAllIfAtMostOneMatches: true)
  }

  /// The syntax error that the cursor touches, whose text completions have to replace.
  ///
  /// Nil if completions are inserted at the cursor: without an error, where something is missing
  /// that no fix adds, or behind an opening bracket that is not closed.
  private var syntaxErrorToReplace: Finding? {
    guard let finding = touchedFinding, finding.isSyntaxError else { return nil }
    // An empty range is where something is missing. If there is a fix, the error is returned, but
    // `itemsReplacing` gives no items for it: only the fix is proposed.
    let isGapWithoutFix = finding.range.isEmpty && finding.corrections.isEmpty
    // The problem of brackets that are not closed is at the opening one.
    let isBehindOpeningBracket =
      finding.problem.code == "json-unclosed" && cursor == finding.range.upperBound
    return isGapWithoutFix || isBehindOpeningBracket ? nil : finding
  }

  /// The position at which to complete: the cursor, but inside the quotes if it is directly behind
  /// a key, or at either end of a key or string that is valid JSON but has a problem.
  ///
  /// A completion then replaces the text, instead of being inserted beside it.
  private var positionToComplete: TextPosition {
    let isBehindQuote = buffer.byte(before: cursor) == Self.quote
    // Only a key is followed by a colon.
    if isBehindQuote, edited.context(at: cursor).expects == .colon {
      return TextPosition(line: cursor.line, offset: cursor.offset - 1)
    }
    guard let finding = touchedFinding, !finding.isSyntaxError else { return cursor }
    return cursorInsideQuotes(of: finding) ?? cursor
  }

  private static let quote = UInt8(ascii: "\"")

  /// The cursor, moved between the quotes of the text with a problem; nil if that is not quoted.
  private func cursorInsideQuotes(of finding: Finding) -> TextPosition? {
    // The problems of a large text may be those of an earlier version of it.
    let start = buffer.nearest(finding.range.lowerBound)
    let end = buffer.nearest(finding.range.upperBound)
    let isQuoted = buffer.byte(at: start) == Self.quote && buffer.byte(before: end) == Self.quote
    guard start < end, isQuoted else { return nil }
    let afterOpeningQuote = TextPosition(line: start.line, offset: start.offset + 1)
    let beforeClosingQuote = TextPosition(line: end.line, offset: end.offset - 1)
    return min(max(cursor, afterOpeningQuote), beforeClosingQuote)
  }

  /// The names and values that the manifest allows in place of a text that is not JSON, such as
  /// `ture`.
  ///
  /// Those that would be inserted beside that text are left out.
  private func itemsReplacing(
    _ broken: Finding, in subject: EditedFeature
  ) -> [CompletionPopup.Item] {
    // Where something is missing, there is nothing to replace.
    guard !broken.range.isEmpty else { return [] }
    // At its end, all of the broken text counts as typed. If fewer than two allowed names or values
    // match it, all of them are offered.
    let items = allowedItems(
      at: broken.range.upperBound, in: subject, offersAllIfAtMostOneMatches: true)
    return items.filter { $0.range == broken.range }
  }

  /// The fixes for the problem that the cursor touches, those first that the text there probably
  /// means.
  private func correctionItems() -> [CompletionPopup.Item] {
    guard let finding = touchedFinding, !finding.corrections.isEmpty else { return [] }
    let range = buffer.nearest(finding.range.lowerBound)..<buffer.nearest(finding.range.upperBound)
    let sorted = NameSuggestions.probableFirst(
      finding.corrections, for: unquotedText(in: range), by: \.title)
    // A `replacement` is the only correction of its problem, and is inserted as it is.
    let isVerbatim = finding.problem.replacement != nil
    return sorted.map { correction in
      CompletionPopup.Item(
        label: correction.title, insert: correction.insert,
        detail: "fixes: \(finding.problem.message)", range: range, isVerbatim: isVerbatim)
    }
  }

  /// A text without its quotes, such as the name of a key.
  private func unquotedText(in range: Range<TextPosition>) -> String {
    buffer.text(in: range).filter { $0 != "\"" }
  }

  /// The names and values that the manifest allows at a position and that match the typed text.
  ///
  /// - Parameter offersAllIfAtMostOneMatches: Whether to offer, if fewer than two match, everything
  ///   that is allowed, and if nothing is allowed here, what is allowed after a comma.
  private func allowedItems(
    at position: TextPosition, in subject: EditedFeature, offersAllIfAtMostOneMatches: Bool
  ) -> [CompletionPopup.Item] {
    let found = completionList(
      at: position, in: subject, offersAllIfAtMostOneMatches: offersAllIfAtMostOneMatches)
    let range = buffer.textRange(of: found.range)
    let items = found.items.map { item in
      CompletionPopup.Item(
        label: item.label, insert: item.insert, detail: item.detail, range: range)
    }
    // If one is typed in full, the others are its alternatives, in their own order.
    let written = buffer.text(in: range)
    let isWritten = items.contains { $0.insert == written }
    guard !isWritten else { return items }
    return NameSuggestions.probableFirst(items, for: unquotedText(in: range), by: \.label)
  }

  /// What the manifest allows at a position and matches the typed text.
  ///
  /// - Parameter offersAllIfAtMostOneMatches: Whether to ignore the typed text if fewer than two
  ///   completions match it: behind `true`, the list then has `false` too. If nothing is allowed
  ///   there, it has what is allowed after a missing comma.
  private func completionList(
    at position: TextPosition, in subject: EditedFeature, offersAllIfAtMostOneMatches: Bool
  ) -> CompletionList {
    /// The completions in a context; with `narrows`, only those that match the typed text.
    func list(at context: JSONCursorContext, narrows: Bool = true) -> CompletionList {
      subject.manifest.completionList(
        in: edited.parsedText, at: context, over: subject.base, narrows: narrows)
    }
    let context = edited.context(at: position)
    let matching = list(at: context)
    let atMostOneMatches = matching.items.count < 2
    guard offersAllIfAtMostOneMatches, atMostOneMatches else { return matching }
    let all = list(at: context, narrows: false)
    guard all.items.isEmpty else { return all }
    let lacksComma =
      context.expects == .separator && endOfUnseparatedText(before: position) != nil
    // Completes as if the missing comma were there; accepting an item adds it.
    return lacksComma ? list(at: edited.context(at: position, assumesComma: true)) : all
  }
}
