import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

extension StatusMessage {
  static func takesNoArgument(_ command: String, _ argument: String) -> Self {
    refusal("\(command) takes no argument, not \(argument)")
  }

  static func unknown(_ kind: String, _ name: String, among names: [String] = []) -> Self {
    let longest = 120
    let shown = DisplayText(name).truncatedInside(to: longest).plain
    let start = name.isEmpty ? "name a \(kind)" : "unknown \(kind) \(shown)"
    if let hint = NameSuggestions.hint(for: name, among: names) { return refusal("\(start); \(hint)") }
    return refusal(names.isEmpty || names.count > 12 ? start : "\(start); there are \(names.joined(separator: ", "))")
  }

  static func readOnly(_ restriction: StoreRestriction?) -> Self {
    let reason = restriction.map { ": \($0)" } ?? "; start virga without --readonly to change it"
    return refusal("the session is read-only\(reason)")
  }
  static func busy(_ work: String, cancel key: String) -> Self { refusal("\(work); \(key) cancels it") }

  static let noFeatureSelected = refusal("no feature is selected")
  static let noValueSelected = refusal("no value is selected")
  static let notAboutFeature = refusal("nothing here is about a feature")
  static let cannotOpen = refusal("nothing here can be opened")
  static let cannotToggle = refusal("nothing here can be switched")
  static let cannotEdit = refusal("nothing here can be edited")
  static let cannotDrop = refusal("nothing here can be dropped")
  static let nothingToCopy = refusal("there is nothing to copy here")
  static let cannotFilter = refusal("there is nothing to filter here")
  static let cannotOverride = refusal("what is listed here cannot be overridden")
  static let everythingListed = refusal("everything is listed here")
  static let noSourcePosition = refusal("the source position is unknown")
}

extension StatusMessage {
  static let cannotMark = refusal("nothing can be marked here")
  static let cannotMarkLine = refusal("this line cannot be marked")
  static let cannotResize = refusal("the panels of this screen cannot be resized")
  static let noWayBack = refusal("nothing to go back to")
  static let noWayForward = refusal("nothing to go forward to")

  static func noLine(_ number: String, of count: Int) -> Self {
    count == 0 ? emptyList : refusal("name a line from 1 to \(count), not \(number)")
  }
  static func line(_ number: Int, of count: Int) -> Self { position("\(number) of \(count)") }

  static func noSearch(start key: String) -> Self { refusal("no search yet; \(key) starts one") }
  static func match(_ number: Int, of count: Int) -> Self { position("match \(number) of \(count)") }

  /// - Parameter isNew: Whether the text was typed just now, so that the message stays while it is changed.
  static func noMatch(_ text: String, isNew: Bool, end key: String? = nil) -> Self {
    let rest = key.map { "; \($0) ends the search" } ?? ""
    return Self(isNew ? .info : .refusal, "nothing here contains \(text)\(rest)")
  }

  static let noFlagReads = refusal("no flag reads this value")
  static let noProblems = refusal("no problems in the manifest or the other files")
  static func noProblem(_ number: String, of count: Int) -> Self {
    refusal("name a problem from 1 to \(count), not \(number)")
  }
  static func found(_ found: Problem) -> Self {
    problem(found.fileAndLine + found.message + (found.hint.map { "; \($0)" } ?? ""))
  }

  static let noChannels = refusal("the manifest declares no channels")
  static let oneChannel = refusal("the manifest has just one channel")
  static func channel(_ name: String) -> Self { info("channel \(name)") }
}

extension StatusMessage {
  static let noValues = refusal("the feature has no values")
  static func nothingInside(_ value: String) -> Self { refusal("there is nothing inside \(value)") }
  static let unchanged = info("unchanged")
  static let noMarkedBoolean = refusal("none of the marked values is a Boolean")
  static func notBoolean(_ value: String, edit key: String) -> Self {
    refusal("\(value) is not a Boolean; \(key) edits it")
  }

  static let valueExpected = refusal("name a path and a value, as in set sections-enabled.pocket false")
  static func notAPath(_ text: String) -> Self { refusal("`\(text)` is not a path") }
  static func nothingTyped(as type: VariableType?) -> Self {
    refusal("nothing is typed; the value is of type \(words(type))")
  }
  static func invalid(_ text: String, as type: VariableType?) -> Self {
    refusal("\(text) is not a valid \(words(type))")
  }
  private static func words(_ type: VariableType?) -> String { type.map { "\($0)" } ?? "JSON" }

  static func notAllowed(_ text: String, of value: String, among names: [String]) -> Self {
    let few = names.count > 6 ? "" : "; it can be \(names.joined(separator: ", "))"
    let hint = NameSuggestions.hint(for: text, among: names).map { "; \($0)" } ?? few
    return refusal("“\(text)” is not an allowed value of \(value)\(hint)")
  }

  static func done(_ done: String, but warning: String) -> Self { problem("\(done), but \(warning)") }
  static func cannotType(_ path: JSONPath, of feature: String, typed: String) -> Self {
    refusal("\(path) of \(feature) can no longer be edited here\(typed.isEmpty ? "" : "; you typed \(typed)")")
  }
}

/// Editing a config as text.
extension StatusMessage {
  static func notInEditor(edit key: String) -> Self { refusal("go to the config editor first, with \(key)") }
  static let noTextOpen = refusal("no edit is open as text")
  static let noUnappliedText = refusal("the text has no unapplied changes")
  static let nothingToUndo = refusal("nothing to undo")
  static let nothingToRedo = refusal("nothing to redo")
  static let nothingToFold = refusal("nothing to fold here")
  static let noBracket = refusal("no bracket encloses the cursor")
  static let everythingSelected = refusal("everything is selected")
  static let positionExpected = refusal("name a line, or a line and a column, as in 12 or 12:5")

  static let noTextProblems = refusal("the text has no problems")
  static func goesToProblem(_ key: String) -> Self { refusal("\(key) goes to the problem") }

  /// - Parameter found: The problem, unless it is visible below the text.
  static func textProblem(_ number: Int, of count: Int, _ found: (position: SourcePosition, problem: Problem)?) -> Self
  {
    let words = found.map { ": \($0.position) \($0.problem.sentence)" } ?? ""
    return problem("problem \(number) of \(count)\(words)")
  }

  static let textCameEmpty = info("the text came back empty; nothing was changed")
  static let textCameUnchanged = info("the text came back unchanged")
  static let textLoaded = info("loaded the text")
  static let textIsChecked = info("it is being checked")
  static func textApplied(by key: String) -> Self { info("\(key) applies it") }
  static func featureGone(_ id: String) -> Self {
    refusal("feature \(id) no longer exists; its text was copied (write-copied writes it to a file)")
  }
  static func keptDraft(_ id: String) -> Self { info("kept a draft of the edit of \(id)") }
  static let draftExpected = refusal("name a feature and a text as JSON, as in set-draft homescreen \"{\"")
}
