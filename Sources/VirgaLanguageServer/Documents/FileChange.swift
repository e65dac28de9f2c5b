import VirgaJSON

/// A change of a file on disk, as the client reports it.
struct FileChange {
  /// What happened to the file, by the numbers of LSP.
  enum Kind: Int64 {
    case created = 1
    case changed = 2
    case deleted = 3
  }

  /// The path of the file; its symbolic links are not resolved, because it may be gone.
  let path: String
  let kind: Kind

  init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// The change that an entry of `changes` describes; nil if that names no file.
  init?(_ entry: JSONValue) {
    guard let path = entry["uri"]?.stringValue.flatMap({ DocumentURI.path(of: $0) }),
      let kind = entry["type"]?.integerValue.flatMap({ Kind(rawValue: $0) })
    else { return nil }
    self.init(path: path, kind: kind)
  }

  /// The changes that parameters list.
  static func all(_ params: JSONValue) -> [FileChange] {
    (params["changes"]?.arrayValue ?? []).compactMap { FileChange($0) }
  }
}
