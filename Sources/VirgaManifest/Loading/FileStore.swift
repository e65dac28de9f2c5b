import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaYAML

struct FileStore {
  let reading: FileReading
  let folder: String
  let options: LoadingOptions
  private(set) var repositories = Repositories()
  private(set) var files: [ManifestFile] = []
  /// The identities of the local paths so far: for each one the system follows the links of all its
  /// folders.
  private(set) var localIdentities: [Name: String] = [:]

  mutating func identity(of address: FileAddress) -> String {
    guard case .local(let path) = address else {
      return repositories.identity(of: address, files: reading)
    }
    if let known = localIdentities[path] { return known }
    let identity = repositories.identity(of: address, files: reading)
    localIdentities[path] = identity
    return identity
  }

  mutating func read(_ address: FileAddress) throws(FileFailure) -> SourceText {
    let name = address.shown(from: folder)
    let read = Result { () throws(FileFailure) in
      SourceText(name: name, bytes: try bytes(at: address))
    }
    let identity = identity(of: address)
    files.append(
      ManifestFile(
        path: identity, readPath: repositories.source(of: address).path, shownName: name,
        source: try? read.get()))
    return try read.get()
  }

  mutating func add(_ bytes: [UInt8], name: String) -> SourceText {
    let source = SourceText(name: name, bytes: bytes)
    files.append(ManifestFile(path: name, readPath: name, shownName: name, source: source))
    return source
  }

  private func bytes(at address: FileAddress) throws(FileFailure) -> [UInt8] {
    let source = repositories.source(of: address)
    if source.isLocal { return try reading.read(source.path) }
    if let fetch = options.fetch { return try fetch(source.path) }
    let fix =
      if case .repository(let name, _) = address {
        "map `\(name)` to a folder with a repo file, or "
      } else { "" }
    throw FileFailure(
      path: source.path, reason: "would have to be fetched; \(fix)allow the network")
  }

  /// Later entries win.
  mutating func locateRepositories(for input: String?) -> [Problem] {
    var problems: [Problem] = []
    if let ref = options.ref, let input, input.hasPrefix("@") {
      let parts = input.dropFirst().split(separator: "/")
      if parts.count >= 2 { repositories.set("\(parts[0])/\(parts[1])", to: ref, folder: folder) }
    }
    for file in options.repositoryFiles { problems += readRepositoryFile(file) }
    return problems
  }

  private mutating func readRepositoryFile(_ text: String) -> [Problem] {
    do {
      let address = try FileAddress(text, from: nil, folder: folder)
      let source = SourceText(name: address.shown(from: folder), bytes: try bytes(at: address))
      let location = repositories.source(of: address)
      // Standard input and pipes are in no folder.
      let isFile = location.isLocal && !location.path.hasPrefix("/dev/")
      let base = isFile ? FilePath.folder(of: location.path) : folder
      let (document, problems) = LocatedDocument.read(source)
      guard let document else { return problems }
      let reader = FileReader(document)
      let log = reader.log
      let places = document.root.nonNull.flatMap {
        log.read($0, .members("a map from repositories to locations"))
      }
      for place in places ?? [] {
        guard let location = place.value.nonNull.flatMap({ log.read($0, .scalar) }) else {
          continue
        }
        repositories.set(place.key, to: location.text, folder: base)
      }
      reader.reportMistakes()
      return problems + log.problems
    } catch let failure as FileAddress.Failure {
      return [Problem(.error, "short-repository-path", failure.message)]
    } catch let failure as FileFailure {
      return [Problem(.error, "unreadable-file", "the repo file cannot be read: \(failure)")]
    } catch {
      return [Problem(.error, "unreadable-file", "the repo file \(text) cannot be read")]
    }
  }
}
