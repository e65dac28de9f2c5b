import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Explains the client's status in the selected recipe.
struct ReasonPanel: TextView {
  /// A sentence about the recipe, with the sign of a problem before it if it is about one.
  struct Note: Sendable {
    var sign = StyledLine(pieces: [])
    let words: String
    var style = Style.text
  }

  let panel = Panel.reason

  func title(of model: Model) -> DisplayText {
    DisplayText(model.experiments.selectedRow?.slug ?? panel.title)
  }

  /// What stops the client if that is at most two gates, else how many gates it passes; for a
  /// forced branch, only that it was forced, because the gates are ignored.
  func subtitle(of model: Model) -> DisplayText {
    let screen = model.experiments
    guard let row = screen.selectedRow, row.recipe != nil, let gates = screen.reason?.gates else {
      return .empty
    }
    if row.isForced { return DisplayText(row.forcedWords) }
    // Of a recipe for another app, only that is named, as in `stopped by other app`.
    if row.isForOtherApp { return DisplayText("stopped by \(row.statusWord)") }
    let failed = gates.filter { !$0.passes }.map(\.kind.rawValue)
    let mostNamed = 2
    // A failed gate does not stop a client that is enrolled already.
    let namesFailed = !row.isEnrolled && !failed.isEmpty && failed.count <= mostNamed
    if namesFailed { return DisplayText("stopped by \(failed.joined(separator: ", "))") }
    return "\(gates.count - failed.count) of \(gates.count) gates open"
  }

  /// Recipe and status: the text starts at its top again when either changes.
  func subject(of model: Model) -> String {
    let screen = model.experiments
    return (screen.selectedRow?.slug ?? "") + (screen.reason?.sentence ?? "")
  }

  /// A text of several paragraphs, wrapped to the panel.
  private struct Text {
    let columns: Int
    var lines: [StyledLine] = []

    /// The smallest width to which a text is wrapped.
    private static let minTextColumns = 20

    /// Adds a text; its lines after the first are indented by the width of `lead`, which precedes
    /// the first one.
    mutating func add(
      _ text: String, _ style: Style = .text, after lead: StyledLine = StyledLine(pieces: [])
    ) {
      let textColumns = max(Self.minTextColumns, columns - lead.columns)
      let indent = StyledLine(.blanks(lead.columns), style)
      lines += Prose.lines(of: text, columns: textColumns).enumerated().map { row, line in
        (row == 0 ? lead : indent) + StyledLine(line, style)
      }
    }

    /// Adds notes; if the whole text then has more lines than `rows`, cuts each note to one line.
    mutating func add(_ notes: [Note], cutIfTextExceeds rows: Int) {
      var whole = self
      for note in notes { whole.add(note.words, note.style, after: note.sign) }
      let isTooLong = whole.lines.count > rows
      guard isTooLong else { return lines = whole.lines }
      let noteLines = notes.map { $0.sign + StyledLine(DisplayText($0.words), $0.style) }
      lines = lines + noteLines.map { $0.truncated(to: columns) }
    }

    mutating func addBlank() { lines.append(StyledLine(.empty)) }

    /// Adds the targeting as a tree with the values with which the status was decided
    /// (`judgedTargeting`), under a heading if the client has other values now.
    ///
    /// The next evaluation reads the targeting with the values of now (`targeting`), which are not
    /// shown here. Adds nothing without a valid targeting.
    ///
    /// - Parameter marksDecidingParts: Whether the targeting decided the status, so that the parts
    ///   which decide its value are marked.
    mutating func addTargeting(of reason: EnrollmentReason, marksDecidingParts: Bool) {
      guard let judged = reason.judgedTargeting else { return }
      let hasOtherValuesNow = judged != reason.targeting
      if hasOtherValuesNow {
        addBlank()
        add("When it was decided:", .dim)
      }
      addTree(of: judged, marksDecidingParts: marksDecidingParts)
    }

