import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Explains the client's status in the selected recipe, or a typed expression.
enum ReasonPanel {
  static let view = TextView(
    panel: .reason, scroll: \State.experiments.reasonScroll, title: title, subtitle: subtitle,
    caret: { state in
      let expression = state.experiments.expression
      return expression.isTyping ? 2 + DisplayText(expression.field.beforeCaret).columns : nil
    },
    subject: { state in
      let screen = state.experiments
      if screen.isAboutExpression { return screen.expression.text }
      return (screen.selectedRow?.slug ?? "") + (screen.reason?.sentence ?? "")
    }, text: lines)

  @Sendable private static func title(of state: State) -> DisplayText {
    if state.experiments.isAboutExpression { return "Expression" }
    return DisplayText(state.experiments.selectedRow?.slug ?? Panel.reason.title)
  }

  @Sendable private static func subtitle(of state: State) -> DisplayText {
    guard !state.experiments.isAboutExpression, let gates = state.experiments.reason?.gates else { return .empty }
    if let row = state.experiments.selectedRow, row.isForced { return row.forcedWords }
    return DisplayText("\(gates.filter(\.passes).count) of \(gates.count) gates open")
  }

  @Sendable static func lines(of state: State, columns: Int) -> [StyledLine] {
    let screen = state.experiments
    var lines = answer(of: state, columns: columns)
    guard !screen.isAboutExpression, screen.selectedRow?.unread == nil, let reason = screen.reason else { return lines }
    lines.append(StyledLine(.empty))
    let targeting = screen.selected?.targeting ?? "no targeting: everyone is targeted"
    lines += Prose.lines(of: targeting, .dim, columns: columns)
    lines.append(StyledLine(.empty))
    if let row = screen.selectedRow, row.isForced {
      let text = "\(sentence(row.forcedWords.plain)): the gates are ignored. Without that:"
      lines += Prose.lines(of: text, .override, columns: columns)
    }
    lines += reason.gates.flatMap { gate($0, counts: screen.selectedRow?.isForced != true, columns: columns) }
    lines += features(state)
    guard let recipe = screen.selected else { return lines }
    return lines + [StyledLine(.empty), StyledLine(DisplayText(recipe.userFacingName), .title)]
      + Prose.lines(of: recipe.userFacingDescription, .text, columns: columns)
  }

  /// The verdict, the tree and what has to change: the part to see without scrolling.
  static func answer(of state: State, columns: Int) -> [StyledLine] {
    let screen = state.experiments
    if screen.isAboutExpression { return expressionLines(state, columns: columns) }
    if let unread = screen.selectedRow?.unread { return unreadLines(unread, of: state, columns: columns) }
    guard let reason = screen.reason else { return endedLines(screen, columns: columns) }
    let isOptedOut = screen.selectedRow?.isOptedOut == true
    var lines = Prose.lines(of: sentence(reason.sentence), .text.bold(), columns: columns)
    if let ids = screen.selected.map(state.unknownFeatures), !ids.isEmpty {
      let words = "! the manifest has no feature \(ids.joined(separator: ", "))"
      lines += Prose.lines(of: words, .warning, columns: columns)
    }
    lines += mismatches(state, columns: columns)
    if isOptedOut {
      lines += Prose.lines(
        of: "d drops the opt-out; then the client is evaluated again.", .changed, columns: columns)
    } else if reason.fix == nil, let words = exposureWords(state) {
      lines += Prose.lines(of: words, .dim, columns: columns)
    }
    if let explanation = reason.targeting { lines += tree(explanation, columns: columns) }
    return isOptedOut ? lines : lines + needs(reason, of: state, columns: columns)
  }

