import VirgaManifest
import VirgaSource

extension ConfigEditor {
  /// A problem with the stretch of the text that it is about.
  struct Finding: Equatable, Sendable {
    /// The problem; its location is that of the text that was checked.
    package var problem: Problem
    /// The stretch; empty where the problem is about what is missing.
    package var range: Range<TextPlace>
    /// What could stand there instead.
    package var corrections: [Correction]

    init(_ finding: ValueFinding, in buffer: TextBuffer) {
      problem = finding.problem
      range = finding.problem.location.map { buffer.places(of: $0.range) } ?? .start..<TextPlace.start
      corrections = finding.corrections
    }
  }

  /// The largest text, in bytes, that is checked while a key is handled; a larger one is checked beside.
  static let checkedAtOnce = 24 << 10

  /// The largest text, in bytes, in which it is proposed how to go on: it is read for that while a key is handled.
  static let completedAtMost = 96 << 10

  /// Whether the text can be checked while a key is handled.
  var isSmall: Bool { buffer.byteCount <= Self.checkedAtOnce }

  /// Whether it is proposed how to go on.
  var isCompleted: Bool { buffer.byteCount <= Self.completedAtMost }

  /// Whether the findings are about an older text.
  var isUnchecked: Bool { checkedVersion != version }

  /// The check that the text needs; nil where it has been checked.
  func pendingCheck(in subject: EditorSubject) -> EditorCheck? {
    isUnchecked ? EditorCheck(version: version, round: checkRound, buffer: buffer, subject: subject) : nil
  }

  /// Takes over what a check found, unless it is about an older text, or about what lay below it then.
  package mutating func note(_ found: EditorCheck.Finding) {
    guard found.version == version, found.round == checkRound else { return }
    checkedVersion = version
    findings = found.findings
    mergedView.isOld = !found.isValid
    if let rows = found.merged { merged = rows }
  }

  /// Asks for another check: what lies below the text has changed.
  mutating func forgetCheck() {
    checkedVersion = -1
    checkRound += 1
  }

  /// The problem at the cursor: one whose stretch it touches, else one in its line.
  var findingAtCursor: Finding? { currentFinding.map { findings[$0] } }

  /// What could stand in the place of what the cursor touches; empty where nothing is known to mend it.
  var correctionsAtCursor: [Correction] {
    guard isCompleted, selection.isEmpty, let finding = findingAtCursor, finding.range.lowerBound <= cursor,
      cursor <= finding.range.upperBound
    else { return [] }
    return finding.corrections
  }

  /// The place of the problem at the cursor among all: of the one that was gone to, where several are at the cursor.
  var currentFinding: Int? {
    if let place = problemView.visited, findings.indices.contains(place), findings[place].range.lowerBound == cursor {
      return place
    }
    return findings.firstIndex { $0.range.lowerBound <= cursor && cursor <= $0.range.upperBound }
      ?? findings.lastIndex { $0.range.lowerBound.line == cursor.line && $0.range.lowerBound <= cursor }
      ?? findings.firstIndex { $0.range.lowerBound.line == cursor.line }
  }

  /// The first problem that keeps the text from being applied, with its place; nil where none does.
  var firstError: (place: TextPlace, refusal: StatusMessage)? {
    findings.first { $0.problem.severity == .error }.map { finding in
      let place = buffer.nearest(finding.range.lowerBound)
      return (place, Self.refusal(finding.problem, at: buffer.position(of: place)))
    }
  }

  /// Says what has to be mended before the text can be taken.
  static func refusal(_ problem: Problem, at place: SourcePosition) -> StatusMessage {
    .refusal("mend this first: \(place) \(ProblemLines.words(problem))")
  }

  /// The place of the first problem behind the cursor, or of the last one before it.
  var nearestFinding: Int {
    findings.firstIndex { $0.range.lowerBound >= cursor } ?? max(0, findings.count - 1)
  }

  /// How many problems there are, in words; a check that found very many stops looking for more.
  var findingCount: String {
    findings.count >= 1000 ? "1000 or more problems" : findings.count.counted("problem")
  }

  /// Goes to the next problem in the text, or the one before where `step` is -1; false where there is none.
  mutating func goToProblem(step: Int) -> Bool {
    guard !findings.isEmpty else { return false }
    let starts = findings.map(\.range.lowerBound)
    let isAtVisited = problemView.visited.map { $0 < starts.count && starts[$0] == cursor } ?? false
    let next: Int
    if isAtVisited, let place = problemView.visited {
      next = (place + step + starts.count) % starts.count
    } else if step > 0 {
      next = starts.firstIndex { $0 > cursor } ?? 0
    } else {
      next = starts.lastIndex { $0 < cursor } ?? starts.count - 1
    }
    go(to: starts[next])
    problemView.visited = next
    return true
  }

  /// Moves what is seen of the problems by lines, away from the one at the cursor.
  mutating func scrollProblems(by lines: Int) { problemView.shift += lines }

  /// Keeps the findings where they are in the text: those behind a change move along, those in it go.
  mutating func moveFindings(behind range: Range<TextPlace>, growth: Int) {
    guard !findings.isEmpty else { return }
    let (first, last) = (range.lowerBound.line, range.upperBound.line)
    findings.removeAll { $0.range.upperBound.line >= first && $0.range.lowerBound.line <= last }
    guard growth != 0 else { return }
    for index in findings.indices where findings[index].range.lowerBound.line > last {
      let moved = findings[index].range
      findings[index].range =
        TextPlace(
          line: moved.lowerBound.line + growth, offset: moved.lowerBound.offset)..<TextPlace(
          line: moved.upperBound.line + growth, offset: moved.upperBound.offset)
    }
  }
}
