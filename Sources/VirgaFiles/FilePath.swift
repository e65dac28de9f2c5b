import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Joins and shortens paths as text, without accessing the disk.
package enum FilePath {
  // Compares bytes, like the file system: to Swift, a slash followed by a combining mark is a different character.
  private static let slash = UInt8(ascii: "/")

  /// The path without `.`, `..` and doubled slashes, as far as its text alone allows.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == slash
    var kept: [String] = []
    for part in path.utf8.split(separator: slash).map({ String(Substring($0)) }) where part != "." {
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

  /// Resolves `path` against the folder `base`; an absolute path is only normalized.
  package static func joined(_ base: String, _ path: String) -> String {
    path.utf8.first == slash ? normalized(path) : normalized(base + "/" + path)
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of `path`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// `path` relative to the folder `base`, with as many `..` as needed.
  ///
  /// Unchanged if either is not absolute, or if they have no common folder.
  package static func written(_ path: String, from base: String) -> String {
    guard path.utf8.first == slash, base.utf8.first == slash else { return path }
    let parts = path.utf8.split(separator: slash).map(Substring.init)
    let folders = base.utf8.split(separator: slash).map(Substring.init)
    let common = zip(parts, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    guard common > 0, common < parts.count else { return path }
    return (Array(repeating: "..", count: folders.count - common) + parts[common...]).joined(separator: "/")
  }

  /// `path` relative to the folder `base` if it is below it, else unchanged.
  package static func shown(_ path: String, from base: String) -> String {
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}

/// Converts the system's paths: bytes that need not be UTF-8 and never contain a NUL.
///
/// A `String` cannot contain bytes that are not UTF-8. Each such byte is mapped to one of 128 private-use scalars and back, so that files
/// with any name can be listed, shown and opened.
package enum SystemPath {
  /// The scalars for the bytes from 0x80 to 0xFF.
  private static let escapes: ClosedRange<UInt32> = 0x10F780...0x10F7FF
  private static let escapeBase = escapes.lowerBound - 0x80
  /// The first UTF-8 byte of those scalars; rare in paths.
  private static let escapeLead: UInt8 = 0xF4

  /// The text of a path that the system spells with `bytes`.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if !bytes.contains(escapeLead), let text = String(valid: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var start = bytes.startIndex
    while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return String(scalars)
      case .error(let count): length = count
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        length = encoded.count
        // Such a scalar in the name itself is escaped byte by byte, so that it does not become another name.
        if !escapes.contains(scalar.value) {
          scalars.append(scalar)
          start = bytes.index(start, offsetBy: length)
          continue
        }
      }
      let end = bytes.index(start, offsetBy: length)
      scalars.append(contentsOf: bytes[start..<end].compactMap { Unicode.Scalar(escapeBase + UInt32($0)) })
      start = end
    }
  }

  /// The text of a path in a C string.
  package static func text(_ characters: UnsafePointer<CChar>) -> String {
    text(UnsafeRawBufferPointer(start: characters, count: strlen(characters)))
  }

  /// `path` with symbolic links resolved; nil if there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let name = try? bytes(of: path), let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    return text(resolved)
  }

  /// The bytes of `path` with a terminating NUL.
  ///
  /// - Throws: ``FileFailure`` if the path contains a NUL: the system would ignore the rest of the path.
  package static func bytes(of path: String) throws(FileFailure) -> [CChar] {
    guard !path.utf8.contains(0) else { throw FileFailure(path: path, reason: "A path cannot contain a NUL character") }
    guard path.utf8.contains(escapeLead) else { return path.utf8.map { CChar(bitPattern: $0) } + [0] }
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if escapes.contains(scalar.value) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - escapeBase))
      } else {
        bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
      }
    }
    return bytes + [0]
  }
}