    /// Adds an expression as a tree, and the surprising rules that affected its value.
    ///
    /// - Parameter marksDecidingParts: Whether the parts that decide its value are marked.
    private mutating func addTree(of explanation: Explanation, marksDecidingParts: Bool) {
      addBlank()
      let tree = ExpressionTree(explanation, marksDecidingParts: marksDecidingParts)
      lines += tree.lines(columns: columns)
      for quirk in explanation.quirks { add("quirk: \(quirk)", .hint) }
    }

    private static let indentOfLevel = 2

    /// Adds requirements, one per line; the parts of an "all of" or "one of" are indented by
    /// another level.
    mutating func add(_ requirements: [Requirement], level: Int = 1) {
      // A single "all of" needs no heading.
      if level == 1, requirements.count == 1, case .all(let parts)? = requirements.first {
        return add(parts)
      }
      for requirement in requirements {
        switch requirement {
        case .condition(let words): addRequirement(words, level: level)
        case .all(let parts):
          addRequirement("all of:", level: level)
          add(parts, level: level + 1)
        case .any(let parts):
          addRequirement("one of:", level: level)
          add(parts, level: level + 1)
        }
      }
    }

    /// Adds a condition, or the heading of several, with the indent of its level, in the style of
    /// all lines about what would enroll the client.
    private mutating func addRequirement(_ words: String, level: Int) {
      // Deep levels share an indent, so that at least half of the columns is left for the words.
      let indent = min(Self.indentOfLevel * level, columns / 2)
      let wrapped = DisplayText(words).wrapped(to: max(1, columns - indent))
      lines += wrapped.map { StyledLine(DisplayText.blanks(indent) + $0, .changed) }
    }
  }

