import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A count or name at the end of the first line, in several lengths.
struct HeaderCount {
  static let separator: DisplayText = " · "

  let forms: [(rank: HeaderLine.Rank, text: DisplayText)]

  private init(_ rank: HeaderLine.Rank, _ text: DisplayText) { forms = [(rank, text)] }

  private init(
    _ rank: HeaderLine.Rank, short: DisplayText, _ text: DisplayText, words: HeaderLine.Rank = .words
  ) {
    forms = [(rank, short), (words, text)]
  }

  /// In the order of the line.
  static func all(of state: State) -> [HeaderCount] {
    guard let manifest = state.workspace.manifest else {
      let isUnread = state.count(.error) == 0
      return isUnread
        ? [HeaderCount(.needed, state.files.isUnread ? "nothing read" : "reading …")] : problems(of: state)
    }
    return alarms(of: state) + overrides(of: state) + sessions(of: state) + files(of: state, manifest)
      + problems(of: state) + drafts(of: state) + calm(of: state) + sizes(of: state, manifest)
  }

  private static func alarms(of state: State) -> [HeaderCount] {
    (state.files.isSessionLost ? [HeaderCount(.marks, "! session in memory")] : [])
      + (state.options.isReadOnly ? [HeaderCount(.needed, "read-only")] : [])
  }

  private static func overrides(of state: State) -> [HeaderCount] {
    let count = state.session.overrideCount
    let words = HeaderLine.counted(count, "override")
    // Zero is written in words, as a mark without a count would suggest that there is something.
    guard count > 0 else { return [HeaderCount(state.files.isSessionLost ? .calm : .words, words)] }
    return [HeaderCount(.marks, short: PanelSymbols.overridden + DisplayText("\(count)"), words)]
  }

  private static func sessions(of state: State) -> [HeaderCount] {
    var counts: [HeaderCount] = []
    let session = DisplayText(state.options.sessionName)
    if !state.files.isSessionLost, !session.isEmpty {
      counts.append(HeaderCount(.session, session.truncatedInside(to: 20), long: "session " + session))
    }
    if !state.findings.clientChanges.all.isEmpty, state.clientChannel == nil {
      counts.append(HeaderCount(.needed, "client changed"))
    }
    return counts
  }

  /// The longer form has the lowest priority.
  private init(_ rank: HeaderLine.Rank, _ text: DisplayText, long: DisplayText) {
    forms = [(rank, text), (.spaced, long)]
  }

  private static func files(of state: State, _ manifest: Manifest) -> [HeaderCount] {
    (state.workspace.isStale
      ? [HeaderCount(.needed, short: "! old state", "! files broken, last good state", words: .session)] : [])
      + (manifest.isComplete ? [] : [HeaderCount(.needed, "! incomplete")])
  }

  private static func problems(of state: State) -> [HeaderCount] {
    let (errors, warnings) = (state.count(.error), state.count(.warning))
    let words =
      (errors == 0 ? [] : ["! " + HeaderLine.counted(errors, "error")])
      + (warnings == 0 ? [] : [HeaderLine.counted(warnings, "warning")])
    guard !words.isEmpty else { return [] }
    return [
      HeaderCount(
        errors == 0 ? .needed : .marks, short: DisplayText("!\(errors + warnings)"),
        words.joined(separator: separator), words: .problems)
    ]
  }

  private static func drafts(of state: State) -> [HeaderCount] {
    let (drafts, broken) = (state.editing.unapplied, state.editing.broken.count)
    guard drafts > 0 else { return [] }
    let words = HeaderLine.counted(drafts, "draft")
    guard broken > 0 else { return [HeaderCount(.needed, words)] }
    guard broken < drafts else { return [HeaderCount(.needed, short: "! " + words, "! " + words + " to fix")] }
    return [
      HeaderCount(
        .needed, short: DisplayText("! \(broken) of \(drafts) drafts"), "! " + words + DisplayText(", \(broken) to fix")
      )
    ]
  }

  private static func calm(of state: State) -> [HeaderCount] {
    let isCalm = state.count(.error) == 0 && state.count(.warning) == 0 && state.editing.broken.isEmpty
    return isCalm ? [HeaderCount(.calm, "no problems")] : []
  }

  private static func sizes(of state: State, _ manifest: Manifest) -> [HeaderCount] {
    let counts = [
      (state.workspace.features.count, "feature"), (manifest.files.count, "file"),
      (state.workspace.channels.count, "channel"), (state.count(.hint), "hint"),
    ]
    return counts.filter { $0.1 != "hint" || $0.0 > 0 }.map { HeaderCount(.sizes, HeaderLine.counted($0.0, $0.1)) }
  }
}
