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

  /// Called before files of the web that could not be fetched are tried again.
  package var willRetry: @Sendable () -> Void = {}
  private let fetched = FetchedFiles()

  /// The surroundings of a server, which fetches each file of the web once.
  package init(
    files: FileReading, folders: FolderReading, options: LoadingOptions = LoadingOptions()
  ) {
    self.files = files
    self.folders = folders
    self.options = options
    guard let fetch = options.fetch else { return }
    self.options.fetch = { [fetched] url throws(FileFailure) in
      try fetched.bytes(at: url, fetch)
    }
  }

  /// Lets files of the web that could not be fetched be tried again.
  func retry() {
    fetched.forgetFailures()
    willRetry()
  }
}

/// What was fetched, and what could not be, because a manifest is loaded after every change.
private final class FetchedFiles: Sendable {
  private let answers = Locked<[String: Result<[UInt8], FileFailure>]>([:])

  /// The bytes at a URL, which are fetched the first time.
  func bytes(at url: String, _ fetch: FileReading.Read) throws(FileFailure) -> [UInt8] {
    if let known = answers.withLock({ $0[url] }) { return try known.get() }
    let answer: Result<[UInt8], FileFailure> = Result { () throws(FileFailure) in try fetch(url) }
    answers.withLock { $0[url] = answer }
    return try answer.get()
  }

  func forgetFailures() {
    answers.withLock { answers in
      answers = answers.filter { if case .success = $0.value { true } else { false } }
    }
  }
}
