import CVirgaEmbedded

/// A file that the program carries.
struct EmbeddedFile {
  let name: String
  let bytes: [UInt8]

  /// The files of a table, in its order.
  static func files(
    _ table: (UnsafeMutablePointer<Int32>) -> UnsafePointer<virga_embedded_file>?
  ) -> [EmbeddedFile] {
    var count: Int32 = 0
    let files = UnsafeBufferPointer(start: table(&count), count: Int(count))
    return files.map { file in
      EmbeddedFile(
        name: String(cString: file.name),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }
}
