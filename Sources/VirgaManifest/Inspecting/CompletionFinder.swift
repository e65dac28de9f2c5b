import VirgaExperiments
package import VirgaJSON
package import VirgaSource

/// Finds what can be typed at a position of a config: names of variables, fields and keys with
/// their values, or values.
struct CompletionFinder {
  /// The feature with the config applied as far as it parses; supplies the alias sets.
  let merged: MergedFeature
  /// The values of the feature that apply without the config.
  let baseValues: JSONValue
  /// What JSON allows at the position, and the path there.
  let context: JSONCursorContext
  let source: SourceText

  /// What belongs at a path of the config.
  private enum Slot {
    /// The config itself: an object with the feature's variables.
    case config
    /// A value of a type; the variable or field that it is part of describes it.
    case value(VariableType, Variable)
  }

  /// All completions, also those that do not begin with the typed text.
  ///
  /// A slot is what belongs at a path: the config itself or a value of a type.
  func find() -> [Completion] {
    switch context.expects {
    case .key: slot(at: context.containerPath).map(keyCompletions) ?? []
    case .value:
      switch slot(at: context.path) {
      // A text has one config, so `{}` is only suggested in place of the whole text.
      case .config?: isTypedValueWholeText ? [Self.emptyConfig] : []
      case .value(let type, let variable)?: valueCompletions(of: type, variable)
      case nil: []
      }
    case .colon, .separator, .nothing: []
    }
  }

  private static let emptyConfig = Completion(
    label: "{}", insert: "{}", detail: "a config", content: .value([:]))

  /// Whether the text has nothing but the typed value and spaces, so that a whole config can take
  /// its place.
  private var isTypedValueWholeText: Bool {
    // In brackets, the value is part of a config.
    guard context.isOutermost else { return false }
    let bytes = source.bytes
    let others = bytes[..<typedRange.lowerBound] + bytes[typedRange.upperBound...]
    // Bytes up to the space are blanks, line ends and control characters.
    return others.allSatisfy { byte in byte <= UInt8(ascii: " ") }
  }

  /// The bytes of the typed key or value.
  ///
  /// Clamped, because a caller passes the context and the text separately: they may disagree.
  private var typedRange: Range<Int> { context.typedRange.clamped(to: 0..<source.bytes.count) }

  /// What belongs at a path: the config itself or a value of a type; nil if the types allow nothing
  /// there.
  private func slot(at path: JSONPath) -> Slot? {
    var slot = Slot.config
    for component in path.components {
      guard let inner = innerSlot(at: component, of: slot) else { return nil }
      slot = inner
    }
    return slot
  }

  /// What belongs at a key or an index in `outer`; nil if nothing can be there.
  ///
  /// A value comes with the variable or field whose description its completions show.
  private func innerSlot(at component: JSONPath.Component, of outer: Slot) -> Slot? {
    switch outer {
    case .config:
      guard case .key(let name) = component else { return nil }
      return merged.feature.variable(name).map { variable in .value(variable.type, variable) }
    case .value(let type, let variable):
      return innerSlot(at: component, ofType: type, describedBy: variable)
    }
  }

  /// What belongs at a key of an object or a map, or at an index of a list; nil if a value of the
  /// type has nothing there.
  ///
  /// A field describes its own value; an item of a list or a value of a map is still described by
  /// `variable`, the variable or field that it is part of.
  private func innerSlot(
    at component: JSONPath.Component, ofType type: VariableType, describedBy variable: Variable
  ) -> Slot? {
    // Of an option, the type inside it.
    switch (type.unwrapped, component) {
    case (.object(let name), .key(let key)):
      merged.types.object(name)?.field(key).map { field in .value(field.type, field) }
    case (.map(_, let value), .key): .value(value, variable)
    case (.list(let item), .index): .value(item, variable)
    default: nil
    }
  }

  /// Completions for the keys that a config, an object or a map may have and lacks; none for other
  /// values, which have no keys.
  private func keyCompletions(in slot: Slot) -> [Completion] {
    switch slot {
    case .config: memberCompletions(merged.feature.variables)
    case .value(let type, _):
      // Of an option, the type inside it.
      switch type.unwrapped {
      case .object(let name): memberCompletions(merged.types.object(name)?.fields ?? [])
      case .map(let key, let value): entryCompletions(key, value)
      case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: []
      }
    }
  }

  /// Completions for each variable or field that the object lacks.
  ///
  /// The value is the one that applies without the config (`baseValues`). An object that exists
  /// only in the config, such as a new item of a list, has no values there: then the field's own
  /// default is used, or a placeholder if it has none.
  private func memberCompletions(_ variables: [Variable]) -> [Completion] {
    let used = Set(naming: context.siblingKeys)
    // A name that does not begin with a letter or digit, such as `_internal`, is hidden.
    let unused = variables.filter { Hints.isSuggested($0.name) && !used.contains($0.name) }
    return unused.flatMap { variable in
      let path = context.containerPath.appending(key: variable.name)
      let value =
        baseValues[path] ?? variable.defaultValue?.json ?? Self.placeholder(of: variable.type)
      return completions(inserting: variable.name, value, type: variable.type, variable.description)
    }
  }

