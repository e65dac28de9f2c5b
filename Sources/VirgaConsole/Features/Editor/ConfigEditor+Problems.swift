import VirgaManifest
import VirgaSource

extension ConfigEditor {
  struct Finding: Equatable, Sendable {
    /// The problem; its location refers to the text that was checked.
    var problem: Problem
    /// The range; empty if something is missing there.
    var range: Range<TextPosition>
    var corrections: [Correction]

    init(_ finding: ValueFinding, in buffer: TextBuffer) {
      problem = finding.problem
      range =
        finding.problem.location.map { buffer.textRange(of: $0.range) }
        ?? .start..<TextPosition.start
      corrections = finding.corrections
    }

    fileprivate func touches(_ position: TextPosition) -> Bool {
      range.lowerBound <= position && position <= range.upperBound
    }
  }

  /// The largest text, in bytes, that is checked with each key, which takes about 10 ms; a larger
  /// one is checked when typing pauses.
  static let checkedAtOnce = 64 << 10

  /// The largest text, in bytes, with completions, which read it while a key is handled.
  private static let completedAtMost = 96 << 10

  var isCompleted: Bool { buffer.byteCount <= Self.completedAtMost }

  var isSmall: Bool { buffer.byteCount <= Self.checkedAtOnce }

  var isUnchecked: Bool { checked != revision }

  /// Checks the text, unless neither it nor what lies below it changed since the last check.
  ///
  /// A large text that is being typed waits until a pause saves it.
  mutating func check(in subject: EditedFeature) {
    guard isUnchecked, isSmall || !isUnsaved else { return }
    checked = revision
    guard !edited.isBlank else {
      findings = []
      return show(MergedPreview(subject.merged(under: nil)))
    }
    let check = subject.manifest.check(config: edited.located, over: subject.base)
    findings = check.findings.map { Finding($0, in: buffer) }
    show(check.isValid ? MergedPreview(subject.merged(under: check.config)) : nil)
  }

  /// Shows a merged result; nil keeps that of the last valid text.
  private mutating func show(_ result: MergedPreview?) {
    mergedView.isOutOfDate = result == nil
    merged = result ?? merged
  }

  /// The problem whose range contains the cursor, or else one in its line.
  var findingAtCursor: Finding? { currentFinding.map { findings[$0] } }

  /// The fixes for the problem that the cursor touches; empty if none is known.
  var correctionsAtCursor: [Correction] {
    guard isCompleted, selection.isEmpty, let finding = findingAtCursor, finding.touches(cursor)
    else { return [] }
    return finding.corrections
  }

  /// The index of the problem at the cursor; if there are several, that of the last visited one.
  var currentFinding: Int? {
    if let index = visitedFinding, findings.indices.contains(index),
      findings[index].range.lowerBound == cursor
    {
      return index
    }
    return findings.firstIndex { $0.touches(cursor) }
      ?? findings.lastIndex {
        $0.range.lowerBound.line == cursor.line && $0.range.lowerBound <= cursor
      }
      ?? findings.firstIndex { $0.range.lowerBound.line == cursor.line }
  }

  /// Where a problem begins.
  func position(of finding: Finding) -> TextPosition { buffer.nearest(finding.range.lowerBound) }

  func sourcePosition(of finding: Finding) -> SourcePosition {
    buffer.sourcePosition(of: position(of: finding))
  }

  var firstError: (position: TextPosition, refusal: StatusMessage)? {
    findings.first { $0.problem.severity == .error }.map {
      (position(of: $0), .fixFirst($0.problem, at: sourcePosition(of: $0)))
    }
  }

  /// The number of problems in words; a check stops after very many.
  var findingCount: String {
    findings.count >= 1000 ? "1000 or more problems" : findings.count.pluralizing("problem")
  }

  /// Goes to the next problem, or the previous one if `step` is -1.
  mutating func goToProblem(step: Int) {
    guard !findings.isEmpty else { return }
    let starts = findings.map(\.range.lowerBound)
    var next = starts.index(step, from: cursor)
    if let visited = visitedFinding, visited < starts.count, starts[visited] == cursor {
      next = (visited + step + starts.count) % starts.count
    }
    go(to: starts[next])
    visitedFinding = next
  }
}
