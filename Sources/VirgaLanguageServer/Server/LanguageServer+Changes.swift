import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

// What changes outside of the texts of the open documents: files on disk, rules and settings.

extension LanguageServer {
  /// Notes that the client has saved a document.
  mutating func noteSave(_ uri: String) {
    guard let path = workspace.path(of: uri) else { return }
    workspace.noteSave(of: path)
    guard !client.watchesFiles else { return }
    // Files that the client does not watch may have changed, too.
    workspace.compareWithDisk()
    diagnostics.recheckConfigs()
  }

  /// Notes what has changed on disk.
  mutating func apply(_ changes: [FileChange]) {
    let deleted = workspace.apply(changes)
    if !deleted.isEmpty { forget(deleted) }
    if changes.contains(where: { isRulesFile($0.path) }) { recheckWithChangedRules() }
  }

  /// Adds and removes folders that the client has open.
  ///
  /// All manifests are loaded again, because the names of files in messages depend on the folders.
  mutating func changeFolders(_ event: JSONValue) {
    let removed = Set(naming: folders(event["removed"]))
    let kept = workspace.folders.filter { !removed.contains($0) }
    workspace.folders = kept + folders(event["added"])
    workspace.invalidateAll()
    otherSymbols = nil
    findNamedManifests()
  }

  /// The paths of folders that a list names by their URIs.
  private func folders(_ list: JSONValue?) -> [String] {
    (list?.arrayValue ?? []).compactMap { folder in
      folder["uri"]?.stringValue.flatMap { workspace.path(of: $0) }
    }
  }

  /// Whether a file has the rules of a project, which say how its manifests are checked.
  func isRulesFile(_ path: String) -> Bool { FilePath.name(of: path) == RulesFile.name }

  /// Checks everything again after rules have changed, also in a document that is not saved; no
  /// manifest is loaded for that.
  mutating func recheckWithChangedRules() {
    diagnostics.forgetChecks()
    // Rules also name the manifests of documents.
    findNamedManifests()
  }

  /// Finds the manifests that rules or settings name for the open documents, and forgets those that
  /// they no longer name.
  mutating func findNamedManifests() {
    let unused = workspace.removeUnused()
    forget(unused)
    workspace.searchAgain()
  }
}