  /// Completions for each key that the map lacks, with the key's value in `baseValues` or a
  /// placeholder.
  private func entryCompletions(
    _ keyType: VariableType, _ valueType: VariableType
  ) -> [Completion] {
    let used = Set(naming: context.siblingKeys)
    let unused = suggestedKeys(of: keyType).filter { !used.contains($0.name) }
    return unused.flatMap { name, description in
      let path = context.containerPath.appending(key: name)
      let value = baseValues[path] ?? Self.placeholder(of: valueType)
      return completions(inserting: name, value, type: valueType, description)
    }
  }

  /// The completion that inserts a key with its value; for an object two of them, first the key
  /// with `{}`, then with the whole object.
  ///
  /// An edit is partial, so most people want a few fields of an object, not all of them.
  private func completions(
    inserting name: String, _ value: JSONValue, type: VariableType, _ description: String
  ) -> [Completion] {
    /// A completion that inserts the key with a value; the key alone if that is nil.
    func completion(_ label: String, _ value: JSONValue?, _ description: String) -> Completion {
      Completion(
        label, insert: Self.memberText(name, value), type: type, description,
        content: .member(name, value))
    }
    // Before a colon, only the key is missing.
    if isBeforeColon { return [completion(name, nil, description)] }
    guard value.isFilledObject else { return [completion(name, value, description)] }
    let label = "\(name), \(Self.wholeDefault)"
    return [
      completion(name, [:], description),
      completion(label, value, Self.noteAndDescription(Self.wholeDefault, description)),
    ]
  }

  /// What the completion is called that inserts an object with all of its fields.
  private static let wholeDefault = "whole default"

  /// A note and the description of a value as one text: `the default; How many rows`.
  ///
  /// Either may be empty and is then left out.
  private static func noteAndDescription(_ note: String, _ description: String) -> String {
    [note, description].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The keys to suggest for a map: the variants of an enum, the strings of an alias, or else the
  /// keys that the map has without the config.
  private func suggestedKeys(of keyType: VariableType) -> [(name: String, description: String)] {
    switch keyType {
    case .enumeration(let name):
      (merged.types.enumeration(name)?.variants ?? []).map { ($0.name, $0.description) }
    case .alias(let name): merged.strings(ofAlias: name).map { ($0, "") }
    case .string, .int, .double, .boolean, .text, .image, .object, .option, .list, .map:
      (baseValues[context.containerPath]?.objectValue?.keys ?? []).map { ($0, "") }
    }
  }

  /// The values to suggest for a type, and the default, which applies without the config.
  ///
  /// A default that is not one of the values comes first; an object comes second, after `{}`.
  private func valueCompletions(of type: VariableType, _ variable: Variable) -> [Completion] {
    let defaultValue = baseValues[context.path]
    let suggestions = suggestedValues(of: type).map { value, description in
      Self.valueCompletion(value, type, description, isDefault: value == defaultValue)
    }
    guard let defaultValue else { return suggestions }
    // A suggestion that inserts the text of the default is the default.
    let hasDefault = suggestions.contains { $0.insert == defaultValue.compact }
    return hasDefault
      ? suggestions : Self.inserting(defaultValue, of: type, variable, into: suggestions)
  }

  /// `completions` with a default added: at the start, or after `{}` if the default is an object
  /// with members.
  private static func inserting(
    _ defaultValue: JSONValue, of type: VariableType, _ variable: Variable,
    into completions: [Completion]
  ) -> [Completion] {
    guard defaultValue.isFilledObject else {
      let ofDefault = valueCompletion(defaultValue, type, variable.description, isDefault: true)
      return [ofDefault] + completions
    }
    let ofWholeObject = Completion(
      wholeDefault, insert: defaultValue.compact, type: type, variable.description,
      content: .value(defaultValue))
    // The first completion for an object is `{}`; for a type that the default does not match, there
    // may be none.
    var withDefault = completions
    withDefault.insert(ofWholeObject, at: min(1, completions.count))
    return withDefault
  }

  /// A completion that inserts a value; its description begins with `the default` if it is that.
  private static func valueCompletion(
    _ value: JSONValue, _ type: VariableType, _ description: String, isDefault: Bool
  ) -> Completion {
    let note = isDefault ? "the default" : ""
    return Completion(
      value.stringValue ?? value.compact, insert: value.compact, type: type,
      noteAndDescription(note, description), content: .value(value))
  }

  /// Values to suggest for a type whatever its default is, each with a description: all values of a
  /// type that has few, a placeholder such as `[]` for a list, none for numbers and strings.
  private func suggestedValues(of type: VariableType) -> [(JSONValue, String)] {
    // Booleans, enums and aliases have few values.
    if let choices = merged.choices(of: type) { return choices }
    switch type {
    case .option(let inner): return suggestedValues(of: inner) + [(.null, "no value")]
    case .list, .map, .object: return [(Self.placeholder(of: type), "")]
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias: return []
    }
  }

  /// A key with its value: `"rows": 3`; the key alone if `value` is nil.
  private static func memberText(_ name: String, _ value: JSONValue?) -> String {
    let key = JSONValue.string(name).compact
    guard let value else { return key }
    return "\(key): \(value.compact)"
  }

  /// Whether a colon follows the typed text, so that a completed key needs none.
  private var isBeforeColon: Bool {
    let nextByte = source.bytes[typedRange.upperBound...].first { !$0.isSpace }
    return nextByte == UInt8(ascii: ":")
  }

  /// A value to start with, such as `0` for an Int; null for an enum or an alias.
  private static func placeholder(of type: VariableType) -> JSONValue {
    let placeholder = type.placeholders.first
    return placeholder.flatMap { text in try? JSONValue.parse(text) } ?? .null
  }
}

extension JSONValue {
  /// Whether the value is an object with members.
  fileprivate var isFilledObject: Bool { objectValue.map { !$0.isEmpty } ?? false }
}

/// A completion for a position in a config.
package struct Completion: Hashable, Sendable {
  /// The text shown: a name or a value.
  package let label: String
  /// The JSON that replaces the key or value typed there.
  package let insert: String
  /// Its type and description.
  package let detail: String
  /// The key and value that it writes, for languages other than JSON, such as YAML.
  package let content: Content

  package enum Content: Hashable, Sendable {
    /// A key with its value; without a value if one follows already.
    case member(String, JSONValue?)
    case value(JSONValue)
  }
}

extension Completion {
  /// A completion that is described by its type: `Int – How many rows`.
  ///
  /// Into a JSON text it puts `insert`. For YAML, `content` says what to write.
  init(
    _ label: String, insert: String, type: VariableType, _ description: String, content: Content
  ) {
    let detail = description.isEmpty ? "\(type)" : "\(type) – \(description)"
    self.init(label: label, insert: insert, detail: detail, content: content)
  }