  private static func needs(_ reason: EnrollmentReason, of state: State, columns: Int) -> [StyledLine] {
    guard let fix = reason.fix else { return [] }
    var lines = [StyledLine(.empty)]
    func add(_ words: String, _ style: Style) { lines += Prose.lines(of: words, style, columns: columns) }
    if reason.requirements.isEmpty {
      add(sentence(fix), .changed)
    } else {
      add(head(of: reason, in: state.experiments.selected), .changed)
      lines += Requirement.lines(of: reason.requirements, columns: columns)
    }
    let forced = reason.forcedFirst
    if !forced.isEmpty { add("First force \(forced.joined(separator: " and ")).", .changed) }
    let plan = state.experiments.plan
    if plan.isOffered, !state.options.isReadOnly {
      add("\(state.keyName(of: "fit-context")) \(plan.words).", .changed)
    }
    if let taker = state.experiments.selectedRow?.status?.conflictingSlug,
      state.session[.branch, taker]?.stringValue != nil
    {
      add("\(taker) was forced. If it took the feature from an enrolled client, \(StatusMessage.lossWords).", .dim)
    }
    return lines
  }

  private static func head(of reason: EnrollmentReason, in recipe: Recipe?) -> String {
    guard let drawn = reason.branch, let branches = recipe?.branches, branches.indices.contains(drawn.branch) else {
      return "To enroll it needs:"
    }
    return "To enroll in `\(branches[drawn.branch].slug)` it needs:"
  }

  /// How to record an exposure, without which a client in an experiment is not counted.
  private static func exposureWords(_ state: State) -> String? {
    guard let recipe = state.experiments.selected, !recipe.isRollout,
      let branch = state.experiments.selectedRow?.branch
    else { return nil }
    let unknown = state.unknownFeatures(of: recipe)
    let ids = recipe.featureIDs.filter { !unknown.contains($0) }
    guard !ids.isEmpty else { return nil }
    let isExposed = state.session.operations.contains { operation in
      !operation.isUndone
        && operation.events.contains {
          $0.isCountedExposure && $0.slug.isSameName(as: recipe.slug) && $0.branch.isSameName(as: branch)
        }
    }
    if isExposed { return "An exposure was recorded; screen 5 lists it." }
    let features = ids.joined(separator: ", ")
    return
      "Enrolled, but not exposed yet. x records an exposure of \(features), as the app does when it uses the feature."
  }

  private static func mismatches(_ state: State, columns: Int) -> [StyledLine] {
    guard let manifest = state.workspace.manifest, let recipe = state.experiments.selected,
      let branch = state.experiments.selectedRow?.branch.flatMap(recipe.branch)
    else { return [] }
    return branch.features.flatMap { config in
      let mismatch = manifest.mismatch(of: config.value, for: config.featureID, in: state.channel)
      let words = mismatch.map { "! its config for \(config.featureID) does not match the manifest: \($0)" }
      return words.map { Prose.lines(of: $0, .error, columns: columns) } ?? []
    }
  }

  private static func expressionLines(_ state: State, columns: Int) -> [StyledLine] {
    let screen = state.experiments
    var first = StyledLine("= ", .accent.bold())
    first.add(DisplayText(screen.expression.text), .match)
    guard let answer = screen.answer else { return [first] + Prose.lines(of: hint, .dim, columns: columns) }
    var lines = [first] + proposals(state)
    if let explanation = answer.explanation {
      lines.append(value(explanation.outcome))
      lines += tree(explanation, columns: columns)
      if case .value(.boolean(false)) = explanation.outcome {
        let words =
          explanation.requirement.map { _ in "To be true it needs:" }
          ?? explanation.obstacle.map { "Nothing can make it true: \($0)" }
        if let words {
          lines.append(StyledLine(.empty))
          lines += Prose.lines(of: words, .changed, columns: columns)
        }
        lines += Requirement.lines(of: explanation.requirement.map { [$0] } ?? [], columns: columns)
      }
    }
    for problem in answer.problems {
      let location = problem.location.map { "\($0.range.start.column): " } ?? ""
      lines += Prose.lines(of: location + problem.sentence, problem.severity.style, columns: columns)
    }
    return lines
  }

