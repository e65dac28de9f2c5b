package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource

extension Operations {
  /// Sets one value in the edit of a feature, or a whole list for one of its elements.
  ///
  /// A draft is kept unless the whole edit is set.
  ///
  /// - Throws: The problems that the value would add, or that the value is in effect already,
  ///   edited or not.
  package func setEdit(
    _ id: String, at path: JSONPath, to value: JSONValue
  ) throws(Refusal) -> SessionOperation {
    let edit = try edit(of: id, setting: value, at: path)
    if !path.isRoot, let feature = try feature(id), isInEffect(value, at: path, of: feature) {
      throw .unchanged()
    }
    var draft = try draft()
    draft.set(.edit, id, to: edit)
    if path.isRoot { draft.dropDraft(of: id) }
    let label = path.isRoot ? "replace the edit of \(id)" : "set \(path) = \(value.label)"
    return try draft.finished(label, feature: id)
  }

  /// Throws why a value cannot be set in the edit of a feature.
  package func checkEdit(_ id: String, at path: JSONPath, to value: JSONValue) throws(Refusal) {
    if let refusal { throw refusal }
    _ = try edit(of: id, setting: value, at: path)
  }

  private func edit(
    of id: String, setting value: JSONValue, at path: JSONPath
  ) throws(Refusal) -> JSONValue {
    let feature = try feature(id)
    let old = session[.edit, id]
    var edit = old ?? [:]
    if path.isRoot {
      edit = value
    } else {
      if let list = path.firstList, edit[list]?.arrayValue == nil,
        let merged = merged(feature, at: list)
      {
        edit.set(merged, at: list)
      }
      guard edit.set(value, at: path) else {
        throw Refusal("`\(path)` leads through a value without members; set that value instead")
      }
    }
    var alone: JSONValue = [:]
    if !alone.set(value, at: path) { alone = edit }
    try check(edit, of: feature, insteadOf: old, hinting: alone)
    return edit
  }

  /// Whether a feature has a value already; the order of members counts, because a person may
  /// change it on purpose.
  private func isInEffect(
    _ value: JSONValue, at path: JSONPath, of feature: FeatureDefinition
  ) -> Bool {
    guard let merged = merged(feature, at: path) else { return false }
    // An edit that apps ignore is replaced, even by the default that they use instead.
    if let edited = session[.edit, feature.id]?[path], edited != value { return false }
    let isContainer = value.objectValue != nil || value.arrayValue != nil
    return isContainer ? value.isIdentical(to: merged) : value == merged
  }

  /// What apps read differently from the edit that `operation` stores: the warnings about it, and
  /// nulls without effect.
  package func remarks(on operation: SessionOperation, ofEdit id: String) -> [Problem] {
    let key = EntryKey(.edit, id)
    guard let manifest = operationContext.manifest, let feature = manifest.feature(id),
      let edit = operation.changes.first(where: { $0.key == key })?.new
    else { return [] }
    let layers = SessionLayers(session, manifest: manifest)
    let check = manifest.check(edit: edit, of: feature, channel: channel, under: layers)
    return check.problems.filter { $0.severity == .warning || $0.code == "null-without-effect" }
  }

  /// Removes one value, or everything below it, from a feature's edit; a list is removed as a
  /// whole.
  package func dropEdit(_ id: String, at path: JSONPath) throws(Refusal) -> SessionOperation {
    guard !path.isRoot else { return try drop(EntryKey(.edit, id)) }
    guard var edit = session[.edit, id] else {
      throw Refusal("`\(id)` has no edit", changesNothing: true)
    }
    let path = path.firstList ?? path
    guard edit.remove(at: path) != nil else {
      throw Refusal("the edit of `\(id)` does not set `\(path)`", changesNothing: true)
    }
    var parent = path.parent
    while let ancestor = parent, !ancestor.isRoot, edit[ancestor]?.objectValue?.isEmpty == true {
      edit.remove(at: ancestor)
      parent = ancestor.parent
    }
    var draft = try draft()
    draft.set(.edit, id, to: edit.objectValue?.isEmpty == true ? nil : edit)
    return try draft.finished("drop \(path)", feature: id)
  }

