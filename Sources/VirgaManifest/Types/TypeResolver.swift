package import VirgaJSON
package import VirgaSource

/// Turns the drafts of a module into definitions whose variables and fields have types.
struct TypeResolver {
  private(set) var problems: [Problem] = []
  private let names: TypeParser.Names
  /// The types parsed so far, by their texts.
  private var cachedTypes: [Name: VariableType] = [:]
  /// How many more wrong types get suggestions: searching similar names is slow.
  private var remainingHintCount = 199

  /// Collects the names of the module's types, and reports names that clash.
  init(_ module: ModuleDraft) {
    var names = TypeParser.Names()
    for definition in module.enums { names.enums.insert(definition.name) }
    for object in module.objects { names.objects.insert(object.name.text) }
    for alias in module.features.flatMap(\.draft.variables).compactMap(\.stringAlias) {
      names.aliases.insert(alias.text)
    }
    self.names = names
    reportNameClashes(module)
  }

  /// The module's types; a field whose type is wrong is omitted and reported.
  ///
  /// `brokenNames` also has the fields that reading the file omitted: values for them are not
  /// reported as unknown.
  mutating func typeTable(of draft: ModuleDraft) -> TypeTable {
    let objects = draft.objects.map { object in
      let fields = variables(object.fields, in: "objects/\(object.name.text)")
      return ObjectDefinition(
        name: object.name.text, description: object.description, fields: fields.resolved,
        location: object.name.written.sourceLocation, nameNode: object.name.written,
        brokenNames: object.brokenNames + fields.brokenNames)
    }
    return TypeTable(
      enums: draft.enums.sortedByBytes(of: \.name),
      objects: objects.sortedByBytes(of: \.name), hasAliases: !names.aliases.isEmpty)
  }

  /// The module's features, sorted by id; a variable whose type is wrong is omitted and reported.
  ///
  /// `brokenNames` also has the variables that reading the file omitted: values for them are not
  /// reported as unknown.
  mutating func features(of draft: ModuleDraft, module: Int) -> [FeatureDefinition] {
    let features = draft.features.map { feature, examples in
      let variables = variables(feature.variables, in: "features/\(feature.name.text)")
      // Importing modules add their blocks and examples later, so all examples are its own so far.
      return FeatureDefinition(
        id: feature.name.text, description: feature.description, variables: variables.resolved,
        blocks: feature.blocks, additions: [], metadata: feature.metadata, examples: examples,
        ownExampleCount: examples.count, allowsCoenrollment: feature.allowsCoenrollment,
        location: feature.name.written.sourceLocation, module: module,
        brokenNames: feature.brokenNames + variables.brokenNames)
    }
    return features.sortedByBytes(of: \.id)
  }

  /// The variables or fields with their types, sorted by name, and the names of those whose types
  /// are wrong, which are reported.
  private mutating func variables(
    _ drafts: [VariableDraft], in path: String
  ) -> (resolved: [Variable], brokenNames: [String]) {
    var resolved: [Variable] = []
    var brokenNames: [String] = []
    for draft in drafts {
      if let type = type(of: draft, in: path) {
        resolved.append(Variable(draft, type: type))
      } else {
        brokenNames.append(draft.name.text)
      }
    }
    return (resolved.sortedByBytes(of: \.name), brokenNames)
  }

  /// The type of a variable or field; nil if it is wrong, which is reported.
  private mutating func type(of draft: VariableDraft, in path: String) -> VariableType? {
    let text = draft.type.text
    if let type = cachedTypes[text] { return type }
    do {
      // Hints take time, so only the first wrong types get them.
      let type = try TypeParser.parse(text, names: names, givesHints: remainingHintCount > 0)
      cachedTypes[text] = type
      return type
    } catch {
      remainingHintCount -= 1
      let problem = Problem(
        .error, error.code, path: "\(path)/\(draft.name.text)", error.message,
        at: draft.type.written.location(ofPart: error.part))
      problems.append(problem.with(hint: error.hint))
      return nil
    }
  }

  /// Reports objects called like an enum, enums and objects called like a type of the language, and
  /// aliases called like any of them.
  private mutating func reportNameClashes(_ draft: ModuleDraft) {
    for object in draft.objects where names.enums.contains(object.name.text) {
      reportClash(object.name, with: "an enum", in: "objects")
    }
    for definition in draft.enums {
      reportIfReserved(definition.name, in: "enums", at: definition.location)
    }
    for object in draft.objects {
      let location = object.name.written.sourceLocation
      reportIfReserved(object.name.text, in: "objects", at: location)
    }
    for (feature, _) in draft.features {
      for alias in feature.variables.compactMap(\.stringAlias) {
        reportClashes(ofAlias: alias, in: "features/\(feature.name.text)")
      }
    }
  }

  /// Reports an alias called like a type of the language, an enum or an object.
  private mutating func reportClashes(ofAlias alias: LocatedName, in path: String) {
    if TypeParser.isReserved(alias.text) { reportClash(alias, with: "a built-in type", in: path) }
    if names.enums.contains(alias.text) { reportClash(alias, with: "an enum", in: path) }
    if names.objects.contains(alias.text) { reportClash(alias, with: "an object", in: path) }
  }

  /// Reports a type called like a type of the language.
  private mutating func reportIfReserved(
    _ name: String, in path: String, at location: SourceLocation
  ) {
    guard TypeParser.isReserved(name) else { return }
    problems.append(
      Problem(
        .error, "type-name-clash", path: "\(path)/\(name)",
        "`\(name)` is a reserved word; choose another name for the type", at: location))
  }

  /// Reports the name of a type that is also that of something else; `other` says of what, such as
  /// "an enum".
  private mutating func reportClash(_ name: LocatedName, with other: String, in path: String) {
    problems.append(
      Problem(
        .error, "type-name-clash", path: "\(path)/\(name.text)",
        "`\(name.text)` is also the name of \(other); choose another name for the type",
        at: name.written.location))
  }
}

extension LocatedValue {
  /// The location of a part of a scalar's text, in Unicode scalars: of `Itn` in `List<Itn>`.
  ///
  /// The location of the whole scalar if the part cannot be found: if the text has escapes or is
  /// written on several lines. Nil if the scalar is in no file.
  package func location(ofPart part: Range<Int>) -> SourceLocation? {
    guard let location, let text else { return location }
    let start = location.range.start
    let end = location.range.end
    guard start.line == end.line else { return location }
    let textLength = text.unicodeScalars.count
    let quoteLength = node.isPlain ? 0 : 1
    let lengthWithoutEscapes = quoteLength + textLength + quoteLength
    // An escape, such as `\t`, is longer than the character that it means.
    let hasEscapes = end.column - start.column != lengthWithoutEscapes
    guard !hasEscapes, part.upperBound <= textLength else { return location }
    let textStart = start.column + quoteLength
    let partStart = SourcePosition(line: start.line, column: textStart + part.lowerBound)
    let partEnd = SourcePosition(line: start.line, column: textStart + part.upperBound)
    return SourceLocation(file: location.file, range: SourceRange(partStart, partEnd))
  }
}
