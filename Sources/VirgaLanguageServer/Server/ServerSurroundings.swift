package import VirgaFiles
package import VirgaManifest
package import VirgaResources
package import VirgaSource

/// What the server needs besides messages: files, the web, and links to explanations.
package struct ServerSurroundings: Sendable {
  /// Reads the files that the client has not opened.
  package var files: FileReading
  /// Lists folders, to find the manifests that include a file.
  package var folders: FolderReading
  /// How manifests are loaded.
  package var options: LoadingOptions
  /// The URI of the explanation of a problem's code; nil if there is none.
  package var explanation: @Sendable (Problem.Code) -> String? = { _ in nil }
  /// The codes that the rules of a project may name.
  package var problemCodes: [String] = []
  /// The version of the program.
  package var version = ""

  package init(
    files: FileReading, folders: FolderReading, options: LoadingOptions = LoadingOptions()
  ) {
    self.files = files
    self.folders = folders
    self.options = options.fetchingOnce()
  }
}

extension LoadingOptions {
  /// The same options; what was fetched is stored, because a manifest is loaded after every change.
  fileprivate func fetchingOnce() -> LoadingOptions {
    guard let fetch else { return self }
    let fetched = Locked<[String: [UInt8]]>([:])
    var options = self
    options.fetch = { url throws(FileFailure) in
      if let bytes = fetched.withLock({ $0[url] }) { return bytes }
      let bytes = try fetch(url)
      fetched.withLock { $0[url] = bytes }
      return bytes
    }
    return options
  }
}
