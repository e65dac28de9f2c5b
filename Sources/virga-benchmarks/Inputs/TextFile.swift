import CVirgaPlatform
import VirgaFiles

/// Reads and writes small files.
enum TextFile {
  /// The text of a file; nil if it cannot be read.
  static func read(_ path: String) -> String? {
    guard let bytes = try? FileReading.disk().read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value after `key` and a colon on a line of a file.
  static func value(of key: String, in path: String) -> String? {
    guard let text = read(path) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }

  /// Writes a file, creating missing folders, and returns its path.
  static func write(_ bytes: [UInt8], to path: String) -> String {
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), 0o755)
    }
    guard let file = fopen(path, "w") else { return path }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }
}