  /// The status and what would enroll the client, then the gates, notes such as problems, what was
  /// changed, the targeting, the features and the description of the recipe.
  ///
  /// Only the first part if the recipe ended or is unreadable, or if no recipe is selected.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    let screen = model.experiments
    var text = Text(columns: columns, lines: Self.statusAndFix(in: model, columns: columns))
    guard let row = screen.selectedRow, let recipe = row.recipe, let reason = screen.reason else {
      return text.lines
    }
    text.addBlank()
    Self.addGates(of: row, reason, to: &text)
    let visibleRows = model.layout.inside(panel).rows
    text.add(screen.notes, cutIfTextExceeds: visibleRows)
    Self.addDifferences(in: model, to: &text)
    // That a recipe is for another app decides before the targeting.
    let isDecidedByTargeting = reason.isDecidedByTargeting && !row.isForOtherApp
    text.addTargeting(of: reason, marksDecidingParts: isDecidedByTargeting)
    text.addBlank()
    text.add(recipe.targeting ?? "no targeting: everyone is targeted", .dim)
    text.addBlank()
    for id in recipe.featureIDs { text.lines.append(Self.featureLine(id, of: row, in: model)) }
    Self.addNameAndDescription(of: recipe, to: &text)
    return text.lines
  }

  /// Adds what the recipe's authors call it and say about it, after a blank line.
  private static func addNameAndDescription(of recipe: Recipe, to text: inout Text) {
    text.addBlank()
    text.lines.append(StyledLine(DisplayText(recipe.userFacingName), .title))
    text.add(recipe.userFacingDescription)
  }

  /// The width of the longest name of a gate, `participation`, and the blank after it.
  private static let gateNameColumns = 14

  /// Adds all gates of a recipe, and says if they are ignored.
  private static func addGates(
    of row: RecipeRow, _ reason: EnrollmentReason, to text: inout Text
  ) {
    if row.isForced {
      text.add(
        "\(capitalizingFirstLetter(row.forcedWords)): the gates are ignored. Without that:",
        .override)
    }
    if let words = row.otherAppWords { addGate(ofOtherApp: words, to: &text) }
    // The gate of another app replaces that of the app's name.
    let gates = reason.gates.filter { !row.isForOtherApp || $0.kind != .appName }
    for gate in gates { add(gate, isIgnored: row.isForced, to: &text) }
  }

  /// Adds a gate: a mark for passed, failed or assumed (passed only because a value is unknown),
  /// its name and its sentence.
  ///
  /// The mark has a color, but the words are dim unless the gate keeps the client out.
  ///
  /// - Parameter isIgnored: Whether the gate is ignored, because a branch is forced; the mark is
  ///   then dim too.
  private static func add(_ gate: Gate, isIgnored: Bool, to text: inout Text) {
    let evaluated: (DisplayText, Style) = gate.passes ? ("✓ ", .success) : ("✗ ", .error)
    let (mark, color) = gate.isAssumed ? ("? ", .warning) : evaluated
    let markStyle: Style = isIgnored ? .dim : color
    let style: Style = gate.passes || isIgnored ? .dim : .text
    let name = DisplayText(gate.kind.rawValue).padded(to: gateNameColumns)
    text.add(gate.sentence, style, after: StyledLine(of: (mark, markStyle), (name, style)))
  }

  /// Adds the gate that a recipe for another app fails before all others.
  private static func addGate(ofOtherApp words: String, to text: inout Text) {
    let name = DisplayText("other app").padded(to: gateNameColumns)
    text.add(words, after: StyledLine(of: ("✗ ", .error), (name, .text)))
  }

  /// How many other recipes of a feature are named; the rest is only counted.
  private static let maxNamedRecipes = 20

  /// A feature of the recipe, and the other recipes that configure it, with their statuses:
  /// `feature homescreen  also homepage-order, enrolled`.
  private static func featureLine(_ id: String, of row: RecipeRow, in model: Model) -> StyledLine {
    var line = StyledLine(of: ("feature ", .dim), (DisplayText(id), .text))
    let slugs = Set(naming: model.layers.slugs(using: id))
    let others = model.experiments.list.items.lazy.filter {
      $0.id != row.id && slugs.contains($0.slug)
    }
    for other in others.prefix(maxNamedRecipes) {
      line.add("  also \(other.slug), \(other.statusWord)", .dim)
    }
    // One of the slugs is that of this recipe.
    let otherCount = slugs.count - 1
    let unnamedCount = otherCount - maxNamedRecipes
    if unnamedCount > 0 {
      line.add("  and \(unnamedCount.pluralizing("more recipe"))", .dim)
    }
    return line
  }

  /// The client's status in the selected recipe with its reason, and what would enroll the client.
  ///
  /// For an ended recipe only the status, for an unreadable one its problems, and for a heading
  /// what is below it.
  private static func statusAndFix(in model: Model, columns: Int) -> [StyledLine] {
    let screen = model.experiments
    var text = Text(columns: columns)
    addUnreadableOrHeading(in: model, to: &text)
    // Only a heading and an unreadable recipe have no reason.
    guard let row = screen.selectedRow, let reason = screen.reason else { return text.lines }
    guard let recipe = screen.selected else {
      // The recipe ended, so that only the record of the enrollment tells about it.
      text.add("\(capitalizingFirstLetter(reason.sentence)). The record is kept for a year.")
      return text.lines
    }
    addStatus(of: row, reason, to: &text)
    if row.isChanged { text.add(changedWords(of: row, in: model), .changed) }
    if row.isOptedOut {
      addKeyThatDropsOptOut(in: model, to: &text)
    } else {
      addFix(of: row, reason, recipe, in: model, to: &text)
    }
    return text.lines
  }

  /// Says which key drops the opt-out of the selected recipe.
  private static func addKeyThatDropsOptOut(in model: Model, to text: inout Text) {
    text.add(
      "\(model.keyName(of: "drop")) drops the opt-out; then the client is evaluated again.",
      .changed)
  }

  /// Adds the client's status in a recipe with its reason, and why an enrolled client stays in it
  /// or will leave it.
  private static func addStatus(
    of row: RecipeRow, _ reason: EnrollmentReason, to text: inout Text
  ) {
    if let words = row.otherAppWords {
      text.add("Not enrolled, stopped by other app: \(words).", .text.bold())
    } else {
      text.add(capitalizingFirstLetter(reason.sentence), .text.bold())
    }
    if let whyItStaysOrLeaves = reason.whyItStaysOrLeaves {
      text.add("\(capitalizingFirstLetter(whyItStaysOrLeaves)).")
    }
  }

  /// Says what is selected if that is an unreadable recipe or a heading; nothing for other rows.
  private static func addUnreadableOrHeading(in model: Model, to text: inout Text) {
    let screen = model.experiments
    if let unreadRecipe = screen.selectedRow?.unread {
      addProblems(of: unreadRecipe, in: model, to: &text)
    }
    // Only the recipes of other apps have a heading.
    if screen.list.selectedHeading != nil {
      let key = model.shared.keyName(of: "open-recipe", at: .recipes)
      text.add("Recipes that cannot be for this app; \(key) on the heading lists them.", .dim)
    }
  }

  /// Says that a recipe could not be read, and lists its problems.
  private static func addProblems(of unread: UnreadRecipe, in model: Model, to text: inout Text) {
    text.add(
      "The recipe could not be read, so the session does not have it. Fix it, then load the file again with \(model.keyName(of: "load-recipes")).",
      .text.bold())
    text.addBlank()
    for problem in unread.problems {
      let place = problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start) " }
      let sign = StyledLine(problem.severity.sign + " ", problem.severity.signStyle)
      text.add((place ?? "") + problem.sentence, after: sign)
    }
  }

  /// Says that the selected recipe was changed in the session, and which key drops the changes.
  private static func changedWords(of row: RecipeRow, in model: Model) -> String {
    let count = model.experiments.differencesOfSelected.count
    let verb = count == 1 ? "differs" : "differ"
    let drop = model.keyName(of: "drop")
    // While a branch is forced, the key only stops forcing it.
    let keyWords = row.isForced ? "\(drop), once nothing is forced," : drop
    return
      "~ Changed in this session: \(count.pluralizing("value")) \(verb) from its file. \(keyWords) drops the changes."
  }

  /// Lists the values of a changed recipe that differ from its file, with the old ones.
  private static func addDifferences(in model: Model, to text: inout Text) {
    let differences = model.experiments.differencesOfSelected
    if !differences.isEmpty { text.addBlank() }
    for difference in differences {
      text.add(difference.words, .changed, after: StyledLine("~ ", .changed))
    }
  }

  /// Adds what has to change to enroll the client in the recipe of the selected row, and the key
  /// that changes it, or why there is nothing to change; nothing if the client is enrolled.
  ///
  /// Below that comes a note if the recipe lost a feature to one that was forced.
  private static func addFix(
    of row: RecipeRow, _ reason: EnrollmentReason, _ recipe: Recipe, in model: Model,
    to text: inout Text
  ) {
    // Nil if the client is enrolled.
    guard let whatIsNeeded = reason.fix else { return }
    text.addBlank()
    if reason.requirements.isEmpty {
      // The sentence says why there are none, as in `it enrolls at the next evaluation`.
      text.add(capitalizingFirstLetter(whatIsNeeded), .changed)
    } else {
      addRequirements(of: recipe, reason, to: &text)
    }
    // Branches of other recipes, if the targeting requires that the client is in them.
    let toForce = reason.branchesToForceFirst
    if !toForce.isEmpty { text.add("First force \(toForce.joined(separator: " and ")).", .changed) }
    addKeyThatEnrolls(in: model, to: &text)
    addNoteOnForcedRival(of: row, in: model, to: &text)
  }

  /// Adds the conditions under which the client enrolls, and names the branch in which it then is,
  /// if that is known.
  private static func addRequirements(
    of recipe: Recipe, _ reason: EnrollmentReason, to text: inout Text
  ) {
    // The branch chosen for the client's id; nil without an id, or without a branch to choose.
    let branch = reason.branchDraw.map { " in `\(recipe.branches[$0.branchIndex].slug)`" } ?? ""
    text.add("To enroll\(branch) it needs:", .changed)
    text.add(reason.requirements)
  }

  /// Adds the key that makes the changes which enroll the client in the selected recipe, as in
  /// `F sets region = US.`, if such changes are known (`isOffered`) and the session can be changed.
  private static func addKeyThatEnrolls(in model: Model, to text: inout Text) {
    let fix = model.experiments.enrollmentFix
    guard fix.isOffered, !model.options.isReadOnly else { return }
    text.add("\(model.keyName(of: "fit-context")) \(fix.words).", .changed)
  }

  /// Adds a note if a recipe lost a feature to one that was forced, the `conflictingSlug` of its
  /// status.
  private static func addNoteOnForcedRival(
    of row: RecipeRow, in model: Model, to text: inout Text
  ) {
    // One might expect that the SDK records an unenrollment: the note says that it records
    // `enroll_failed`.
    if let taker = row.status?.conflictingSlug, model.session[.branch, taker]?.stringValue != nil {
      text.add(
        "\(taker) was forced. If it took the feature from an enrolled client, \(StatusMessage.enrollFailedWords).",
        .dim)
    }
  }

  /// Notes on a recipe: its own problems, those with the manifest and those with other recipes; for
  /// an experiment also whether an exposure was recorded.
  ///
  /// - Parameter branch: The branch that the client is in; nil if it is in none, so that it cannot
  ///   be exposed.
  static func notes(on recipe: Recipe, branch: String?, _ shared: Shared) -> [Note] {
    let problems = shared.issues.problemsOfRecipes[Name(recipe.slug)] ?? []
    let notes = problems.map { found in
      let severity = found.problem.severity
      return Note(
        sign: StyledLine(severity.sign + " ", severity.signStyle), words: found.sentence)
    }
    // A feature that the manifest does not have cannot be exposed. Without a manifest, none counts
    // as unknown.
    let unknown = shared.workspace.manifest?.unknownIDs(among: recipe.featureIDs) ?? []
    let featuresToExpose = recipe.featureIDs.filter { !unknown.contains($0) }
    guard let branch, !recipe.isRollout, !featuresToExpose.isEmpty else { return notes }
    return notes + [exposureNote(on: recipe, branch: branch, features: featuresToExpose, shared)]
  }

  /// Says that an exposure was recorded, or which key records one: the analysis of an experiment
  /// counts only exposed clients.
  private static func exposureNote(
    on recipe: Recipe, branch: String, features ids: [String], _ shared: Shared
  ) -> Note {
    let isExposed = shared.session.operations.contains { operation in
      !operation.isUndone && hasExposure(operation, to: branch, of: recipe)
    }
    let advice =
      "Enrolled, but not exposed yet. \(shared.keyName(of: "expose")) records an exposure of \(ids.joined(separator: ", ")), as the app does when it uses the feature."
    return Note(
      words: isExposed ? "An exposure was recorded; screen 5 lists it." : advice, style: .dim)
  }

  /// Whether an operation recorded an exposure to a branch of a recipe, one that the analysis
  /// counts: an exposure that was suppressed does not count.
  private static func hasExposure(
    _ operation: SessionOperation, to branch: String, of recipe: Recipe
  ) -> Bool {
    operation.events.contains { event in
      event.isCountedExposure && event.slug.isSameName(as: recipe.slug)
        && event.branch.isSameName(as: branch)
    }
  }

  /// The text with a capital first letter.
  private static func capitalizingFirstLetter(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension RecipeDifference {
  /// The change in words, as in `pinned-limit = 8, was 12`.
  var words: String {
    let now = new.map { "= \(ValueText.short($0))" } ?? "removed"
    return "\(place) \(now), was \(old.map(ValueText.short) ?? "unset")"
  }
}
