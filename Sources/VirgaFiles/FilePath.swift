import CVirgaPlatform
package import SystemPackage
import VirgaSource

package typealias FilePath = SystemPackage.FilePath

/// Joins and shortens paths as text, as manifests, sessions and messages spell them, without
/// accessing the disk.
extension FilePath {
  /// The path that `text` names, for system calls.
  ///
  /// The private-use scalars that ``SystemPath/text(_:)`` gives for bytes that are not UTF-8 become
  /// these bytes again. Slashes at the end are dropped, so the path of a link is the link itself.
  ///
  /// - Throws: ``FileFailure`` if the text contains a NUL: the system would ignore the rest of the
  ///   path.
  package init(text: String) throws(FileFailure) {
    self.init(platformString: try SystemPath.bytes(of: text))
  }

  /// A path for operations on its text, not for system calls; nil if the text contains a NUL, at
  /// which `FilePath` would cut it.
  private init?(withoutNUL text: String) {
    guard !text.hasByte({ $0 == 0 }) else { return nil }
    self.init(text)
  }

  /// The path without `.`, `..` and doubled slashes, as far as its text alone allows.
  package static func normalized(_ path: String) -> String {
    guard let text = FilePath(withoutNUL: path)?.lexicallyNormalized().string else { return path }
    return text.isEmpty ? "." : text
  }

  /// Resolves `path` against the folder `base`; an absolute path is only normalized.
  package static func joined(_ base: String, _ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    return normalized(isAbsolute ? path : base + "/" + path)
  }

  /// The folder that contains `path`: `/a` for `/a/b`, `.` for `b`.
  package static func folder(of path: String) -> String {
    let folder = FilePath(withoutNUL: path)?.removingLastComponent().string ?? ""
    return folder.isEmpty ? "." : folder
  }

  /// The folder `path`, which is absolute, and all folders above it, the nearest first: `/a/b`,
  /// `/a` and `/`.
  package static func folders(upFrom path: String) -> [String] {
    var folders = [normalized(path)]
    while let last = folders.last, last != "/", last.hasPrefix("/") {
      folders.append(folder(of: last))
    }
    return folders
  }

  /// The root of the repository that the folder `path` is in; nil outside of one.
  ///
  /// - Parameter exists: Whether a file or folder exists at a path.
  package static func repositoryRoot(
    above path: String, exists: (String) -> Bool
  ) -> String? {
    folders(upFrom: path).first { exists(joined($0, ".git")) }
  }

  /// The last component of `path`, or of a URL without its query.
  package static func name(of path: String) -> String {
    let path = path.withoutQuery
    return FilePath(withoutNUL: path)?.lastComponent?.string ?? path
  }

  /// `path` relative to the folder `base`, with as many `..` as needed: `/a/b.yaml` from `/a/c` is
  /// `../b.yaml`.
  ///
  /// Unchanged if either is not absolute, if they only have the root in common, or if `path` is the
  /// base or a folder above it.
  package static func relative(_ path: String, to base: String) -> String {
    guard var rest = FilePath(withoutNUL: path), var folder = FilePath(withoutNUL: base) else {
      return path
    }
    guard rest.isAbsolute, folder.isAbsolute else { return path }
    var parents = ""
    // Goes up from the base to the first folder that `path` is below.
    while !rest.removePrefix(folder) {
      folder.removeLastComponent()
      parents += "../"
    }
    let isFolderItself = rest.isEmpty
    let commonFolderIsRoot = folder.components.isEmpty
    return isFolderItself || commonFolderIsRoot ? path : parents + rest.string
  }

  /// `path` relative to the folder `base` if it is below it, else unchanged: `/a/b/c` from `/a` is
  /// `b/c`.
  package static func relative(_ path: String, ifBelow base: String) -> String {
    guard var rest = FilePath(withoutNUL: path) else { return path }
    let isInBase = rest.removePrefix(FilePath(base))
    return isInBase && !rest.isEmpty ? rest.string : path
  }
}

