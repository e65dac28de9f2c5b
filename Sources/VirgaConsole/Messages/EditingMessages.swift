import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Values, the config editor and its drafts.
extension StatusMessage {
  // Values.
  static let noValues = refusal("the feature has no values")
  static func nothingInside(_ value: String) -> Self { refusal("there is nothing inside \(value)") }
  static let noContainer = refusal("no value here has others inside")
  static let noNextSibling = refusal("this is the last value of its depth here")
  static let noPreviousSibling = refusal("this is the first value of its depth here")
  static let unchanged = info("unchanged")
  static let noMarkedBoolean = refusal("none of the marked values is a Boolean")
  static func notBoolean(_ value: String, edit key: String) -> Self {
    refusal("\(value) is not a Boolean; \(key) edits it")
  }

  static let valueExpected = refusal(
    "name a path and a value, as in set sections-enabled.pocket false")
  static func notAPath(_ text: String) -> Self { refusal("`\(text)` is not a path") }
  static func nothingTyped(as type: VariableType?) -> Self {
    refusal("nothing is typed; the value is of type \(words(type))")
  }
  static func invalid(_ text: String, as type: VariableType?) -> Self {
    refusal("\(text) is not a valid \(words(type))")
  }
  /// The type as in messages, `JSON` if it is unknown.
  private static func words(_ type: VariableType?) -> String { type.map { "\($0)" } ?? "JSON" }

  /// Suggests an allowed value that is similar; without one, lists the values if they are few.
  static func notAllowed(_ text: String, of value: String, among names: [String]) -> Self {
    let maxListedNames = 6
    let list =
      names.count > maxListedNames ? "" : "; it can be \(names.joined(separator: ", "))"
    let hint = NameSuggestions.hint(for: text, among: names).map { "; \($0)" } ?? list
    return refusal("“\(text)” is not an allowed value of \(value)\(hint)")
  }

  static func done(_ done: String, but warning: String) -> Self {
    problem("\(done), but \(warning)")
  }
  /// Says that a value can no longer be edited in its row, and repeats the text that was typed
  /// there.
  static func cannotType(_ path: JSONPath, of feature: String, typed: String) -> Self {
    let lost = typed.isEmpty ? "" : "; you typed \(typed)"
    return refusal("\(path) of \(feature) can no longer be edited here\(lost)")
  }

  // Editing a config as text.
  static func notInEditor(edit key: String) -> Self {
    refusal("go to the config editor first, with \(key)")
  }
  static let noTextOpen = refusal("no edit is open as text")
  static let noUnappliedText = refusal("the text has no unapplied changes")
  static let positionExpected = refusal("name a line, or a line and a column, as in 12 or 12:5")

  static let noTextProblems = refusal("the text has no problems")
  /// Follows the refusal to complete a text at a problem: which key goes to the problem.
  static func goesToProblem(_ key: String) -> Self { refusal("\(key) goes to the problem") }

  /// - Parameter found: The problem; nil if it is visible below the text.
  static func textProblem(
    _ number: Int, of count: Int, _ found: (position: SourcePosition, problem: Problem)?
  ) -> Self {
    let words = found.map { ": \($0.position) \($0.problem.sentence)" } ?? ""
    return problem("problem \(number) of \(count)\(words)")
  }

  static let textCameEmpty = info("the text came back empty; nothing was changed")
  static let textCameUnchanged = info("the text came back unchanged")
  static let textLoaded = info("loaded the text")
  static let textWaitsForCheck = info("it is checked when you pause")
  static func appliesText(_ key: String) -> Self { info("\(key) applies it") }
  static func featureGone(_ id: String) -> Self {
    refusal(
      "feature \(id) no longer exists; its text was copied (write-copied writes it to a file)")
  }
  static func keptDraft(_ id: String) -> Self { info("kept a draft of the edit of \(id)") }

  static let noCompletions = refusal("no completions here")

  // Applying a text.
  static func notApplied(problems: Int) -> Self {
    refusal("not applied: fix \(problems.pluralizing("problem")) first")
  }
  static func fixFirst(_ problem: Problem, at position: SourcePosition) -> Self {
    refusal("fix this first: \(position) \(problem.sentence)")
  }
  static func problem(_ problem: Problem, at position: SourcePosition) -> Self {
    refusal("\(position) \(problem.sentence)")
  }
  static func notAConfig(of feature: String, because problem: Problem?) -> Self {
    refusal("not a config of \(feature): \(problem.map(located) ?? "virga check explains why")")
  }
  /// The sentence of a problem after its line and column, if it has any.
  private static func located(_ problem: Problem) -> String {
    let position = problem.location.map { "\($0.range.start) " } ?? ""
    return position + problem.sentence
  }

