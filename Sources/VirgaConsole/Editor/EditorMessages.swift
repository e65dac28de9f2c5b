import VirgaCanvas
import VirgaSource

extension StatusMessage {
  static let noCompletions = refusal("no completions here")

  static func notApplied(problems: Int) -> Self { refusal("not applied: fix \(problems.pluralizing("problem")) first") }
  static func fixFirst(_ problem: Problem, at position: SourcePosition) -> Self {
    refusal("fix this first: \(position) \(problem.sentence)")
  }
  static func problem(_ problem: Problem, at position: SourcePosition) -> Self {
    refusal("\(position) \(problem.sentence)")
  }
  static func notAConfig(of feature: String, _ problem: Problem?) -> Self {
    refusal("not a config of \(feature): \(problem.map(located) ?? "virga check explains why")")
  }
  private static func located(_ problem: Problem) -> String {
    (problem.location.map { "\($0.range.start) " } ?? "") + problem.sentence
  }

  /// - Parameter values: The number of values that the edit sets; nil without an edit.
  static func applied(_ feature: String, values: Int?) -> Self {
    guard let values else { return info("applied: \(feature) no longer has an edit") }
    return info("applied: the edit of \(feature) sets \(values.pluralizing("value"))")
  }
  /// - Parameter key: The key that undoes it outside of the editor; nil if there is nothing to undo.
  static func backToApplied(undoTyping: String, undo key: String?) -> Self {
    info("back to the applied text; \(undoTyping) restores yours" + (key.map { ", or \($0) outside the editor" } ?? ""))
  }

  static let formatted = info("formatted")
  static let nothingToFormat = refusal("nothing to format")
  static func unreadableYAML(_ problem: Problem) -> Self {
    refusal("not JSON, and not readable as YAML: \(located(problem))")
  }
  static func pastedYAML(dropsComments: Bool) -> Self { converted("the pasted text", dropsComments) }
  static func convertedYAML(dropsComments: Bool) -> Self { converted("the text", dropsComments) }
  private static func converted(_ text: String, _ dropsComments: Bool) -> Self {
    let loss = dropsComments ? ", which cannot hold comments: they were dropped" : ""
    return info("\(text) was YAML and was converted to JSON\(loss)")
  }

  // Drafts, and edits that changed while their text was typed.
  static func keptDraft(of feature: String, edit key: String) -> Self {
    info("the text is kept as a draft of \(feature); \(key) goes back to it")
  }
  static func keptDraftOverOther(of feature: String) -> Self {
    info("the text is kept as a draft of \(feature), replacing that of another console; undo restores theirs")
  }
  static func draftNotKept(_ reason: StatusMessage) -> Self {
    refusal("the text could not be kept as a draft: \(reason.text.plain)")
  }
  static func discardedDraft(of feature: String, undo key: String) -> Self {
    info("discarded the draft of \(feature); \(key) restores it")
  }
  static func draftShown(apply: String, discard: String) -> Self {
    info("this is your draft; \(apply) applies it, \(discard) discards it")
  }
  /// A text that came back as a draft when something was undone or redone.
  func returningDraft(discard key: String) -> Self {
    and("its text is a draft now, which \(key) in the editor discards")
  }

  /// The last change of an edit and its author, if it is known.
  typealias EditChange = (author: String, label: String)
  static func draftShown(over change: EditChange?) -> Self { refusal("this is your draft\(overChange(change))") }
  static func textKept(over change: EditChange?) -> Self { refusal("your text is kept\(overChange(change))") }
  private static func overChange(_ change: EditChange?) -> String {
    "; the edit was changed meanwhile" + (change.map { " by \($0.author): \($0.label)" } ?? "") + "; \(asksFirst)"
  }
  private static let asksFirst = "applying it asks first"
  func typedOver() -> Self { and("your text is kept, and \(Self.asksFirst)") }
  static func editChangedElsewhere(isShown: Bool) -> Self {
    refusal("the edit was changed elsewhere; your text \(isShown ? "here " : "")is kept, and \(asksFirst)")
  }
  static func otherDraft(of feature: String) -> Self {
    refusal("another console also has a draft of \(feature); yours is kept, and undo restores theirs")
  }
  static let bothEditsShown = info("this is the other edit with your changes; apply it, or undo to go back")
}
