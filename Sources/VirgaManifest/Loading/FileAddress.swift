import VirgaFiles
import VirgaSource

/// The file that a path in a manifest or on the command line means (Rule: VirgaManifest/Paths).
enum FileAddress: Hashable {
  /// An absolute path.
  case local(String)
  case url(String)
  /// `@owner/name/path`: a file in a repository.
  case repository(String, path: String)

  /// Why a text is not an address.
  struct Failure: Error { var message: String }

  /// The file that `text` means in the file `base`.
  ///
  /// `base` is nil for a path of the command line, which is relative to `folder`.
  init(_ text: String, from base: FileAddress?, folder: String) throws(Failure) {
    if text.contains("://") {
      self = .url(text)
    } else if text.hasPrefix("@") {
      self = try Self.repositoryFile(text.dropFirst())
    } else if text.hasPrefix("/") {
      self = .local(FilePath.normalized(text))
    } else {
      self = Self.relative(text, to: base, folder: folder)
    }
  }

  /// The file that `@owner/repository/path` means; `text` has no `@`.
  private static func repositoryFile(_ text: Substring) throws(Failure) -> FileAddress {
    // The owner, the repository, and the path with its slashes.
    let parts = text.split(separator: "/", maxSplits: 2)
    guard parts.count == 3 else {
      throw Failure(
        message: "`\(text)` needs an owner, a repository and a path: `@owner/repository/file.yaml`")
    }
    let repository = "\(parts[0])/\(parts[1])"
    let path = FilePath.normalized(String(parts[2]))
    return .repository(repository, path: droppingLeadingParents(path))
  }

  /// The file that a relative path means: of the same kind as the file `base` that mentions it.
  ///
  /// If `base` is nil, the path is one of the command line and relative to `folder`.
  private static func relative(_ text: String, to base: FileAddress?, folder: String) -> FileAddress
  {
    switch base {
    case nil: .local(FilePath.joined(folder, text))
    case .local(let path): .local(FilePath.joined(FilePath.folder(of: path), text))
    case .repository(let name, let path):
      .repository(
        name, path: droppingLeadingParents(FilePath.joined(FilePath.folder(of: path), text)))
    case .url(let url): .url(joinedURL(url, text))
    }
  }

  /// The URL of a path in the file at `url`: `../c.yaml` in `https://host/a/b.yaml?raw` gives
  /// `https://host/c.yaml`.
  private static func joinedURL(_ url: String, _ path: String) -> String {
    // Always found: an address is a URL if it has `://`.
    guard let schemeEnd = url.firstIndex(of: ":") else { return path }
    let afterSlashes = url.index(schemeEnd, offsetBy: "://".count, limitedBy: url.endIndex)
    let hostStart = afterSlashes ?? url.endIndex
    let hostEnd = url[hostStart...].firstIndex(of: "/") ?? url.endIndex
    let basePath = url[hostEnd...].prefix { $0 != "?" && $0 != "#" }
    // Bytes are compared, because to Swift a slash with a combining mark is another character.
    let lastSlash = basePath.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = lastSlash.map { basePath[..<$0] } ?? ""
    return url[..<hostEnd] + FilePath.joined(String(folder), path)
  }

  /// The path without `..` at its start, so that it stays in its repository; `..` alone becomes
  /// `.`, the repository's folder.
  private static func droppingLeadingParents(_ path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("../") { path = path.dropFirst("../".count) }
    return path == ".." ? "." : String(path)
  }

  /// The name that problems use: relative if the file is below `folder`, with the credentials of a
  /// URL masked.
  func shownName(from folder: String) -> String {
    switch self {
    case .local(let path): FilePath.relative(path, ifBelow: folder)
    case .url(let url): url.maskingCredentials
    case .repository(let name, let path): "@\(name)/\(path)"
    }
  }
}

/// Where the files of repositories are read from (Rule: VirgaManifest/RepositoryLocations).
struct Repositories {
  private enum Location {
    case folder(String)
    /// A URL with a slash at its end.
    case baseURL(String)
    /// A branch, a tag or a commit.
    case ref(String)
  }

  /// Where a file is read: a path on disk if it is local, else a URL.
  typealias Source = (path: String, isLocal: Bool)

  /// The location of each repository that has one, by `owner/repository`.
  private var locations: [String: Location] = [:]

  /// Sets the location of the repository `name`, which may begin with `@`.
  ///
  /// The location is a URL, a path such as `../menus`, which is relative to `folder`, or a ref such
  /// as `v1.2.0`.
  mutating func setLocation(of name: String, to location: String, relativeTo folder: String) {
    let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
    if location.contains("://") {
      locations[name] = .baseURL(location.hasSuffix("/") ? location : location + "/")
    } else if location.hasPrefix(".") || location.hasPrefix("/") {
      locations[name] = .folder(FilePath.joined(folder, location))
    } else {
      locations[name] = .ref(location)
    }
  }

  /// Where the file is read: its path if it is local, else its URL.
  ///
  /// A file of a repository is at the repository's location: a folder, a URL or a ref. Without a
  /// location it is on the branch `main`.
  func source(of address: FileAddress) -> Source {
    switch address {
    case .local(let path): return (path: path, isLocal: true)
    case .url(let url): return (path: url, isLocal: false)
    case .repository(let name, let path):
      switch locations[name] {
      case .folder(let folder): return (path: FilePath.joined(folder, path), isLocal: true)
      case .baseURL(let base): return (path: base + path, isLocal: false)
      case .ref(let ref): return (path: Self.rawURL(name, ref: ref, path), isLocal: false)
      case nil:
        return (path: Self.rawURL(name, ref: Self.defaultRef, path), isLocal: false)
      }
    }
  }

  /// The branch of a repository that has no location of its own.
  private static let defaultRef = "main"

  /// A text that is the same for two addresses of the same file, wherever the file is read: a path
  /// without symbolic links, or a URL.
  ///
  /// A file of a repository has its URL on the branch `main`, even if it is read from elsewhere.
  func identity(of address: FileAddress, files: FileReading) -> String {
    switch address {
    case .local(let path): files.canonical(path)
    case .url(let url): url
    case .repository(let name, let path): Self.rawURL(name, ref: Self.defaultRef, path)
    }
  }

  /// The URL of the file's text on GitHub.
  private static func rawURL(_ name: String, ref: String, _ path: String) -> String {
    "https://raw.githubusercontent.com/\(encoded(name))/\(encoded(ref))/\(encoded(path))"
  }

  /// The text percent-encoded, except for unreserved characters (RFC 3986, section 2.3) and
  /// slashes.
  private static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text.utf8) { byte in
      PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/")
    }
  }
}