  /// Says what applying the editor's text did.
  ///
  /// - Parameter values: The number of values that the edit sets; nil without an edit.
  /// - Parameter idle: How many of these are nulls without effect; the message subtracts them.
  static func applied(_ feature: String, values: Int?, idle: Int = 0) -> Self {
    guard let values else { return info("applied: \(feature) no longer has an edit") }
    let effective = values - idle
    let sentence = "applied: the edit of \(feature) sets \(effective.pluralizing("value"))"
    guard idle > 0 else { return info(sentence) }
    return info("\(sentence); \(idle == 1 ? "a null has" : "\(idle) nulls have") no effect")
  }
  /// - Parameter key: The key that undoes it outside of the editor; nil if there is nothing to
  ///   undo.
  static func backToApplied(undoTyping: String, undo key: String?) -> Self {
    let outside = key.map { ", or \($0) outside the editor" } ?? ""
    return info("back to the applied text; \(undoTyping) restores yours\(outside)")
  }

  static let formatted = info("formatted")
  static let nothingToFormat = refusal("nothing to format")
  static func unreadableYAML(_ problem: Problem) -> Self {
    refusal("not JSON, and not readable as YAML: \(located(problem))")
  }
  static func convertedYAML(isPasted: Bool = false, dropsComments: Bool) -> Self {
    let loss = dropsComments ? ", which cannot hold comments: they were dropped" : ""
    return info("the \(isPasted ? "pasted " : "")text was YAML and was converted to JSON\(loss)")
  }

  // Drafts, and edits that changed while their text was typed.
  static func keptDraft(of feature: String, edit key: String) -> Self {
    info("the text is kept as a draft of \(feature); \(key) goes back to it")
  }
  static func keptText(of config: EditedConfig, edit key: String) -> Self {
    info("a draft is kept of the \(config.words); \(key) on the branch goes back to it")
  }
  static func keptDraftOverOther(of feature: String, undo key: String) -> Self {
    info(
      "your draft of \(feature) replaces that of another console; "
        + "\(key) outside the editor restores theirs")
  }
  static func draftNotKept(_ reason: StatusMessage) -> Self {
    refusal("the text could not be kept as a draft: \(reason.text.plain)")
  }
  static func discardedDraft(of feature: String, undo key: String) -> Self {
    info("discarded the draft of \(feature); \(key) restores it")
  }
  /// A text was discarded that had hidden the draft of another console.
  static func discardedTextOnly(of feature: String) -> Self {
    info("discarded your text of \(feature); the draft of another console is kept")
  }
  static func draftShown(apply: String, discard: String) -> Self {
    info("this draft is not applied; \(apply) applies it, \(discard) discards it")
  }
  /// A text that came back as a draft when something was undone or redone.
  func returningDraft(discard key: String) -> Self {
    and("its text is a draft now, which \(key) in the editor discards")
  }

  /// The last change of an edit, and who made it when, if that is known.
  typealias EditChange = (author: String, label: String)
  static func draftShown(over change: EditChange?) -> Self {
    refusal("this draft is not applied\(overChange(change))")
  }
  static func textKept(over change: EditChange?, in noun: String = "edit") -> Self {
    refusal("your text is kept\(overChange(change, in: noun))")
  }
  /// The end of a message about a text whose edit or branch was changed while it was typed.
  private static func overChange(_ change: EditChange?, in noun: String = "edit") -> String {
    let authorAndLabel = change.map { " by \($0.author): \($0.label)" } ?? ""
    return "; the \(noun) was changed meanwhile\(authorAndLabel); \(applyingAsksFirst)"
  }
  private static let applyingAsksFirst = "applying it asks first"
  /// Adds that the typed text is kept, although its edit was changed meanwhile.
  func addingTextIsKept() -> Self { and("your text is kept, and \(Self.applyingAsksFirst)") }
  /// - Parameter isShown: Whether the editor shows the typed text.
  static func changedElsewhere(_ config: EditedConfig, isShown: Bool) -> Self {
    let place = isShown ? "here " : ""
    return refusal(
      "the \(config.noun) was changed elsewhere; your text \(place)is kept, and \(applyingAsksFirst)"
    )
  }
  static func otherDraft(of feature: String, undo key: String) -> Self {
    refusal(
      "another console saved a draft of \(feature); "
        + "leaving saves yours over it, then \(key) restores theirs")
  }
  /// A draft of another console that an open text hides until the person leaves it.
  static func otherDraftHidden(of feature: String, leave: String, edit: String) -> Self {
    refusal("another console saved a draft of \(feature); \(leave) and then \(edit) shows it")
  }
  static func otherDraftShown(apply: String, undoTyping: String) -> Self {
    info(
      "this is another console's draft; \(apply) applies it, "
        + "\(undoTyping) restores the text before it")
  }
  static let bothEditsShown = info(
    "this is the other edit with your changes; apply it, or undo to go back")
}
