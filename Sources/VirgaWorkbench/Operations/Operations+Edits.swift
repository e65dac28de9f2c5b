package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource

extension Operations {
  /// Sets one value in the edit of a feature; to set an element of a list, the edit gets the whole
  /// list.
  ///
  /// A draft, a text of the whole edit that is not applied yet, stays unless the whole edit is set.
  ///
  /// - Throws: The problems that the value would add, or that the value is in effect already,
  ///   edited or not.
  package func setEdit(
    _ id: String, at path: JSONPath, to value: JSONValue
  ) throws(Refusal) -> SessionOperation {
    let edit = try edit(of: id, setting: value, at: path)
    let setsWholeEdit = path.isRoot
    // A whole edit replaces all other values too; `finished` refuses it if the edit stays the same.
    // Without a manifest, `feature` is nil and what apps read is unknown.
    if !setsWholeEdit, let feature = try feature(id), isInEffect(value, at: path, of: feature) {
      throw .unchanged()
    }
    var builder = try makeBuilder()
    builder.set(.edit, id, to: edit)
    if setsWholeEdit { builder.dropDraft(of: id) }
    let label = setsWholeEdit ? "replace the edit of \(id)" : "set \(path) = \(value.label)"
    return try builder.finished(label, feature: id)
  }

  /// Replaces the whole edit of a feature by the config in a text.
  ///
  /// - Throws: What ``setEdit(_:at:to:)`` throws; if the config has errors, all of them with their
  ///   locations in the text.
  package func setEdit(_ id: String, to text: LocatedText) throws(Refusal) -> SessionOperation {
    do throws(Refusal) {
      // A text that is not JSON is refused like `null`, which is not a config.
      return try setEdit(id, at: JSONPath(), to: text.json ?? .null)
    } catch {
      // Only a refusal because of errors in the config has problems.
      guard !error.problems.isEmpty, let feature = try feature(id) else { throw error }
      var refusal = error
      refusal.problems = problems(in: text, of: feature).filter { $0.severity == .error }
      throw refusal
    }
  }

  /// Throws why a value cannot be set in the edit of a feature.
  package func checkEdit(_ id: String, at path: JSONPath, to value: JSONValue) throws(Refusal) {
    // Why a read-only session allows no operation.
    if let refusal { throw refusal }
    _ = try edit(of: id, setting: value, at: path)
  }

  /// The edit of a feature with one value set.
  ///
  /// - Throws: The errors that the value adds. Their hints look at the value alone, so that they
  ///   can suggest names that the edit already uses.
  private func edit(
    of id: String, setting value: JSONValue, at path: JSONPath
  ) throws(Refusal) -> JSONValue {
    let feature = try feature(id)
    let old = session[.edit, id]
    // To set one element of a list, the edit gets the whole list that apps read.
    let edit = try config(
      old, setting: value, at: path,
      wholeList: { listPath in valueThatAppsRead(feature, at: listPath) })
    try refuseNewErrors(
      in: edit, of: feature, insteadOf: old, hintsFrom: edit.with(only: value, at: path))
    return edit
  }

  /// A partial config with one value set; the value itself if the path is the root.
  ///
  /// - Parameters:
  ///   - old: The config before; nil if the feature had none.
  ///   - wholeList: Returns the list that apps read at a path while the config does not set it; nil
  ///     if there is none. A config replaces a list as a whole, so to set one element it needs all
  ///     others too.
  func config(
    _ old: JSONValue?, setting value: JSONValue, at path: JSONPath,
    wholeList: (JSONPath) -> JSONValue?
  ) throws(Refusal) -> JSONValue {
    if path.isRoot { return value }
    var config = old ?? [:]
    if let listPath = path.firstList {
      // A config that has the list already keeps its own elements.
      let hasList = config[listPath]?.arrayValue != nil
      if !hasList, let elements = wholeList(listPath) { config.set(elements, at: listPath) }
    }
    guard config.set(value, at: path) else {
      throw Refusal("`\(path)` leads through a value without members; set that value instead")
    }
    return config
  }

  /// Whether apps already read `value` at a path.
  ///
  /// An object whose members are in another order is another value, because a person may reorder
  /// them on purpose.
  private func isInEffect(
    _ value: JSONValue, at path: JSONPath, of feature: FeatureDefinition
  ) -> Bool {
    guard let valueInApps = valueThatAppsRead(feature, at: path) else { return false }
    // Apps can ignore the value that the edit has here, and read `value` nevertheless. Setting
    // `value` still replaces the ignored one.
    if let edited = session[.edit, feature.id]?[path], edited != value { return false }
    let isContainer = value.objectValue != nil || value.arrayValue != nil
    return isContainer ? value.isIdentical(to: valueInApps) : value == valueInApps
  }

