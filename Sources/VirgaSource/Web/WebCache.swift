/// Texts from the web that were read before, kept as files so that they can be read without a network.
///
/// Beside each text stands when it was last found to be the newest, and the mark by which its server knows it.
public struct WebCache: Sendable {
  /// A text that was kept.
  public struct Kept: Hashable, Sendable {
    /// The text.
    public var bytes: [UInt8]
    /// The server's mark for this text; nil where it gave none.
    public var mark: String?
    /// When it was last found to be the newest, in seconds since 1970; 0 where that is not known.
    public var checked: Int64

    /// A text with its mark and its age; see the properties.
    public init(_ bytes: [UInt8], mark: String?, checked: Int64) {
      self.bytes = bytes
      self.mark = mark
      self.checked = checked
    }
  }

  /// The folder that holds the files.
  public let folder: String
  private let files: FileReading

  /// The cache in `folder`, which need not be there yet.
  public init(folder: String, files: FileReading = .disk()) {
    self.folder = folder
    self.files = files
  }

  /// What is kept for `url`; nil where nothing is.
  public func text(of url: String) -> Kept? {
    let name = Self.name(of: url)
    guard let bytes = try? files.read("\(folder)/u\(name)") else { return nil }
    let note = (try? files.read("\(folder)/\(Self.note)\(name)")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Kept(
      bytes, mark: lines.dropFirst().first.map(String.init).flatMap { $0.isEmpty ? nil : $0 },
      checked: lines.first.flatMap { Int64($0) } ?? 0)
  }

  /// Keeps a text for `url`.
  public func keep(_ text: Kept, for url: String) throws(FileFailure) {
    let name = Self.name(of: url)
    for (prefix, bytes) in [
      ("u", text.bytes), (Self.note, Array("\(text.checked)\n\(text.mark ?? "")\n".utf8)),
    ] {
      let path = "\(folder)/\(prefix)\(name)"
      try FileWriting.makeFolder(FilePath.folder(of: path))
      try FileWriting.write(bytes, to: path)
    }
  }

  /// What the names of the files begin with that say how old a text is; texts begin with another letter.
  private static let note = "n"

  private static let longestName = 200

  /// The path of the file for a URL below the folder, without its first letter: different for any two URLs, also where
  /// case does not count.
  ///
  /// A name that is too long for a file goes on in a folder; names of folders end in `+`, which no file has.
  package static func name(of url: String) -> String {
    var encoded = Substring(url.utf8.map(encoded).joined())
    var name = ""
    while encoded.utf8.count > longestName {
      name += "\(encoded.prefix(longestName))+/u"
      encoded = encoded.dropFirst(longestName)
    }
    return name + encoded
  }

  private static func encoded(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      String(Unicode.Scalar(byte))
    default: byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
    }
  }
}
