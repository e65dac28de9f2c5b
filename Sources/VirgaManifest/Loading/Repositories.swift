import VirgaSource

/// Where repositories lie.
///
/// Source of the rule: FML: Repository locations.
struct Repositories {
  private enum Place {
    case folder(String)
    case base(String)
    case ref(String)
  }

  /// What has to be read for a file.
  enum Source {
    case local(String)
    case url(String)
  }

  private var places: [String: Place] = [:]

  /// Says where the repository `name` lies; a relative folder is seen from `folder`.
  mutating func set(_ name: String, to location: String, folder: String) {
    let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
    if location.contains("://") {
      places[name] = .base(location.hasSuffix("/") ? location : location + "/")
    } else if location.hasPrefix(".") || location.hasPrefix("/") {
      places[name] = .folder(FilePath.joined(folder, location))
    } else {
      places[name] = .ref(location)
    }
  }

  /// Where the file at `address` is to be read.
  func source(of address: FileAddress) -> Source {
    switch address {
    case .local(let path): return .local(path)
    case .url(let url): return .url(url)
    case .repository(let name, let path):
      switch places[name] {
      case .folder(let folder): return .local(FilePath.joined(folder, path))
      case .base(let base): return .url(base + path)
      case .ref(let ref): return .url(Self.raw(name, ref, path))
      case nil: return .url(Self.raw(name, "main", path))
      }
    }
  }

  /// The one name of a file, whatever the way to it.
  func identity(of address: FileAddress, files: FileReading) -> String {
    switch address {
    case .local(let path): files.canonical(path)
    case .url(let url): url
    case .repository(let name, let path): Self.raw(name, "main", path)
    }
  }

  private static func raw(_ name: String, _ ref: String, _ path: String) -> String {
    "https://raw.githubusercontent.com/\(name)/\(ref)/\(path)"
  }
}
