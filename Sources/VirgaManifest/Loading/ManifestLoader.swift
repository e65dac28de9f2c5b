package import VirgaFiles
package import VirgaSource

/// Loads a manifest with all that it includes and imports, and finds what is wrong with it.
package struct ManifestLoader: Sendable {
  private var files: FileReading
  private let workingFolder: String
  private var options: LoadingOptions

  /// A loader that reaches files through `files`; relative inputs are seen from `workingFolder`, an absolute path.
  package init(files: FileReading, workingFolder: String, options: LoadingOptions = LoadingOptions()) {
    self.files = files
    self.workingFolder = workingFolder
    self.options = options
  }

  /// The same loader, which says the path or the URL of each file before it reads or fetches it.
  ///
  /// What `willRead` throws stands for the file's own failure, so that a reading that is not wanted any more ends soon.
  package func announcing(_ willRead: @escaping @Sendable (String) throws(FileFailure) -> Void) -> ManifestLoader {
    var loader = self
    loader.files.read = { [files] path throws(FileFailure) in
      try willRead(path)
      return try files.read(path)
    }
    if let fetch = options.fetch {
      loader.options.fetch = { url throws(FileFailure) in
        try willRead(url)
        return try fetch(url)
      }
    }
    return loader
  }

  /// The manifest at a path, a URL or `@owner/repository/path`.
  ///
  /// - Throws: ``VirgaSource/Problems`` where nothing can be made of it: the file cannot be read or is no manifest.
  ///   Whatever else is wrong stands in ``Manifest/problems``, and the rest is loaded.
  package func load(_ input: String) throws(Problems) -> Manifest {
    var loading = Loading(FileStore(reading: files, folder: workingFolder, options: options))
    let (source, address) = try read(input, &loading)
    return try loading.load(source, at: address)
  }

  /// The text of the file at a path, a URL or `@owner/repository/path`, whatever is in it.
  ///
  /// - Throws: ``VirgaSource/Problems`` where it cannot be read.
  package func text(of input: String) throws(Problems) -> SourceText {
    var loading = Loading(FileStore(reading: files, folder: workingFolder, options: options))
    return try read(input, &loading).source
  }

  private func read(
    _ input: String, _ loading: inout Loading
  ) throws(Problems) -> (source: SourceText, address: FileAddress) {
    loading.problems += loading.store.locateRepositories(for: input)
    let address: FileAddress
    do {
      address = try FileAddress(input, from: nil, folder: workingFolder)
    } catch {
      throw Problems([Problem(.error, "short-repository-path", error.message)])
    }
    do {
      return (try loading.store.read(address), address)
    } catch {
      let code: Problem.Code = if case .local = address { "unreadable-file" } else { "not-fetched" }
      throw Problems(loading.problems + [Problem(.error, code, "the manifest cannot be read: \(error)")])
    }
  }

  /// The manifest whose top file is `text`, called `name`; other files are seen from the working folder.
  ///
  /// - Throws: ``VirgaSource/Problems`` where `text` is no manifest at all.
  package func load(text: [UInt8], name: String) throws(Problems) -> Manifest {
    var loading = Loading(FileStore(reading: files, folder: workingFolder, options: options))
    loading.problems += loading.store.locateRepositories(for: nil)
    let source = loading.store.take(text, name: name)
    return try loading.load(source, at: .local(FilePath.joined(workingFolder, name)))
  }
}

/// How files outside the manifest's own folder are found, and how strictly preferences are checked.
package struct LoadingOptions: Sendable {
  /// Files that say where repositories lie: maps from `owner/name` to a folder, a base URL or a branch.
  package var repositoryFiles: [String]
  /// The branch, tag, commit or folder for the repository of an input that begins with `@`.
  package var ref: String?
  /// Whether `gecko-pref` may stand on plain types and beside a default.
  package var allowsLaxPreferences: Bool
  /// Whether what nimbus-fml refuses and virga accepts is a warning.
  package var reportsExtensions = false
  /// Fetches the text at a URL; nil to fetch nothing, and to report each URL as a problem.
  ///
  /// Its caller decides about caches, time-outs and tokens.
  package var fetch: FileReading.Read?

  /// Options; see the properties.
  package init(
    repositoryFiles: [String] = [], ref: String? = nil, allowsLaxPreferences: Bool = false,
    fetch: FileReading.Read? = nil
  ) {
    self.repositoryFiles = repositoryFiles
    self.ref = ref
    self.allowsLaxPreferences = allowsLaxPreferences
    self.fetch = fetch
  }
}
