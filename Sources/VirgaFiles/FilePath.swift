/// Joining and shortening of paths, as text: nothing here asks the disk.
package enum FilePath {
  // Of bytes, as the disk takes it: to Swift a slash with a mark behind it is another character.
  private static let slash = UInt8(ascii: "/")

  /// The path without `.`, `..` and doubled slashes, as far as that can be told from its text.
  package static func tidied(_ path: String) -> String {
    let isAbsolute = path.utf8.first == slash
    var kept: [Substring] = []
    for part in path.utf8.split(separator: slash).map(Substring.init) where part != "." {
      if part != ".." {
        kept.append(part)
      } else if let last = kept.last, last != ".." {
        kept.removeLast()
      } else if !isAbsolute {
        kept.append(part)
      }
    }
    let joined = kept.joined(separator: "/")
    if isAbsolute { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// `path` seen from the folder `base`; an absolute path stays itself.
  package static func joined(_ base: String, _ path: String) -> String {
    path.utf8.first == slash ? tidied(path) : tidied(base + "/" + path)
  }

  /// The folder that holds `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of `path`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// `path` as a file in the folder `base` would name it: up as many folders as it takes, then down.
  ///
  /// Unchanged where one of them is not absolute, or where they have nothing in common.
  package static func written(_ path: String, from base: String) -> String {
    guard path.utf8.first == slash, base.utf8.first == slash else { return path }
    let parts = path.utf8.split(separator: slash).map(Substring.init)
    let folders = base.utf8.split(separator: slash).map(Substring.init)
    let common = zip(parts, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    guard common > 0, common < parts.count else { return path }
    return (Array(repeating: "..", count: folders.count - common) + parts[common...]).joined(separator: "/")
  }

  /// `path` as short as it can be told from the folder `base`: relative where it lies below it, else unchanged.
  package static func shown(_ path: String, from base: String) -> String {
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
