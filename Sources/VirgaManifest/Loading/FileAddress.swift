import VirgaFiles
import VirgaSource

/// Rule: VirgaManifest/Paths.
enum FileAddress: Hashable {
  case local(String)
  case url(String)
  /// `@owner/name/path`: a file in a repository.
  case repository(String, path: String)

  struct Failure: Error { var message: String }

  /// The file that `text` in `base` refers to; command-line paths are relative to `folder`.
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

  private static func repositoryFile(_ text: Substring) throws(Failure) -> FileAddress {
    let parts = text.split(separator: "/", maxSplits: 2)
    guard parts.count == 3 else {
      throw Failure(
        message: "`\(text)` needs an owner, a repository and a path: `@owner/repository/file.yaml`")
    }
    return .repository("\(parts[0])/\(parts[1])", path: FilePath.normalized(String(parts[2])))
  }

  private static func relative(_ text: String, to base: FileAddress?, folder: String) -> FileAddress
  {
    switch base {
    case nil: .local(FilePath.joined(folder, text))
    case .local(let path): .local(FilePath.joined(FilePath.folder(of: path), text))
    case .repository(let name, let path):
      .repository(name, path: withoutParents(FilePath.joined(FilePath.folder(of: path), text)))
    case .url(let url): .url(joined(url, text))
    }
  }

  private static func joined(_ url: String, _ path: String) -> String {
    guard let mark = url.firstIndex(of: ":") else { return path }
    let start = url.index(mark, offsetBy: 3, limitedBy: url.endIndex) ?? url.endIndex
    let slash = url[start...].firstIndex(of: "/") ?? url.endIndex
    let whole = url[slash...].prefix { $0 != "?" && $0 != "#" }
    // Bytes are compared, because to Swift a slash with a combining mark is another character.
    let folder = whole.utf8.lastIndex(of: UInt8(ascii: "/")).map { whole[..<$0] } ?? ""
    return url[..<slash] + FilePath.joined(String(folder), path)
  }

  private static func withoutParents(_ path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("../") { path = path.dropFirst(3) }
    return String(path)
  }

  /// The name that problems use: relative if the file is below `folder`, with the credentials of a
  /// URL masked.
  func shown(from folder: String) -> String {
    switch self {
    case .local(let path): FilePath.shown(path, from: folder)
    case .url(let url): url.maskingCredentials
    case .repository(let name, let path): "@\(name)/\(path)"
    }
  }
}

/// Rule: VirgaManifest/RepositoryLocations.
struct Repositories {
  private enum Location {
    case folder(String)
    case base(String)
    case ref(String)
  }

  /// Where a file is read: a path on disk, or a URL.
  typealias Source = (path: String, isLocal: Bool)

  private var locations: [String: Location] = [:]

  /// A relative path is relative to `folder`.
  mutating func set(_ name: String, to location: String, folder: String) {
    let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
    if location.contains("://") {
      locations[name] = .base(location.hasSuffix("/") ? location : location + "/")
    } else if location.hasPrefix(".") || location.hasPrefix("/") {
      locations[name] = .folder(FilePath.joined(folder, location))
    } else {
      locations[name] = .ref(location)
    }
  }

  func source(of address: FileAddress) -> Source {
    switch address {
    case .local(let path): return (path, true)
    case .url(let url): return (url, false)
    case .repository(let name, let path):
      switch locations[name] {
      case .folder(let folder): return (FilePath.joined(folder, path), true)
      case .base(let base): return (base + path, false)
      case .ref(let ref): return (Self.raw(name, ref, path), false)
      case nil: return (Self.raw(name, "main", path), false)
      }
    }
  }

  func identity(of address: FileAddress, files: FileReading) -> String {
    switch address {
    case .local(let path): files.canonical(path)
    case .url(let url): url
    case .repository(let name, let path): Self.raw(name, "main", path)
    }
  }

  private static func raw(_ name: String, _ ref: String, _ path: String) -> String {
    "https://raw.githubusercontent.com/\(encoded(name))/\(encoded(ref))/\(encoded(path))"
  }

  /// Slashes are kept (RFC 3986, section 2.3).
  private static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text.utf8) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
    }
  }
}
