import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The problems of a config, of recipes, or of a file of rules; none for any other document.
  mutating func configProblems(of document: OpenDocument) -> Diagnostics.Files {
    let problems: [ReportedProblem]
    if FilePath.name(of: document.path) == RulesFile.name {
      let rules = RulesFile(document.source, knownCodes: workspace.surroundings.problemCodes)
      problems = rules.problems.map { ReportedProblem($0, in: document.source) }
    } else {
      problems = configDocument(document)?.problems ?? []
    }
    return problems.isEmpty ? [:] : [Name(document.path): problems]
  }

  /// What can be typed in a config; nil in any other document.
  mutating func configCompletions(
    _ place: DocumentPlace
  ) -> (items: [CompletionItem], range: SourceRange)? {
    configDocument(place.document)?.completions(at: place.position)
  }

  /// What is known about a place of a config or of a recipe; null in any other document.
  mutating func configHover(_ place: DocumentPlace) -> JSONValue {
    guard let config = configDocument(place.document) else { return .null }
    let text = HoverText(
      manifest: config.manifest, session: sessionReading(of: config.manifest))
    guard let found = config.hover(at: place.position, text) else { return .null }
    return hover(found.text, found.range, place.document)
  }

  /// The value at a place of a config that can be tried in a session; nil in any other document.
  mutating func configTriedValue(_ place: DocumentPlace) -> TriedValue? {
    configDocument(place.document)?.triedValue(at: place.position)
  }

  /// A document with the manifest and the channel that the client's settings, or else the rules of
  /// the project, name; nil if no manifest is named or it cannot be read.
  private mutating func configDocument(_ document: OpenDocument) -> ConfigDocument? {
    guard ConfigDocument.canBe(document.path),
      let path = workspace.namedManifest(for: document.path),
      let manifest = workspace.configManifest(path).lastReadable
    else { return nil }
    let rules = workspace.rulesFile(for: FilePath.folder(of: document.path))
    let named = client.channel ?? rules?.channel
    let isDeclared = named.map { manifest.channels.containsName($0) } ?? false
    return ConfigDocument(
      document, manifest: manifest, channel: isDeclared ? named : manifest.channels.first)
  }
}
