import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench
import VirgaYAML

/// A document with a config or with recipes, and the manifest that it is for.
struct ConfigDocument {
  let document: OpenDocument
  let manifest: Manifest
  let channel: String?
  /// The text with its tree; a JSON text that is not complete has one, too.
  let text: LocatedText

  init(_ document: OpenDocument, manifest: Manifest, channel: String?) {
    self.document = document
    self.manifest = manifest
    self.channel = channel
    text = LocatedText(config: document.source)
  }

  /// Where a config is in the document, and the feature that it is for.
  struct Part {
    let feature: FeatureDefinition
    /// The number of steps that lead to the config.
    let depth: Int
  }

  /// The tree of the text, or of the last one that could be read.
  private var tree: LocatedDocument? { text.document ?? document.document }

  /// Whether the document has recipes rather than one config.
  var hasRecipes: Bool { !recipes.isEmpty }

  /// The recipes: a single one, those of a list, or those of the list `data`.
  private var recipes: [LocatedValue] {
    guard let root = tree?.readableRoot else { return [] }
    let list = root.kind == .array ? Array(root.elements) : root["data"].map { Array($0.elements) }
    return (list ?? [root]).filter { $0["slug"] != nil && $0["branches"] != nil }
  }

  /// Whether a file can have configs or recipes, by its name.
  static func canBe(_ path: String) -> Bool {
    [".json", ".yaml", ".yml"].contains { path.hasSuffix($0) }
  }

  /// The feature of a document with one config: its id is the name of the file up to the first
  /// point, or that of the folder if the text looks like a config of it.
  private var feature: FeatureDefinition? {
    let name = FilePath.name(of: document.path)
    let id = String(name.prefix { $0 != "." })
    if let named = manifest.feature(id) { return named }
    let folder = FilePath.name(of: FilePath.folder(of: document.path))
    return manifest.feature(folder).flatMap { looksLikeConfig(of: $0) ? $0 : nil }
  }

  /// Whether a text is an object with a variable of a feature, or is only begun.
  private func looksLikeConfig(of feature: FeatureDefinition) -> Bool {
    guard let root = tree?.readableRoot else { return document.source.isBlank }
    switch root.kind {
    case .null: return true
    case .object:
      let names = root.members.map(\.key)
      return names.isEmpty || names.contains { feature.variable($0) != nil }
    case .string:
      // In YAML, the beginning of a name is a text.
      return root.isPlainText && root.text?.contains(" ") == false
    case .boolean, .integer, .number, .array: return false
    }
  }

  /// The config that a path is in; nil if it is in none.
  ///
  /// In recipes that is a `value` in a branch, as in `branches[0].features[1].value.title`. Any
  /// other document is one config.
  func part(at path: [JSONPath.Component]) -> Part? {
    guard hasRecipes else { return feature.map { Part(feature: $0, depth: 0) } }
    guard let valueStep = path.firstIndex(of: .key("value")) else { return nil }
    let isInBranch = path[..<valueStep].contains(.key("branches"))
    guard isInBranch else { return nil }
    let owner = value(at: path[..<valueStep])
    let configured = owner?["featureId"]?.string.flatMap { manifest.feature($0) }
    return configured.map { Part(feature: $0, depth: valueStep + 1) }
  }

  /// The value at some steps.
  private func value(at steps: ArraySlice<JSONPath.Component>) -> LocatedValue? {
    var value = tree?.readableRoot
    for step in steps {
      switch step {
      case .key(let key): value = value?[key]
      case .index(let index): value = value?.elements.dropFirst(index).first { _ in true }
      }
    }
    return value
  }

  // MARK: Problems

  /// The problems of the recipes or the config; none for a document that has neither.
  var problems: [ReportedProblem] {
    let isYAML = document.isYAML
    if hasRecipes { return recipeProblems.map { ReportedProblem($0, in: document.source) } }
    guard let feature else { return [] }
    let check = manifest.check(config: text, feature: feature, channel: channel)
    return check.findings.map { finding in
      ReportedProblem(finding, finding.problem, isYAML: isYAML)
    }
  }

  /// The problems of the recipes, and of their configs with the manifest.
  private var recipeProblems: [Problem] {
    guard let root = text.written else { return text.problems }
    let batch = RecipeBatch(root)
    let check = RecipeSetCheck([CheckedManifest(manifest, file: manifest.title)])
    let found = check.problems(of: batch.writtenRecipes).map(\.problem)
    return (text.problems + batch.problems + found).inTextOrder
  }

  // MARK: Completion

  /// What can be typed at a position of a config; nil outside of one.
  func completions(
    at position: SourcePosition
  ) -> (items: [CompletionItem], range: SourceRange)? {
    document.isYAML ? yamlCompletions(at: position) : jsonCompletions(at: position)
  }