/// Converts the system's paths: bytes that need not be UTF-8 and never contain a NUL.
///
/// A `String` cannot contain bytes that are not UTF-8. Each such byte is mapped to one of 128
/// private-use scalars and back, so that files with any name can be listed, shown and opened.
package enum SystemPath {
  /// The scalars for the bytes from 0x80 to 0xFF.
  private static let escapes: ClosedRange<UInt32> = 0x10F780...0x10F7FF
  /// A byte plus this number is the value of its scalar.
  private static let escapeBase = escapes.lowerBound - 0x80
  /// The first UTF-8 byte of those scalars; rare in paths.
  private static let firstByteOfEscape: UInt8 = 0xF4

  /// The number of symbolic links that the system follows at most.
  static let maxLinks = 40

  /// Whether `scalar` represents a byte that is not UTF-8.
  static func isEscapedByte(_ scalar: Unicode.Scalar) -> Bool { escapes.contains(scalar.value) }

  /// The text of a path that the system spells with `bytes`.
  ///
  /// Bytes that are not UTF-8 become private-use scalars: `caf` and the byte 0xE9 give
  /// `caf\u{10F7E9}`.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // Only a path with this byte can contain one of the private-use scalars itself, which have to
    // be escaped too.
    if !bytes.contains(firstByteOfEscape) {
      // Bytes that are not UTF-8 are replaced in `text`, which then differs.
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.elementsEqual(bytes) { return text }
    }
    return escapingBytes(Array(bytes))
  }

  /// Decodes `bytes` scalar by scalar; bytes that are not UTF-8 become their private-use scalars.
  ///
  /// If a name contains such a scalar itself, its bytes are escaped too: otherwise they would be
  /// taken for the one byte that it represents. `escape` gives a scalar for each of these bytes.
  private static func escapingBytes(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      // Each scalar gets a new parser, because one that has failed cannot go on.
      var parser = UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded) where !isEscapedByte(UTF8.decode(encoded)):
        scalars.append(UTF8.decode(encoded))
        rest = rest.dropFirst(encoded.count)
      case .valid(let encoded):
        scalars.append(contentsOf: rest.prefix(encoded.count).compactMap(escape))
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        scalars.append(contentsOf: rest.prefix(length).compactMap(escape))
        rest = rest.dropFirst(length)
      case .emptyInput:
        return String(scalars)
      }
    }
    return String(scalars)
  }

  /// The private-use scalar for a byte that is not UTF-8; never nil for a byte above 0x7F.
  private static func escape(_ byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(escapeBase + UInt32(byte))
  }

  /// The text of a path in a C string.
  package static func text(_ characters: UnsafePointer<CChar>) -> String {
    text(UnsafeRawBufferPointer(start: characters, count: strlen(characters)))
  }

  /// `path` with symbolic links resolved; nil if nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let pathBytes = try? bytes(of: path) else { return nil }
    // The system allocates the result.
    guard let resolved = realpath(pathBytes, nil) else { return nil }
    defer { free(resolved) }
    return text(resolved)
  }

  /// The path that the symbolic link at `path` contains; nil if it is not a link.
  static func target(ofLink path: String) -> String? {
    guard let pathBytes = try? bytes(of: path) else { return nil }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    // `readlink` does not write a NUL at the end, so the last zero of the buffer is kept.
    let count = readlink(pathBytes, &target, target.count - 1)
    return count > 0 ? text(target) : nil
  }

  /// The path to which the symbolic link at `path` leads, link after link, even if nothing is
  /// there.
  ///
  /// Stops after as many links as the system follows, because links can form a circle.
  package static func end(ofLinksFrom path: String) -> String {
    var path = path
    for _ in 0..<maxLinks {
      guard let next = target(ofLink: path) else { return path }
      let isAbsolute = next.utf8.first == UInt8(ascii: "/")
      path = isAbsolute ? next : "\(FilePath.folder(of: path))/\(next)"
    }
    return path
  }

  /// The bytes of `path` with a terminating NUL.
  ///
  /// The private-use scalars that `text(_:)` gives for bytes that are not UTF-8 become these
  /// bytes again.
  ///
  /// - Throws: ``FileFailure`` if the path contains a NUL.
  package static func bytes(of path: String) throws(FileFailure) -> [CChar] {
    guard !path.hasByte({ $0 == 0 }) else {
      throw FileFailure(path: path, reason: "A path cannot contain a NUL character")
    }
    let mayHaveEscapes = path.hasByte { $0 == firstByteOfEscape }
    guard mayHaveEscapes else { return Array(path.utf8CString) }
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if isEscapedByte(scalar) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - escapeBase))
      } else {
        bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
      }
    }
    let terminator: CChar = 0
    return bytes + [terminator]
  }
}
