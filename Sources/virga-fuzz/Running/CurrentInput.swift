#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that always contains the current text, so that it survives a crash.
struct CurrentInput {
  private let descriptor: Int32

  /// Opens the file at a path; nil if that fails.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// Records that `surface` is about to read `text`.
  func note(_ surface: String, _ text: [UInt8]) {
    let head = Array("\(surface) \(text.count)\n".utf8)
    let whole = head + text
    _ = whole.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The last recorded surface and text.
  func noted() -> (surface: String, text: [UInt8])? {
    var bytes = [UInt8](repeating: 0, count: Mutator.longest + 100)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 2, let length = Int(words[1]), end + 1 + length <= count else { return nil }
    return (String(words[0]), Array(bytes[(end + 1)..<(end + 1 + length)]))
  }

  /// Copies the last recorded text to a new file, and returns the file's name.
  func keep(seed: UInt64) -> String {
    guard let (surface, text) = noted() else { return "no text: the process ended before trying one" }
    let name = "virga-fuzz-\(surface)-\(seed).txt"
    guard let file = fopen(name, "w") else { return "\(name), which cannot be written" }
    defer { fclose(file) }
    _ = text.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    return name
  }
}
