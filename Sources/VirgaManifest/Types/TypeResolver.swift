import VirgaJSON
import VirgaSource

struct TypeResolver {
  private(set) var problems: [Problem] = []
  private let names: TypeParser.Names
  private var known: [Name: VariableType] = [:]
  /// How many more unknown names get suggestions: searching similar names is slow.
  private var hints = 200

  init(_ draft: ModuleDraft) {
    var names = TypeParser.Names()
    for definition in draft.enums { names.enums.insert(definition.name) }
    for object in draft.objects { names.objects.insert(object.name.text) }
    for alias in draft.features.flatMap(\.draft.variables).compactMap(\.stringAlias) {
      names.aliases.insert(alias.text)
    }
    self.names = names
    reportClashes(draft)
  }

  mutating func table(_ draft: ModuleDraft) -> TypeTable {
    let objects = draft.objects.map { object in
      let (fields, omitted) = variables(object.fields, in: "objects/\(object.name.text)")
      return ObjectDefinition(
        name: object.name.text, description: object.description, fields: fields,
        location: object.name.written.sourceLocation, nameNode: object.name.written,
        omittedNames: object.omittedNames + omitted)
    }
    return TypeTable(
      enums: draft.enums.sorted { Name($0.name) < Name($1.name) },
      objects: objects.sorted { Name($0.name) < Name($1.name) }, hasAliases: !names.aliases.isEmpty)
  }

  mutating func features(
    _ draft: ModuleDraft, _ types: TypeTable, module: Int
  ) -> [FeatureDefinition] {
    draft.features.map { feature, examples in
      let (variables, omitted) = variables(feature.variables, in: "features/\(feature.name.text)")
      return FeatureDefinition(
        id: feature.name.text, description: feature.description, variables: variables,
        blocks: feature.blocks,
        additions: [], metadata: feature.metadata, examples: examples,
        allowsCoenrollment: feature.allowsCoenrollment,
        location: feature.name.written.sourceLocation, module: module,
        omittedNames: feature.omittedNames + omitted)
    }
    .sorted { Name($0.id) < Name($1.id) }
  }

  private mutating func variables(
    _ drafts: [VariableDraft], in path: String
  ) -> ([Variable], omitted: [String]) {
    var omitted: [String] = []
    let variables = drafts.compactMap { draft in
      let type = type(draft, in: path)
      if type == nil { omitted.append(draft.name.text) }
      return type.map { Variable(draft, type: $0) }
    }
    return (variables.sorted { Name($0.name) < Name($1.name) }, omitted)
  }

  private mutating func type(_ draft: VariableDraft, in path: String) -> VariableType? {
    let text = draft.type.text
    if let type = known[text] { return type }
    do {
      hints -= 1
      let type = try TypeParser.parse(text, names: names, givesHints: hints > 0)
      hints += 1
      known[text] = type
      return type
    } catch {
      problems.append(
        Problem(
          .error, error.code, path: "\(path)/\(draft.name.text)", error.message,
          at: draft.type.written.location(ofPart: error.part)
        ).with(hint: error.hint))
      return nil
    }
  }

  private mutating func reportClashes(_ draft: ModuleDraft) {
    for object in draft.objects where names.enums.contains(object.name.text) {
      reportClash(object.name, "an enum", kind: "objects")
    }
    for (kind, name, location) in draft.enums.map({ ("enums", $0.name, $0.location) })
      + draft.objects.map({ ("objects", $0.name.text, $0.name.written.sourceLocation) })
    where TypeParser.isWord(name) {
      problems.append(
        Problem(
          .error, "type-name-clash", path: "\(kind)/\(name)",
          "`\(name)` is a reserved word; choose another name for the type", at: location))
    }
    for (feature, _) in draft.features {
      for alias in feature.variables.compactMap(\.stringAlias) {
        let kind = "features/\(feature.name.text)"
        if TypeParser.isWord(alias.text) { reportClash(alias, "a built-in type", kind: kind) }
        if names.enums.contains(alias.text) { reportClash(alias, "an enum", kind: kind) }
        if names.objects.contains(alias.text) { reportClash(alias, "an object", kind: kind) }
      }
    }
  }

  private mutating func reportClash(_ name: LocatedName, _ other: String, kind: String) {
    problems.append(
      Problem(
        .error, "type-name-clash", path: "\(kind)/\(name.text)",
        "`\(name.text)` is also the name of \(other); choose another name for the type",
        at: name.written.location))
  }
}

extension LocatedValue {
  /// The location of part of a scalar's text; the whole scalar if unknown (escapes, several lines).
  func location(ofPart part: Range<Int>) -> SourceLocation? {
    guard let location, let text else { return location }
    let (start, end) = (location.range.start, location.range.end)
    let width = text.unicodeScalars.count
    let quotes = end.column - start.column - width
    guard start.line == end.line, quotes == (node.isPlain ? 0 : 2), part.upperBound <= width else {
      return location
    }
    let first = start.column + quotes / 2
    return SourceLocation(
      file: location.file,
      range: SourceRange(
        SourcePosition(line: start.line, column: first + part.lowerBound),
        SourcePosition(line: start.line, column: first + part.upperBound)))
  }
}