  /// The completions in JSON, and the range that they replace; nil outside configs.
  private func jsonCompletions(
    at position: SourcePosition
  ) -> (items: [CompletionItem], range: SourceRange)? {
    var context = text.cursorContext(at: document.source.offset(of: position))
    if context.expects == .value, namesFeature(context.path.components) {
      let range = document.source.range(of: context.typedRange)
      return (featureItems { JSONValue.string($0).compact }, range)
    }
    guard let part = part(at: context.path.components) else { return nil }
    guard context.containerPath.components.count >= part.depth || part.depth == 0 else {
      return nil
    }
    context.path = context.path.dropping(part.depth)
    context.containerPath = context.containerPath.dropping(part.depth)
    let base = manifest.reading(of: part.feature, channel: channel)
    // The editor itself leaves out what does not begin with the typed text.
    let list = manifest.completionList(in: text, at: context, over: base, narrows: false)
    let items = list.items.map { completion in
      CompletionItem(
        label: completion.label, kind: context.expects == .key ? .variable : .value,
        detail: completion.detail,
        documentation: Self.note(on: completion, in: context.containerPath, base),
        text: completion.insert)
    }
    return (items, list.range)
  }

  /// The default of the variable or field whose name is completed; empty for other completions.
  private static func note(
    on completion: Completion, in path: JSONPath, _ base: MergedFeature
  ) -> String {
    guard case .member(let name, _) = completion.content else { return "" }
    return base.defaultNote(at: path.appending(key: name))
  }

  /// The completions in YAML, and the range that they replace; nil outside configs.
  private func yamlCompletions(
    at position: SourcePosition
  ) -> (items: [CompletionItem], range: SourceRange)? {
    guard let place = YAMLPlace(in: document.source, at: position) else { return nil }
    if place.expects == .value, namesFeature(place.path) {
      return (place.written(featureItems { place.style.text($0) }), place.range)
    }
    guard let part = part(at: place.path) else { return nil }
    let path = JSONPath(Array(place.path.dropFirst(part.depth)))
    let base = manifest.reading(of: part.feature, channel: channel)
    let items = ConfigCompletions(place).items(in: base, at: path)
    return (place.written(items), place.range)
  }

  /// Whether a path is that of the id of a feature in a branch.
  private func namesFeature(_ path: [JSONPath.Component]) -> Bool {
    hasRecipes && path.last == .key("featureId")
  }

  /// The ids of all features, each as `written` writes it.
  private func featureItems(_ written: (String) -> String) -> [CompletionItem] {
    manifest.features.map { feature in
      CompletionItem(
        label: feature.id, kind: .value, detail: "feature", documentation: feature.description,
        text: written(feature.id))
    }
  }

  // MARK: Session

  /// The value at a position of a config, or of the key there, to try as an edit in the session.
  ///
  /// Nil outside of configs, and for a config as a whole, which has no path to set.
  func triedValue(at position: SourcePosition) -> TriedValue? {
    guard let tree, let path = TreePath(to: position, in: tree),
      let part = part(at: path.components)
    else { return nil }
    let pathInConfig = JSONPath(path.components).dropping(part.depth)
    guard !pathInConfig.isRoot, let value = path.isKey ? path.node.valueOfKey : path.node else {
      return nil
    }
    return TriedValue(feature: part.feature.id, path: pathInConfig, value: value.json)
  }

  // MARK: Hover

  /// What is known about a position: a value of a config, a word of targeting, or the feature of a
  /// branch.
  func hover(at position: SourcePosition, _ hover: HoverText) -> (text: String, range: SourceRange)?
  {
    guard let tree, let path = TreePath(to: position, in: tree), let range = path.range else {
      return nil
    }
    return hoverText(at: position, path, hover).map { ($0, range) }
  }

  /// The text of a hover at a part of the tree; nil if nothing is known about it.
  private func hoverText(
    at position: SourcePosition, _ path: TreePath, _ hover: HoverText
  ) -> String? {
    if !path.isKey, path.components.last == .key("targeting"), let expression = path.node.string {
      let app = recipes.first { $0.contains(position) }?["appName"]?.string
      let word = document.source.word(at: position)
      return TargetingHover(expression, app: app).text(of: word)
    }
    // The value of `featureId`: the id of any feature, also of an imported module.
    if !path.isKey, namesFeature(path.components), let id = path.node.string {
      return hover.text(of: .feature(id), in: Manifest.topModuleIndex)
    }
    guard let part = part(at: path.components) else { return nil }
    let pathInConfig = JSONPath(Array(path.components.dropFirst(part.depth)))
    guard !pathInConfig.isRoot else { return nil }
    return hover.text(
      ofValueAt: pathInConfig, path.node, isKey: path.isKey, .feature(part.feature.id),
      in: part.feature.module)
  }
}

extension JSONPath {
  /// The path without its first steps.
  fileprivate func dropping(_ count: Int) -> JSONPath {
    JSONPath(Array(components.dropFirst(count)))
  }
}

extension SourceText {
  /// Whether it has only spaces and line ends.
  fileprivate var isBlank: Bool { bytes.allSatisfy(\.isSpace) }

  /// The word of letters, digits and underscores around a position; empty if there is none.
  func word(at position: SourcePosition) -> String {
    let line = Array(line(position.line).unicodeScalars)
    let isPartOfWord = { (scalar: Unicode.Scalar) in scalar.isPartOfWord || scalar == "_" }
    var start = min(position.column - 1, line.count)
    var end = start
    while start > 0, isPartOfWord(line[start - 1]) { start -= 1 }
    while end < line.count, isPartOfWord(line[end]) { end += 1 }
    return String(String.UnicodeScalarView(line[start..<end]))
  }
}
