import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// What can be typed at a place, in a manifest or in a config.
  mutating func completions(_ place: DocumentPlace) -> JSONValue {
    let found = items(place)
    let document = place.document
    let range = positions(in: document.source).json(found.range)
    let source = document.source
    let isEmpty = found.range.start == place.position
    let firstByte = source.bytes.dropFirst(source.offset(of: found.range.start)).first
    let isAfterQuote = !isEmpty && firstByte == UInt8(ascii: "\"")
    let offered = found.items.filter { client.takesSnippets || !$0.isSnippet }
    let json = offered.enumerated().map { index, item in
      item.json(replacing: range, index: index, isAfterQuote: isAfterQuote)
    }
    return ["isIncomplete": false, "items": .array(json)]
  }

  /// The items for a place in a manifest or a config, and the range that they replace; no items in
  /// any other document.
  private mutating func items(
    _ place: DocumentPlace
  ) -> (items: [CompletionItem], range: SourceRange) {
    let document = place.document
    let nothing = (items: [CompletionItem](), range: SourceRange(at: place.position))
    workspace.search(for: document.path)
    let manifests = workspace.manifestPaths(of: document.path)
    guard let owner = manifests.first else { return configCompletions(place) ?? nothing }
    guard let typed = YAMLPlace(in: document.source, at: place.position) else { return nothing }
    // The manifest as it was loaded last will do, because names seldom change while somebody types.
    let stored = workspace.stored(owner)
    let loaded = stored?.isNew == false ? stored : workspace.manifest(owner)
    let manifest = loaded?.lastReadable
    return ManifestCompletion(
      typed, in: manifest, file: document.path, channel: manifest.flatMap { valueChannel(of: $0) },
      workspace.surroundings
    ).find()
  }

  /// The channel of the values that are shown: the one in the client's settings, or else the first.
  func valueChannel(of manifest: Manifest) -> String? {
    if let channel = client.channel, manifest.channels.containsName(channel) { return channel }
    return manifest.channels.first
  }
}
