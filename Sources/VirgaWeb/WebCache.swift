internal import VirgaExperiments
package import VirgaFiles
import VirgaSource

/// A cache of texts from the web, in files.
///
/// A second file for each text, its record, stores the time of the last check and the ETag in two
/// lines. The files are private and their names are hashes, because a URL may contain a password.
package struct WebCache: Sendable {
  package struct Entry: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The ETag; nil if the server sent none.
    package var etag: String?
    /// When it was last known to be current, in seconds since 1970; 0 if unknown.
    package var checkedAt: Int64

    /// Creates an entry; `etag` is nil if the server sent none, and `checkedAt`, when the text was
    /// last known to be current, is in seconds since 1970, 0 if unknown.
    package init(_ bytes: [UInt8], etag: String?, checkedAt: Int64) {
      self.bytes = bytes
      self.etag = etag
      self.checkedAt = checkedAt
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
  package func entry(of url: String) -> Entry? {
    guard let bytes = try? files.read(textPath(of: url)) else { return nil }
    // The time of the last check, and in the second line the ETag.
    let record = (try? files.read(recordPath(of: url))) ?? []
    let lines = String(decoding: record, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let checkedAt = lines.first.flatMap { Int64($0) } ?? 0
    let etag = lines.dropFirst().first.map(String.init) ?? ""
    return Entry(bytes, etag: etag.isEmpty ? nil : etag, checkedAt: checkedAt)
  }

  /// Caches a text for `url` in files that only their owner can read; a link in place of one is
  /// replaced, not followed.
  ///
  /// - Throws: `FileFailure` if the folder cannot be private; see `FileWriting.makePrivateFolder`.
  package func store(_ text: Entry, for url: String) throws(FileFailure) {
    let record = Array("\(text.checkedAt)\n\(text.etag ?? "")\n".utf8)
    try FileWriting.makePrivateFolder(folder)
    try FileWriting.write(text.bytes, to: textPath(of: url), access: .ownerWithoutLinks)
    try FileWriting.write(record, to: recordPath(of: url), access: .ownerWithoutLinks)
  }

  /// The path of the file with the text of a URL.
  private func textPath(of url: String) -> String { "\(folder)/u\(Self.hash(of: url))" }

  /// The path of the file with the record of a text.
  private func recordPath(of url: String) -> String { "\(folder)/n\(Self.hash(of: url))" }

  /// The file name for a URL without its first letter: the SHA-256 in hexadecimal.
  package static func hash(of url: String) -> String {
    SHA256(of: Array(url.utf8)).hexadecimal
  }
}
