import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Small files of the machine.
enum TextFile {
  /// The text of a file; nil where there is none.
  static func read(_ path: String) -> String? {
    guard let bytes = try? FileReading.disk().read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands after `key` and a colon in a file of such lines.
  static func value(of key: String, in path: String) -> String? {
    guard let text = read(path) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }

  /// Writes a file and gives its path; folders that are missing are made.
  static func write(_ bytes: [UInt8], to path: String) -> String {
    for place in path.indices.dropFirst() where path[place] == "/" { mkdir(String(path[..<place]), 0o755) }
    guard let file = fopen(path, "w") else { return path }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }
}
