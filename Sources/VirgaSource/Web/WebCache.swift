/// Texts from the web that were read before, kept as files so that they can be read without a network.
///
/// A kept text is never asked for again: whoever wants the newest removes the folder.
public struct WebCache: Sendable {
  /// The folder that holds the files.
  public let folder: String
  private let files: FileReading

  /// The cache in `folder`, which need not be there yet.
  public init(folder: String, files: FileReading = .disk()) {
    self.folder = folder
    self.files = files
  }

  /// The text kept for `url`, else what `read` gives, which is kept.
  public func bytes(
    of url: String, otherwise read: (String) throws(FileFailure) -> [UInt8]
  ) throws(FileFailure) -> [UInt8] {
    let path = "\(folder)/\(Self.name(of: url))"
    if let kept = try? files.read(path) { return kept }
    let bytes = try read(url)
    try FileWriting.makeFolder(FilePath.folder(of: path))
    try FileWriting.write(bytes, to: path)
    return bytes
  }

  private static let longestName = 200

  /// The path of the file for a URL below the folder: different for any two URLs, also where case does not count.
  ///
  /// A name that is too long for a file goes on in a folder; names of folders end in `+`, which no file has.
  static func name(of url: String) -> String {
    var encoded = Substring(url.utf8.map(encoded).joined())
    var name = ""
    while encoded.utf8.count > longestName {
      name += "u\(encoded.prefix(longestName))+/"
      encoded = encoded.dropFirst(longestName)
    }
    return name + "u" + encoded
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
