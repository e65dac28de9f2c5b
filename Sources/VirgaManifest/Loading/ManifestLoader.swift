package import VirgaFiles
package import VirgaJSON
package import VirgaSource
import VirgaYAML

/// Loads a manifest with its includes and imports, and checks it.
package struct ManifestLoader: Sendable {
  private var files: FileReading
  private var workingFolder: String
  private var options: LoadingOptions

  /// A loader that reads through `files`; relative inputs are resolved against `workingFolder`, an
  /// absolute path.
  package init(
    files: FileReading, workingFolder: String, options: LoadingOptions = LoadingOptions()
  ) {
    self.files = files
    self.workingFolder = workingFolder
    self.options = options
  }

  /// The same loader, calling `willRead` with the path or URL before each read or fetch.
  ///
  /// An error from `willRead` counts as a failure to read the file so that a caller can cancel
  /// loading.
  package func announcing(
    _ willRead: @escaping @Sendable (String) throws(FileFailure) -> Void
  ) -> ManifestLoader {
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

  /// The same loader for another version of the files in a folder.
  ///
  /// The repository files that the options name are still read with this loader's files: they are
  /// not part of the version.
  ///
  /// - Parameters:
  ///   - prefix: What problems write before the names of files in the folder, such as `main:`.
  ///   - folder: The folder of the version, which relative inputs are resolved against.
  ///   - versionOfFiles: Returns the files of the version, given those of this loader.
  package func forVersion(
    prefix: String, in folder: String, _ versionOfFiles: (FileReading) -> FileReading
  ) -> ManifestLoader {
    var loader = self
    loader.workingFolder = folder
    loader.options.versionPrefix = prefix
    let filesOfVersion = versionOfFiles(files)
    loader.files = filesOfVersion
    loader.files.read = { [files, options] path throws(FileFailure) in
      // In the options, local repository files have absolute paths, as `path` is.
      let isRepositoryFile = options.repositoryFiles.contains(path)
      return try isRepositoryFile ? files.read(path) : filesOfVersion.read(path)
    }
    return loader
  }

  /// The manifest at a path, a URL or `@owner/repository/path`.
  ///
  /// - Throws: ``VirgaSource/Problems`` if the file cannot be read or is not a manifest.
  ///   All other problems are in ``Manifest/problems``, and the rest is loaded.
  package func load(_ input: String) throws(Problems) -> Manifest {
    var loading = newLoading()
    let (source, address) = try read(input, &loading)
    return try loading.load(source, at: address)
  }

  /// The text of the file at a path, a URL or `@owner/repository/path`.
  ///
  /// Its content is not checked.
  ///
  /// - Throws: ``VirgaSource/Problems`` if it cannot be read.
  package func text(of input: String) throws(Problems) -> SourceText {
    var loading = newLoading()
    return try read(input, &loading).source
  }

  /// A loading that has read no file yet.
  private func newLoading() -> Loading {
    Loading(FileStore(fileAccess: files, folder: workingFolder, options: options))
  }

  /// Reads the file that the user named: a path, a URL or `@owner/repository/path`.
  ///
  /// Before that, it sets the locations of repositories, which may be needed to find the file. They
  /// come from the option `ref` and from repository files.
  private func read(
    _ input: String, _ loading: inout Loading
  ) throws(Problems) -> (source: SourceText, address: FileAddress) {
    let problemsOfRepositoryFiles = loading.store.setRepositoryLocations(for: input)
    loading.add(problemsOfRepositoryFiles)
    let address = try address(of: input)
    do {
      return (try loading.store.read(address), address)
    } catch {
      let code: Problem.Code = if case .local = address { "unreadable-file" } else { "not-fetched" }
      let problem = Problem(.error, code, "the manifest cannot be read: \(error)")
      // The problems of the repository files may say why.
      throw Problems(loading.problems + [problem])
    }
  }

  /// The address of the file that the user named; a relative path is resolved against the working
  /// folder.
  ///
  /// - Throws: An error for a text that begins with `@` and lacks the owner, the repository or the
  ///   path.
  private func address(of input: String) throws(Problems) -> FileAddress {
    do {
      return try FileAddress(input, from: nil, folder: workingFolder)
    } catch {
      throw Problems([Problem(.error, "short-repository-path", error.message)])
    }
  }

  /// Loads the manifest `text`, called `name`; other files are resolved against the working folder.
  ///
  /// - Throws: ``VirgaSource/Problems`` if `text` is not a manifest.
  package func load(text: [UInt8], name: String) throws(Problems) -> Manifest {
    var loading = newLoading()
    // The text has no repository of its own; only the repository files of the options count.
    loading.add(loading.store.setRepositoryLocations(for: nil))
    let source = loading.store.recordPassedText(text, name: name)
    // As if the text were a file in that folder.
    return try loading.load(source, at: .local(FilePath.joined(workingFolder, name)))
  }
}

/// Where files outside the manifest's own folder are found, and how strictly preferences are
/// checked.
package struct LoadingOptions: Sendable {
  /// Files that map `owner/name` to a folder, a base URL or a branch.
  package var repositoryFiles: [String]
  /// The branch, tag, commit or folder for the repository of an input that begins with `@`.
  package var ref: String?
  /// Whether `gecko-pref` may be used with non-optional types and together with a default.
  package var allowsLaxPreferences: Bool
  /// Whether constructs that nimbus-fml rejects and virga accepts cause warnings.
  package var reportsExtensions = false
  /// What the names of files in the working folder begin with, such as `main:`; empty for the files
  /// on disk.
  var versionPrefix = ""
  /// Fetches the text at a URL; nil to fetch nothing and report each URL as a problem.
  ///
  /// The caller decides about caches, timeouts and tokens.
  package var fetch: FileReading.Read?
  /// Returns the tree of a file, nil if it cannot be read, and the problems of its syntax.
  ///
  /// A caller that loads a manifest after every change can reuse the trees of unchanged files.
  package var parse: @Sendable (SourceText) -> (document: LocatedDocument?, problems: [Problem]) =
    { source in LocatedDocument.read(source) }

  /// The options that also warn of what virga accepts and nimbus-fml does not.
  package static var reportingExtensions: LoadingOptions {
    var options = LoadingOptions()
    options.reportsExtensions = true
    return options
  }

  /// Options for loading.
  ///
  /// - Parameters:
  ///   - repositoryFiles: Files that say where the files of other repositories are.
  ///   - ref: The branch, tag, commit or folder for the repository of an input that begins with
  ///     `@`; nil for the branch `main`, or what a repository file says.
  ///   - allowsLaxPreferences: Whether `gecko-pref` may be used with non-optional types and
  ///     together with a default.
  ///   - fetch: Reads the text at a URL; nil to read nothing from the web.
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
