internal import VirgaExperiments
package import VirgaFiles
import VirgaSource

/// A cache of texts from the web, in files.
///
/// A second file for each text stores the time of its last check and its ETag. The files are
/// private and their names are hashes, because a URL may contain a password.
package struct WebCache: Sendable {
  package struct Entry: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The ETag; nil if the server sent none.
    package var etag: String?
    /// When it was last known to be current, in seconds since 1970; 0 if unknown.
    package var checked: Int64

    package init(_ bytes: [UInt8], etag: String?, checked: Int64) {
      self.bytes = bytes
      self.etag = etag
      self.checked = checked
    }
  }

  /// The folder that holds the files.
  package let folder: String
  private let files: FileReading

  /// The cache in `folder`, which need not exist yet.
  package init(folder: String, files: FileReading = .disk()) {
    self.folder = folder
    self.files = files
  }

  /// The cached text of `url`; nil if there is none.
  package func text(of url: String) -> Entry? {
    let name = Self.name(of: url)
    guard let bytes = try? files.read("\(folder)/u\(name)") else { return nil }
    let note =
      (try? files.read("\(folder)/\(Self.note)\(name)")).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Entry(
      bytes, etag: lines.dropFirst().first.map(String.init).flatMap { $0.isEmpty ? nil : $0 },
      checked: lines.first.flatMap { Int64($0) } ?? 0)
  }

  /// Caches a text for `url`.
  ///
  /// - Throws: `FileFailure` if the folder cannot be private; see `FileWriting.makePrivateFolder`.
  package func keep(_ text: Entry, for url: String) throws(FileFailure) {
    let name = Self.name(of: url)
    try FileWriting.makePrivateFolder(folder)
    for (prefix, bytes) in [
      ("u", text.bytes), (Self.note, Array("\(text.checked)\n\(text.etag ?? "")\n".utf8)),
    ] {
      try FileWriting.write(bytes, to: "\(folder)/\(prefix)\(name)", access: .ownerWithoutLinks)
    }
  }

  /// The first letter of the files with a text's age; texts have another one.
  private static let note = "n"

  /// The file name for a URL without its first letter: the SHA-256 in hexadecimal.
  package static func name(of url: String) -> String {
    SHA256(of: Array(url.utf8)).hexadecimal
  }
}
