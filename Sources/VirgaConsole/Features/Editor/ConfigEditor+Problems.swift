import VirgaManifest
import VirgaSource

// Checking a text, and going through its problems.
extension ConfigEditor {
  /// A problem of the text with its range.
  struct Finding: Equatable, Sendable {
    /// The problem; its location refers to the text that was checked.
    var problem: Problem
    /// The range; empty if something is missing there.
    var range: Range<TextPosition>
    /// The fixes to choose from; empty if none is known.
    var corrections: [Correction]
    /// Whether the text is not JSON there.
    var isSyntaxError: Bool

    /// A problem with its range in the text; one without a location is at the start of the text.
    init(_ finding: ValueFinding, in buffer: TextBuffer) {
      problem = finding.problem
      let emptyAtStart = TextPosition.start..<TextPosition.start
      range = finding.problem.location.map { buffer.textRange(of: $0.range) } ?? emptyAtStart
      corrections = finding.corrections
      // A repeated key is a finding of syntax too, but only a warning: the text is JSON.
      isSyntaxError = finding.kind == .syntax && finding.problem.severity == .error
    }

    /// Whether a position is in the range or at one of its ends.
    fileprivate func touches(_ position: TextPosition) -> Bool {
      range.lowerBound <= position && position <= range.upperBound
    }
  }

  /// The largest text, in bytes, that is checked with each key, which takes about 10 ms; a larger
  /// one is checked when typing pauses.
  static let maxBytesCheckedAtOnce = 64 << 10

  /// The largest text, in bytes, with completions, which read it while a key is handled.
  private static let maxBytesWithCompletions = 96 << 10

  /// Whether the text is small enough for completions.
  var allowsCompletions: Bool { buffer.byteCount <= Self.maxBytesWithCompletions }

  /// Whether the text is small enough to be checked with each key.
  var isSmall: Bool { buffer.byteCount <= Self.maxBytesCheckedAtOnce }

  /// Whether the text or its base changed since the last check.
  var isUnchecked: Bool { checkedRevision != revision }

  /// Finds the problems and the merged result of the text, unless neither it nor its base changed
  /// since the last check.
  ///
  /// A large text that is being typed waits until a pause saves it, because a check would delay
  /// each key. A blank text has no problems, and its result is the feature without an edit.
  mutating func check(in subject: EditedFeature) {
    guard isUnchecked else { return }
    let waitsForPause = !isSmall && isUnsaved
    guard !waitsForPause else { return }
    checkedRevision = revision
    guard !edited.isBlank else {
      findings = []
      return showMerged(MergedPreview(subject.merged(under: nil)))
    }
    let check = subject.manifest.check(config: edited.parsedText, over: subject.base)
    findings = check.findings.map { Finding($0, in: buffer) }
    // Nil keeps the result of the last valid text.
    showMerged(check.isValid ? MergedPreview(subject.merged(under: check.config)) : nil)
  }

  /// Shows a merged result; nil keeps that of the last valid text.
  private mutating func showMerged(_ result: MergedPreview?) {
    mergedDisplay.isOfOlderText = result == nil
    if let result { merged = result }
  }

  /// The problem whose range contains the cursor, or else one in its line.
  var findingNearCursor: Finding? { currentFindingIndex.map { findings[$0] } }

  /// The fixes for the problem that the cursor touches; empty if none is known.
  var correctionsAtCursor: [Correction] { touchedFinding?.corrections ?? [] }

  /// The problem that the cursor touches, for completions; nil with a selection, or in a text that
  /// is too large for them.
  var touchedFinding: Finding? {
    guard allowsCompletions, selection.isEmpty, let finding = findingNearCursor,
      finding.touches(cursor)
    else { return nil }
    return finding
  }

  /// The index of the problem at the cursor among the findings; nil if none touches the cursor or
  /// begins in its line.
  ///
  /// Several may be at one position: the last visited one comes first, then one that the cursor
  /// touches, then the last one before the cursor in its line, then the first one after it.
  var currentFindingIndex: Int? {
    if let visited = visitedFindingIndex, findings.indices.contains(visited) {
      let isAtCursor = findings[visited].range.lowerBound == cursor
      if isAtCursor { return visited }
    }
    if let touched = findings.firstIndex(where: { $0.touches(cursor) }) { return touched }
    func isInLine(_ finding: Finding) -> Bool { finding.range.lowerBound.line == cursor.line }
    let lastBefore = findings.lastIndex { isInLine($0) && $0.range.lowerBound <= cursor }
    // In the line, any problem that does not begin before the cursor begins after it.
    return lastBefore ?? findings.firstIndex(where: isInLine)
  }

  /// Where a problem begins.
  func position(of finding: Finding) -> TextPosition { buffer.nearest(finding.range.lowerBound) }

  /// The line and column where a problem begins, from 1.
  func sourcePosition(of finding: Finding) -> SourcePosition {
    buffer.sourcePosition(of: position(of: finding))
  }

  /// Where the first error begins, and the message that it must be fixed; nil if the text has none,
  /// or was not checked yet.
  var firstError: TextError? {
    let firstError = findings.first { $0.problem.severity == .error }
    return firstError.map { finding in
      TextError(
        position: position(of: finding),
        refusal: .fixFirst(finding.problem, at: sourcePosition(of: finding)))
    }
  }

  /// An error because of which the text cannot be applied.
  struct TextError {
    let position: TextPosition
    let refusal: StatusMessage
  }

  /// The number of problems, such as `1 problem`; a check stops after 1000.
  var findingCountInWords: String {
    let mostFound = 1000
    let mayHaveMore = findings.count >= mostFound
    return mayHaveMore ? "\(mostFound) or more problems" : findings.count.pluralizing("problem")
  }

  /// Goes to the next problem after the cursor, or the previous one if `step` is -1, around the
  /// ends.
  mutating func goToProblem(step: Int) {
    guard !findings.isEmpty else { return }
    let starts = findings.map(\.range.lowerBound)
    let count = starts.count
    var next = starts.neighborIndex(step, from: cursor)
    // Several problems may begin at the cursor: continue after the visited one.
    if let visited = visitedFindingIndex, visited < count, starts[visited] == cursor {
      // Adding the count keeps the sum from being negative.
      next = (visited + step + count) % count
    }
    go(to: starts[next])
    visitedFindingIndex = next
  }
}