  /// The warnings about the edit that `operation` stores, and the nulls in it that have no effect.
  package func remarks(on operation: SessionOperation, ofEdit id: String) -> [Problem] {
    let key = EntryKey(.edit, id)
    guard let manifest = operationContext.manifest, let feature = manifest.feature(id),
      let edit = operation.changes.first(where: { $0.key == key })?.new
    else { return [] }
    // The edit is checked over what an app reads without it.
    let layers = SessionLayers(session, manifest: manifest)
    let check = manifest.check(edit: edit, of: feature, channel: channel, under: layers)
    // A null without effect is only a hint, but it is not what the person wanted.
    return check.problems.filter { $0.severity == .warning || $0.code == "null-without-effect" }
  }

  /// Removes one value, or everything below it, from a feature's edit; a list is removed as a
  /// whole, because an edit sets it as a whole.
  package func dropEdit(_ id: String, at path: JSONPath) throws(Refusal) -> SessionOperation {
    // An edit can be dropped even if the manifest no longer has the feature. Without an edit, an
    // unknown feature is refused as unknown.
    if session[.edit, id] == nil { _ = try feature(id) }
    guard !path.isRoot else { return try drop(EntryKey(.edit, id)) }
    let droppedPath = path.firstList ?? path
    let remainingEdit = try edit(of: id, without: droppedPath)
    var builder = try makeBuilder()
    builder.set(.edit, id, to: remainingEdit)
    return try builder.finished("drop \(droppedPath)", feature: id)
  }

  /// The edit of a feature without the value at a path; nil if nothing else is in it.
  ///
  /// - Throws: That the edit does not set the value, or that there is no edit. Both are refused as
  ///   already done, so that a script continues.
  private func edit(of id: String, without path: JSONPath) throws(Refusal) -> JSONValue? {
    guard var edit = session[.edit, id] else {
      throw Refusal("`\(id)` has no edit", isAlreadyDone: true)
    }
    guard edit.remove(at: path) != nil else {
      throw Refusal("the edit of `\(id)` does not set `\(path)`", isAlreadyDone: true)
    }
    // Setting the value may have made the objects around it.
    edit.removeEmptyObjects(above: path)
    let isEmpty = edit.objectValue?.isEmpty == true
    return isEmpty ? nil : edit
  }

  /// Applies a text of the config editor: a valid one becomes the edit, an invalid one the draft,
  /// and an empty one, or `{}`, drops the edit.
  package func applyText(_ text: String, to id: String) throws(Refusal) -> SessionOperation {
    let feature = try feature(id)
    let parsed = LocatedText.json(SourceText(name: "edit.json", text: text))
    let hasOnlySpaceOrControls = text.utf8.allSatisfy { $0 <= UInt8(ascii: " ") }
    guard hasOnlySpaceOrControls || isValidConfig(parsed, of: feature) else {
      // The draft stores the edit that its text started from. An edit that is applied later
      // conflicts with the draft.
      return try keepDraft(text, of: id, startedFrom: session[.edit, id])
    }
    // Nil for a text of only white space.
    let config = parsed.json?.objectValue
    let dropsEdit = config?.isEmpty ?? true
    var builder = try makeBuilder()
    builder.set(.edit, id, to: dropsEdit ? nil : config.map { .object($0) })
    // An earlier draft is out of date.
    builder.dropDraft(of: id)
    let verb = dropsEdit ? "drop" : "replace"
    return try builder.finished("\(verb) the edit of \(id)", feature: id)
  }

  /// Whether a text is a config without errors; without a feature, any object is one.
  private func isValidConfig(_ text: LocatedText, of feature: FeatureDefinition?) -> Bool {
    guard text.json?.objectValue != nil else { return false }
    guard let feature else { return true }
    return !problems(in: text, of: feature).contains { $0.severity == .error }
  }

  /// Stores a draft, and with it `edit`, the applied edit that its text started from; nil if there
  /// was none.
  ///
  /// If another edit is applied later, it differs from the stored one, and so conflicts with the
  /// draft.
  ///
  /// No app reads a draft, so no event is recorded. Rule: VirgaExperiments/RecordingEvents.
  package func keepDraft(
    _ text: String, of id: String, startedFrom edit: JSONValue?
  ) throws(Refusal) -> SessionOperation {
    // Refuses an unknown feature.
    _ = try feature(id)
    var builder = try makeBuilder()
    builder.set(.draft, id, to: .string(text))
    let noEdit = JSONValue.null
    builder.set(.draftBase, id, to: edit ?? noEdit)
    return try builder.finished("keep a draft of the edit of \(id)", feature: id)
  }

