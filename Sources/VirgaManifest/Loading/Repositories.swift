import VirgaFiles

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
    "https://raw.githubusercontent.com/\(encoded(name))/\(encoded(ref))/\(encoded(path))"
  }

  /// A text as it stands in a URL, its slashes as they are (RFC 3986, section 2.3).
  private static func encoded(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        return [byte]
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return Array("%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
