import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaYAML

/// Reads the files of one manifest, from disk or from the web, and records each of them.
struct FileStore {
  let fileAccess: FileReading
  /// The working folder: what relative paths of the command line are relative to.
  let folder: String
  let options: LoadingOptions
  private(set) var repositories = Repositories()
  /// The files in the order in which they were read, also those that could not be read.
  private(set) var files: [ManifestFile] = []
  /// The identities of local paths, cached because the system follows the links of all folders for
  /// each of them.
  private(set) var localIdentities: [Name: String] = [:]

  /// A text that is the same for two addresses of the same file.
  mutating func identity(of address: FileAddress) -> String {
    // Other addresses are not cached: their identity is a URL, which needs no file.
    guard case .local(let path) = address else {
      return repositories.identity(of: address, files: fileAccess)
    }
    if let known = localIdentities[path] { return known }
    let identity = repositories.identity(of: address, files: fileAccess)
    localIdentities[path] = identity
    return identity
  }

  /// Reads a file and adds it to `files`.
  ///
  /// A file that cannot be read is added without a text (nil), because a manifest also knows the
  /// files that it lacks.
  mutating func read(_ address: FileAddress) throws(FileFailure) -> SourceText {
    do throws(FileFailure) {
      let source = SourceText(name: shownName(of: address), bytes: try bytes(at: address))
      record(source, of: address)
      return source
    } catch {
      record(nil, of: address)
      throw error
    }
  }

  /// Adds a file to `files`; `source` is nil if it could not be read, because a manifest also knows
  /// the files that it lacks.
  ///
  /// Its `path` is the same for all addresses of one file. Its `readPath` is where it is read: for
  /// a file of a repository, this may be a local folder in place of the web.
  private mutating func record(_ source: SourceText?, of address: FileAddress) {
    let identity = identity(of: address)
    files.append(
      ManifestFile(
        path: identity, readPath: repositories.source(of: address).path,
        shownName: shownName(of: address), source: source))
  }

  /// The name that problems use: `menus.fml.yaml`, or `main:menus.fml.yaml` for a file in the
  /// working folder if that is the version `main`.
  private func shownName(of address: FileAddress) -> String {
    let name = address.shownName(from: folder)
    guard case .local(let path) = address else { return name }
    // Only the name of a file in the folder is relative, and so differs from its path.
    let isInFolder = name != path
    return isInFolder ? options.versionPrefix + name : name
  }

  /// Records a text that is passed in, such as that of an editor, as a file.
  ///
  /// It has no path: its name is used instead.
  mutating func recordPassedText(_ bytes: [UInt8], name: String) -> SourceText {
    let source = SourceText(name: name, bytes: bytes)
    files.append(ManifestFile(path: name, readPath: name, shownName: name, source: source))
    return source
  }

  /// Reads a local file, or fetches one of the web; throws an error that says what to do if the
  /// options do not allow fetching it.
  private func bytes(at address: FileAddress) throws(FileFailure) -> [UInt8] {
    let source = repositories.source(of: address)
    if source.isLocal { return try fileAccess.read(source.path) }
    if let fetch = options.fetch { return try fetch(source.path) }
    let repositoryFix =
      if case .repository(let name, _) = address {
        "map `\(name)` to a folder with a repo file, or "
      } else { "" }
    throw FileFailure(
      path: source.path, reason: "would have to be fetched; \(repositoryFix)allow the network")
  }

  /// Sets the locations that the files of repositories are read from.
  ///
  /// These are the location of the input's own repository, from the option `ref`, then those in the
  /// repository files of the options; later ones win.
  ///
  /// - Parameter input: What is loaded, such as `@owner/repository/app.fml.yaml`; nil for a text
  ///   that is passed in.
  /// - Returns: The problems of the repository files.
  mutating func setRepositoryLocations(for input: String?) -> [Problem] {
    if let ref = options.ref, let input, input.hasPrefix("@") {
      // The owner, the repository, and the path.
      let parts = input.dropFirst().split(separator: "/")
      if parts.count >= 2 {
        repositories.setLocation(of: "\(parts[0])/\(parts[1])", to: ref, relativeTo: folder)
      }
    }
    var problems: [Problem] = []
    for file in options.repositoryFiles { problems += setLocations(inRepositoryFile: file) }
    return problems
  }

  /// Sets the locations in a file that maps `owner/repository` to locations; returns its problems.
  ///
  /// - Parameter text: The path or URL of the file, as the options have it.
  private mutating func setLocations(inRepositoryFile text: String) -> [Problem] {
    do {
      // Not from another file: a relative path is relative to the working folder.
      let address = try FileAddress(text, from: nil, folder: folder)
      return try setLocations(inFileAt: address)
    } catch let failure as FileAddress.Failure {
      return [Problem(.error, "short-repository-path", failure.message)]
    } catch let failure as FileFailure {
      return [Problem(.error, "unreadable-file", "the repo file cannot be read: \(failure)")]
    } catch {
      // Never happens, but the compiler does not know that only these two kinds of errors exist.
      return [Problem(.error, "unreadable-file", "the repo file \(text) cannot be read")]
    }
  }

  /// Reads a map of locations and sets them; returns the problems of the file, and throws an error
  /// if it cannot be read.
  private mutating func setLocations(inFileAt address: FileAddress) throws(FileFailure) -> [Problem]
  {
    let source = SourceText(name: address.shownName(from: folder), bytes: try bytes(at: address))
    let (document, problems) = LocatedDocument.read(source)
    guard let document else { return problems }
    let reader = FileReader(document)
    setLocations(in: document.root, folder: folderOfFile(at: address), reader.log)
    reader.reportYAMLMistakes()
    return problems + reader.log.problems
  }

  /// The folder of a file; the working folder for standard input, a pipe or a URL, which have none.
  private func folderOfFile(at address: FileAddress) -> String {
    let source = repositories.source(of: address)
    let isInFolder = source.isLocal && !source.path.hasPrefix("/dev/")
    return isInFolder ? FilePath.folder(of: source.path) : folder
  }

  /// Sets the location of each repository in the map `root`, and reports mistakes in the map to
  /// `log`; relative paths in it are relative to `folder`.
  private mutating func setLocations(
    in root: LocatedValue, folder: String, _ log: ProblemLog
  ) {
    let mapKind: MemberKind<[LocatedMember]> = .members("a map from repositories to locations")
    // A null, in place of the map or of a location, sets nothing.
    guard let root = root.nonNull, let entries = log.read(root, mapKind) else { return }
    for entry in entries {
      guard let value = entry.value.nonNull, let location = log.read(value, .scalar) else {
        continue
      }
      repositories.setLocation(of: entry.key, to: location.text, relativeTo: folder)
    }
  }
}
