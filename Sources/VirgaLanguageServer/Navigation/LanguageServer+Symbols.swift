import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The features, types and their parts in a document, as a tree; empty for a document that
  /// belongs to no manifest.
  mutating func documentSymbols(_ document: OpenDocument) -> JSONValue {
    workspace.search(for: document.path)
    let isOfManifest = !workspace.manifestPaths(of: document.path).isEmpty
    guard isOfManifest, let root = document.document?.readableRoot else { return .array([]) }
    let symbols = DocumentSymbols(positions: positions(in: document.source))
    // Older manifests have their enums and objects in `types`.
    return .array(symbols.all(in: root) + (root["types"].map { symbols.all(in: $0) } ?? []))
  }

  /// The features and types of all manifests of the workspace whose names contain a text.
  mutating func workspaceSymbols(_ query: String) -> JSONValue {
    // Finds the manifests that open documents belong to.
    workspace.search()
    let open = workspace.manifestPaths.compactMap { workspace.manifest($0).manifest }
    let symbols = open.flatMap { foundSymbols(in: $0) } + symbolsOfOtherManifests()
    // Several manifests may have the same file.
    var seenLocations: Set<JSONValue> = []
    let found = symbols.filter { found in
      found.symbol.matches(query) && seenLocations.insert(found.location).inserted
    }
    return .array(found.map(\.json))
  }

  /// The symbols of the manifests that no open document belongs to.
  ///
  /// They are computed when they are first asked for, and again after one of these has changed.
  private mutating func symbolsOfOtherManifests() -> [FoundSymbol] {
    let manifests = workspace.otherManifestPaths()
    if let known = otherSymbols, known.manifests == manifests,
      known.revision == workspace.index.revision
    {
      return known.symbols
    }
    var symbols: [FoundSymbol] = []
    // One after the other, because all of them may not fit into memory.
    for path in manifests {
      let loaded = workspace.manifest(path)
      // So that a change of any of its files is noticed.
      workspace.index.store(loaded)
      symbols += loaded.manifest.map { foundSymbols(in: $0) } ?? []
      workspace.forgetUnusedTrees()
    }
    otherSymbols = OtherSymbols(
      manifests: manifests, revision: workspace.index.revision, symbols: symbols)
    return symbols
  }

  /// The symbols of a manifest, without those in files of the web.
  private func foundSymbols(in manifest: Manifest) -> [FoundSymbol] {
    Self.symbols(of: manifest).compactMap { symbol in
      guard let location = location(symbol.location, in: manifest) else { return nil }
      return FoundSymbol(symbol: symbol, location: location, manifest: manifest.title)
    }
  }

  /// The features and types of a manifest.
  private static func symbols(of manifest: Manifest) -> [NamedSymbol] {
    let features = manifest.features.map { feature in
      NamedSymbol(name: feature.id, kind: .feature, location: feature.location)
    }
    let types = manifest.modules.flatMap { module in
      module.enums.map { NamedSymbol(name: $0.name, kind: .enumeration, location: $0.location) }
        + module.objects.map { NamedSymbol(name: $0.name, kind: .object, location: $0.location) }
    }
    return features + types
  }
}

/// What a symbol is, by the numbers of LSP.
enum SymbolKind: Int64 {
  case feature = 5
  case field = 8
  case enumeration = 10
  case variable = 13
  case variant = 22
  case object = 23
}

/// A feature or a type with its location.
struct NamedSymbol {
  let name: String
  let kind: SymbolKind
  let location: SourceLocation

  /// Whether the name contains a text, in any letter case.
  func matches(_ query: String) -> Bool {
    query.isEmpty || name.lowercased().contains(query.lowercased())
  }
}

/// A feature or a type of a manifest, with its location as LSP has it.
struct FoundSymbol {
  let symbol: NamedSymbol
  let location: JSONValue
  /// The title of the manifest.
  let manifest: String

  var json: JSONValue {
    [
      "name": .string(symbol.name), "kind": .integer(symbol.kind.rawValue),
      "location": location, "containerName": .string(manifest),
    ]
  }
}

/// The symbols of the manifests that no open document belongs to.
struct OtherSymbols {
  /// The paths of these manifests.
  let manifests: [String]
  /// The revision of the ``ManifestIndex`` that they are those of.
  let revision: Int
  let symbols: [FoundSymbol]
}

/// Makes the symbols of a document from its tree.
struct DocumentSymbols {
  let positions: TextPositions

  /// The symbols below the keys `features`, `objects` and `enums` of an object.
  func all(in object: LocatedValue) -> [JSONValue] {
    symbols(in: object["features"], .feature, inner: ("variables", .variable))
      + symbols(in: object["objects"], .object, inner: ("fields", .field))
      + symbols(in: object["enums"], .enumeration, inner: ("variants", .variant))
  }

  /// A symbol for each member of an object, with those below the key `inner` of the member.
  private func symbols(
    in object: LocatedValue?, _ kind: SymbolKind, inner: (key: String, kind: SymbolKind)?
  ) -> [JSONValue] {
    guard let object else { return [] }
    return object.members.compactMap { member -> JSONValue? in
      guard let name = member.keyNode.location?.range, let value = member.value.location?.range
      else { return nil }
      let children = inner.map { inner in
        symbols(in: member.value[inner.key], inner.kind, inner: nil)
      }
      let end = max(name.end, value.end)
      return [
        "name": .string(member.key.isEmpty ? "?" : member.key), "kind": .integer(kind.rawValue),
        "range": positions.json(SourceRange(name.start, end)),
        "selectionRange": positions.json(name), "children": .array(children ?? []),
      ]
    }
  }
}
