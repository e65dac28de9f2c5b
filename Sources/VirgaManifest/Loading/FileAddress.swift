import VirgaFiles
import VirgaSource

/// Where a file of a manifest lies.
///
/// Source of the rule: FML: Paths.
enum FileAddress: Hashable {
  /// An absolute path.
  case local(String)
  /// A URL.
  case url(String)
  /// `@owner/name/path`: a file in a repository, wherever that lies.
  case repository(String, path: String)

  /// Why a text is no address.
  struct Failure: Error { var message: String }

  /// The file that `text` means where `base` mentions it; `folder` is where paths of the command line begin.
  init(_ text: String, from base: FileAddress?, folder: String) throws(Failure) {
    if text.contains("://") {
      self = .url(text)
    } else if text.hasPrefix("@") {
      self = try Self.repositoryFile(text.dropFirst())
    } else if text.hasPrefix("/") {
      self = .local(FilePath.tidied(text))
    } else {
      self = Self.relative(text, to: base, folder: folder)
    }
  }

  private static func repositoryFile(_ text: Substring) throws(Failure) -> FileAddress {
    let parts = text.split(separator: "/", maxSplits: 2)
    guard parts.count == 3 else {
      throw Failure(message: "`\(text)` needs an owner, a repository and a path: `@owner/repository/file.yaml`")
    }
    return .repository("\(parts[0])/\(parts[1])", path: FilePath.tidied(String(parts[2])))
  }

  private static func relative(_ text: String, to base: FileAddress?, folder: String) -> FileAddress {
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
    let folder = FilePath.folder(of: String(url[slash...].prefix { $0 != "?" && $0 != "#" }))
    return url[..<slash] + FilePath.joined(folder.hasPrefix("/") ? folder : "/", path)
  }

  private static func withoutParents(_ path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("../") { path = path.dropFirst(3) }
    return String(path)
  }

  /// The name that problems use; short if the file lies below `folder`.
  ///
  /// The user name and password of a URL are masked.
  func shown(from folder: String) -> String {
    switch self {
    case .local(let path): FilePath.shown(path, from: folder)
    case .url(let url): url.maskingCredentials
    case .repository(let name, let path): "@\(name)/\(path)"
    }
  }
}
