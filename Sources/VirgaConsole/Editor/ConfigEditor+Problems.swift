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
      range = finding.problem.location.map { buffer.textRange(of: $0.range) } ?? .start..<TextPosition.start
      corrections = finding.corrections
    }
  }

  /// The largest text, in bytes, to check while a key is handled; larger ones are checked in the background.
  static let checkedAtOnce = 24 << 10

  /// The largest text, in bytes, with completions, which read it while a key is handled.
  static let completedAtMost = 96 << 10

  var isSmall: Bool { buffer.byteCount <= Self.checkedAtOnce }

  var isCompleted: Bool { buffer.byteCount <= Self.completedAtMost }

  var isUnchecked: Bool { checkedVersion != version }

  func pendingCheck(in subject: EditorSubject) -> EditorCheck? {
    isUnchecked ? EditorCheck(version: version, round: checkRound, buffer: buffer, subject: subject) : nil
  }

  /// Stores a check's findings, unless text or layers have changed since.
  mutating func record(_ found: EditorCheck.Finding, of check: EditorCheck) {
    guard check.version == version, check.round == checkRound else { return }
    checkedVersion = version
    findings = found.findings
    mergedView.isOutOfDate = !found.isValid
    if let rows = found.merged { merged = rows }
  }

  /// Requests another check because the layers below the text changed.
  mutating func forgetCheck() {
    checkedVersion = -1
    checkRound += 1
  }

  /// The problem whose range contains the cursor, or else one in its line.
  var findingAtCursor: Finding? { currentFinding.map { findings[$0] } }

  /// The fixes for the problem that the cursor touches; empty if none is known.
  var correctionsAtCursor: [Correction] {
    guard isCompleted, selection.isEmpty, let finding = findingAtCursor, finding.range.lowerBound <= cursor,
      cursor <= finding.range.upperBound
    else { return [] }
    return finding.corrections
  }

  /// The index of the problem at the cursor; if there are several, that of the last visited one.
  var currentFinding: Int? {
    if let index = problemView.visited, findings.indices.contains(index), findings[index].range.lowerBound == cursor {
      return index
    }
    return findings.firstIndex { $0.range.lowerBound <= cursor && cursor <= $0.range.upperBound }
      ?? findings.lastIndex { $0.range.lowerBound.line == cursor.line && $0.range.lowerBound <= cursor }
      ?? findings.firstIndex { $0.range.lowerBound.line == cursor.line }
  }

  var firstError: (position: TextPosition, refusal: StatusMessage)? {
    findings.first { $0.problem.severity == .error }.map { finding in
      let position = buffer.nearest(finding.range.lowerBound)
      return (position, .fixFirst(finding.problem, at: buffer.sourcePosition(of: position)))
    }
  }

  /// The index of the first problem after the cursor, or else of the last one.
  var nearestFinding: Int {
    findings.firstIndex { $0.range.lowerBound >= cursor } ?? max(0, findings.count - 1)
  }

  /// The number of problems in words; a check stops after very many.
  var findingCount: String {
    findings.count >= 1000 ? "1000 or more problems" : findings.count.pluralizing("problem")
  }

  /// Goes to the next problem, or the previous one if `step` is -1; returns false if there is none.
  mutating func goToProblem(step: Int) -> Bool {
    guard !findings.isEmpty else { return false }
    let starts = findings.map(\.range.lowerBound)
    var next = starts.index(step, from: cursor)
    if let visited = problemView.visited, visited < starts.count, starts[visited] == cursor {
      next = (visited + step + starts.count) % starts.count
    }
    go(to: starts[next])
    problemView.visited = next
    return true
  }

  mutating func scrollProblems(by lines: Int) { problemView.shift += lines }

  /// Adjusts the findings to a change: those after it move, those in it go.
  mutating func moveFindings(behind range: Range<TextPosition>, growth: Int) {
    guard !findings.isEmpty else { return }
    let (first, last) = (range.lowerBound.line, range.upperBound.line)
    findings.removeAll { $0.range.upperBound.line >= first && $0.range.lowerBound.line <= last }
    guard growth != 0 else { return }
    for index in findings.indices where findings[index].range.lowerBound.line > last {
      var (start, end) = (findings[index].range.lowerBound, findings[index].range.upperBound)
      start.line += growth
      end.line += growth
      findings[index].range = start..<end
    }
  }
}