  private static func proposals(_ state: State) -> [StyledLine] {
    let proposals = state.expressionProposals
    let names = min(32, proposals.map { DisplayText($0.text).columns }.max() ?? 0)
    return proposals.enumerated().map { index, proposal in
      var line = StyledLine(index == state.experiments.proposal ? PanelSymbols.cursor + " " : "  ", .accent)
      line.add(DisplayText(proposal.text).truncated(to: names).padded(to: names), .key)
      line.add(DisplayText("  " + proposal.detail), .dim)
      return line
    }
  }

  private static let hint =
    "Type an expression, such as app_version|versionCompare('121.!') >= 0 && region == 'DE'; it is evaluated as you type."

  private static func value(_ outcome: VirgaTargeting.Outcome) -> StyledLine {
    switch outcome {
    case .value(let value): StyledLine(DisplayText(value.json.compact), .text.bold())
    case .error(let error): StyledLine(DisplayText("\(error)"), .error)
    }
  }

  private static func tree(_ explanation: Explanation, columns: Int) -> [StyledLine] {
    [StyledLine(.empty)] + ExpressionTree(explanation).lines(columns: columns)
      + explanation.quirks.flatMap { Prose.lines(of: "quirk: \($0.sentence)", .hint, columns: columns) }
  }

  /// A gate; dim if it is open, or if it is ignored because the person chose.
  private static func gate(_ gate: Gate, counts: Bool, columns: Int) -> [StyledLine] {
    let style: Style = gate.passes || !counts ? .dim : .text
    let mark: DisplayText = gate.isAssumed ? "? " : gate.passes ? "✓ " : "✗ "
    var line = StyledLine(mark, !counts ? .dim : gate.isAssumed ? .warning : gate.passes ? .success : .error)
    line.add(DisplayText(gate.kind.rawValue).padded(to: 14), style)
    let words = DisplayText(gate.sentence).wrapped(to: max(20, columns - line.columns))
    let indent = DisplayText.blanks(line.columns)
    return words.enumerated().map { row, text in
      var shown = row == 0 ? line : StyledLine(indent, style)
      shown.add(text, style)
      return shown
    }
  }

  private static func features(_ state: State) -> [StyledLine] {
    guard let recipe = state.experiments.selected else { return [] }
    lazy var rows = Dictionary(naming: state.experiments.recipeList.items, by: \.slug)
    return recipe.featureIDs.map { id in
      var line = StyledLine("feature ", .dim)
      line.add(DisplayText(id))
      if let manifest = state.workspace.manifest, manifest.feature(id) == nil {
        line.add("  ! the manifest has no such feature", .warning)
      }
      for other in state.layers.slugs(using: id) where !other.isSameName(as: recipe.slug) {
        line.add(DisplayText("  also \(other), \(rows[other]?.word ?? "")"), .dim)
      }
      return line
    }
  }

  private static func endedLines(_ screen: Experiments, columns: Int) -> [StyledLine] {
    guard let reason = screen.selectedRow.flatMap({ screen.enrollments.endedReason($0.slug) }) else { return [] }
    let text = "\(sentence(reason.sentence)). The record is kept for a year."
    return Prose.lines(of: text, .text, columns: columns)
  }

  private static func unreadLines(_ recipe: UnreadRecipe, of state: State, columns: Int) -> [StyledLine] {
    let words =
      "The recipe could not be read, so the session does not have it. Fix it, then load the file again with \(state.keyName(of: "load-recipes"))."
    let problems = recipe.problems.flatMap { problem in
      let location = problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start) " } ?? ""
      return Prose.lines(of: location + problem.sentence, problem.severity.style, columns: columns)
    }
    return Prose.lines(of: words, .text.bold(), columns: columns) + [StyledLine(.empty)] + problems
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension State {
  func unknownFeatures(of recipe: Recipe) -> [String] {
    workspace.manifest?.unknown(of: recipe.featureIDs) ?? []
  }
}
