import VirgaJSON

// Which requests load manifests, so that the client shows the progress of that.

extension LanguageServer {
  /// Whether a request loads manifests that are not in memory, which may take long.
  func loadsManifests(_ method: String, _ params: JSONValue) -> Bool {
    switch method {
    case "workspace/symbol":
      let areSymbolsKnown = otherSymbols?.revision == workspace.index.revision
      return !areSymbolsKnown || !workspace.documentsToSearch.isEmpty
    case "textDocument/references", "textDocument/prepareRename", "textDocument/rename":
      return workspace.hasManifestsToLoad
    case "textDocument/completion", "textDocument/hover", "textDocument/definition",
      "textDocument/documentSymbol":
      let uri = params["textDocument"]?["uri"]?.stringValue ?? ""
      guard let document = workspace.document(uri) else { return false }
      return workspace.mustLoadManifest(of: document.path)
    default: return false
    }
  }
}