  /// Removes the draft of a feature's edit; without one it is refused as already done, so that a
  /// script continues.
  package func discardDraft(of id: String) throws(Refusal) -> SessionOperation {
    guard session[.draft, id] != nil else {
      throw Refusal("`\(id)` has no draft", isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    builder.dropDraft(of: id)
    return try builder.finished("discard the draft of \(id)", feature: id)
  }

  /// The problems of a config as a text, each with its location there; none without a manifest.
  private func problems(in config: LocatedText, of feature: FeatureDefinition) -> [Problem] {
    let check = operationContext.manifest?.check(
      config: config, feature: feature, channel: channel)
    return check?.problems ?? []
  }

  /// The problems of a config, without locations; none without a manifest.
  private func problems(in config: JSONValue, of feature: FeatureDefinition) -> [Problem] {
    let check = operationContext.manifest?.check(
      config: LocatedValue(config), feature: feature, channel: channel)
    return check?.problems ?? []
  }

  /// Throws the errors of a config that `old` did not have; without a feature, only checks that the
  /// config is an object.
  ///
  /// - Parameters:
  ///   - old: The config before; nil if there was none.
  ///   - valueAlone: A config with only the new value. An error gets the hint that it has there: a
  ///     hint for the whole config does not suggest names that the config uses already.
  func refuseNewErrors(
    in config: JSONValue, of feature: FeatureDefinition?, insteadOf old: JSONValue?,
    hintsFrom valueAlone: JSONValue
  ) throws(Refusal) {
    guard config.objectValue != nil else {
      throw Refusal("a config is an object `{…}`, not \(config.label)")
    }
    guard let feature else { return }
    let newErrors = newErrors(in: config, of: feature, insteadOf: old)
    if newErrors.isEmpty { return }
    let problemsOfValue = problems(in: valueAlone, of: feature)
    let errorsWithHints = newErrors.map { error in
      problemsOfValue.first { $0.withoutHint == error.withoutHint } ?? error
    }
    guard let first = errorsWithHints.first else { return }
    throw Refusal(first.sentence, problems: errorsWithHints)
  }

  /// The errors of a config that `old`, the config before, did not have; all if it is nil.
  ///
  /// They are compared without their hints: the hint of the same error depends on which names the
  /// config uses already.
  private func newErrors(
    in config: JSONValue, of feature: FeatureDefinition, insteadOf old: JSONValue?
  ) -> [Problem] {
    let errors = problems(in: config, of: feature).filter { $0.severity == .error }
    // Spares checking the old config.
    if errors.isEmpty { return [] }
    let oldProblems = old.map { problems(in: $0, of: feature) } ?? []
    let known = Set(oldProblems.map(\.withoutHint))
    return errors.filter { !known.contains($0.withoutHint) }
  }

  /// The value that apps read at a path, with the session's edit and enrolled recipes; nil if
  /// nothing is there, or without a manifest.
  private func valueThatAppsRead(_ feature: FeatureDefinition?, at path: JSONPath) -> JSONValue? {
    guard let manifest = operationContext.manifest, let feature else { return nil }
    let layers = SessionLayers(session, manifest: manifest)[feature.id]
    let configInApps = manifest.reading(of: feature, channel: channel, under: layers)
    return JSONValue.object(configInApps.json)[path]
  }
}

extension OperationBuilder {
  /// Removes the draft of a feature and its base.
  fileprivate mutating func dropDraft(of id: String) {
    set(.draft, id, to: nil)
    set(.draftBase, id, to: nil)
  }
}

extension JSONValue {
  /// An object with only the value at a path of this config; the config itself if the path begins
  /// in a list, which cannot be set in an empty object.
  func with(only value: JSONValue, at path: JSONPath) -> JSONValue {
    var alone: JSONValue = [:]
    return alone.set(value, at: path) ? alone : self
  }

  /// Removes the objects above a path that are empty, from the inside out, such as `a.b` and then
  /// `a` for `a.b.c`; the root stays.
  fileprivate mutating func removeEmptyObjects(above path: JSONPath) {
    var parent = path.parent
    while let ancestor = parent, !ancestor.isRoot, self[ancestor]?.objectValue?.isEmpty == true {
      remove(at: ancestor)
      parent = ancestor.parent
    }
  }
}

extension Problem {
  /// The problem without its hint, to recognize it in another edit: the hint depends on which names
  /// the edit uses already.
  fileprivate var withoutHint: Problem {
    var bare = self
    bare.hint = nil
    return bare
  }
}

extension JSONPath {
  /// The path of the outermost list that this path leads into: `a` for `a[0].b[1]`; nil if there is
  /// none.
  fileprivate var firstList: JSONPath? {
    let firstIndex = components.firstIndex { if case .index = $0 { true } else { false } }
    guard let firstIndex else { return nil }
    return JSONPath(Array(components[..<firstIndex]))
  }
}