  /// Applies a text of the config editor: the edit if valid, the draft if not; an empty one drops
  /// the edit.
  package func applyText(_ text: String, to id: String) throws(Refusal) -> SessionOperation {
    let feature = try feature(id)
    let written = LocatedText.json(SourceText(name: "edit.json", text: text))
    let problems = feature.map { self.problems(in: written, of: $0) } ?? []
    let config = written.json
    let isEmpty = text.utf8.allSatisfy { $0 <= 0x20 }
    guard isEmpty || (config?.objectValue != nil && !problems.contains { $0.severity == .error })
    else {
      return try keepDraft(text, of: id, over: session[.edit, id])
    }
    var draft = try draft()
    draft.set(.edit, id, to: config?.objectValue?.isEmpty == false ? config : nil)
    draft.dropDraft(of: id)
    let verb = config?.objectValue?.isEmpty == false ? "replace" : "drop"
    return try draft.finished("\(verb) the edit of \(id)", feature: id)
  }

  /// Stores a draft based on `edit`; no app reads it, so there is no event (Rule:
  /// VirgaExperiments/RecordingEvents).
  package func keepDraft(
    _ text: String, of id: String, over edit: JSONValue?
  ) throws(Refusal) -> SessionOperation {
    _ = try feature(id)
    var draft = try draft()
    draft.set(.draft, id, to: .string(text))
    draft.set(.draftBase, id, to: edit ?? .null)
    return try draft.finished("keep a draft of the edit of \(id)", feature: id)
  }

  package func discardDraft(of id: String) throws(Refusal) -> SessionOperation {
    guard session[.draft, id] != nil else {
      throw Refusal("`\(id)` has no draft", changesNothing: true)
    }
    var draft = try draft()
    draft.dropDraft(of: id)
    return try draft.finished("discard the draft of \(id)", feature: id)
  }

  private func problems(in config: LocatedText, of feature: FeatureDefinition) -> [Problem] {
    operationContext.manifest?.check(config: config, feature: feature, channel: channel).problems
      ?? []
  }

  private func problems(in config: JSONValue, of feature: FeatureDefinition) -> [Problem] {
    operationContext.manifest?.check(
      config: LocatedValue(config), feature: feature, channel: channel
    ).problems ?? []
  }

  /// Throws the errors of `edit` that `old` did not have.
  ///
  /// Suggestions are computed from the new value `alone`: names that the edit already uses are
  /// valid suggestions too.
  private func check(
    _ edit: JSONValue, of feature: FeatureDefinition?, insteadOf old: JSONValue?,
    hinting alone: JSONValue
  ) throws(Refusal) {
    guard edit.objectValue != nil else {
      throw Refusal("a config is an object `{…}`, not \(edit.label)")
    }
    guard let feature else { return }
    let errors = problems(in: edit, of: feature).filter { $0.severity == .error }
    let known = Set(
      errors.isEmpty ? [] : old.map { problems(in: $0, of: feature).map(\.withoutHint) } ?? [])
    let own = errors.isEmpty ? [] : problems(in: alone, of: feature)
    let new = errors.filter { !known.contains($0.withoutHint) }.map { problem in
      own.first { $0.withoutHint == problem.withoutHint } ?? problem
    }
    guard let first = new.first else { return }
    throw Refusal(first.sentence, problems: new)
  }

  private func merged(_ feature: FeatureDefinition?, at path: JSONPath) -> JSONValue? {
    guard let manifest = operationContext.manifest, let feature else { return nil }
    let layers = SessionLayers(session, manifest: manifest)[feature.id]
    let merged = manifest.reading(of: feature, channel: channel, under: layers)
    return JSONValue.object(merged.json)[path]
  }
}

extension OperationBuilder {
  fileprivate mutating func dropDraft(of id: String) {
    set(.draft, id, to: nil)
    set(.draftBase, id, to: nil)
  }
}

extension Problem {
  /// The problem without its hint, because the fix depends on the rest of the edit.
  fileprivate var withoutHint: Problem {
    var bare = self
    bare.hint = nil
    return bare
  }
}

extension JSONPath {
  /// The path of the outermost list that this path leads into; nil if there is none.
  fileprivate var firstList: JSONPath? {
    let index = components.firstIndex { if case .index = $0 { true } else { false } }
    return index.map { JSONPath(Array(components[..<$0])) }
  }
}