  /// Whether the label begins with a text, in any letter case.
  fileprivate func begins(with prefix: String) -> Bool {
    prefix.isEmpty || label.lowercased().hasPrefix(prefix.lowercased())
  }
}

extension Manifest {
  /// Completions at a position of a partial config for a feature in `channel`; the text may be
  /// incomplete.
  ///
  /// For a key: names that the object lacks, each with its default; a name whose default is an
  /// object is listed twice, first with `{}` and then with the default. For a value: variants,
  /// alias strings, booleans, null, the default. Only those that begin with the typed text are
  /// included. The `channel` is nil if none is requested.
  package func completions(
    in config: SourceText, at position: SourcePosition, feature: FeatureDefinition, channel: String?
  ) -> [Completion] {
    let text = LocatedText.json(config)
    let context = text.cursorContext(at: config.offset(of: position))
    let base = reading(of: feature, channel: channel)
    return completionList(in: text, at: context, over: base).items
  }

  /// Completions at a position of a config for the feature of `base`, with the range of the text
  /// that they replace.
  ///
  /// - Parameters:
  ///   - config: The text, which may be incomplete.
  ///   - context: What can be typed at the position.
  ///   - base: The feature without the config; its values are suggested as defaults.
  ///   - narrows: Whether to drop completions that do not begin with the typed text.
  package func completionList(
    in config: LocatedText, at context: JSONCursorContext, over base: MergedFeature,
    narrows: Bool = true
  ) -> CompletionList {
    var merged = base
    // Of the suggestions, only the strings of aliases depend on what else the config says.
    if base.types.hasAliases, let value = config.json { merged.overlay(value, layer: .edit) }
    let finder = CompletionFinder(
      merged: merged, baseValues: .object(base.json), context: context, source: config.source)
    let all = finder.find()
    let items = narrows ? all.filter { $0.begins(with: context.typedPrefix) } : all
    return CompletionList(range: config.source.range(of: context.typedRange), items: items)
  }
}

extension MergedFeature {
  /// The names or values that the feature's types allow at a path of a config, for callers that
  /// have no text.
  ///
  /// A name comes with the value that it has in this feature.
  ///
  /// - Parameters:
  ///   - path: For names, the path of the object to which one is added; for values, that of the
  ///     value.
  ///   - expectsKey: Whether to find names rather than values.
  ///   - siblingKeys: The names that the object has already.
  package func completions(
    at path: JSONPath, expectsKey: Bool, siblingKeys: [String]
  ) -> [Completion] {
    let context = JSONCursorContext(
      expecting: expectsKey ? .key : .value, at: path, siblingKeys: siblingKeys)
    let noText = SourceText(name: "", text: "")
    let finder = CompletionFinder(
      merged: self, baseValues: .object(json), context: context, source: noText)
    return finder.find()
  }
}

/// Completions for a position in a config, and the range that they replace.
package struct CompletionList: Sendable {
  /// The key or value typed so far; empty if there is none.
  package let range: SourceRange
  package let items: [Completion]
}
