#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Other programs that measure themselves and print a figure.
enum Script {
  /// The number that a program prints; nil where it fails, such as for not being there.
  static func figure(_ words: [String]) -> Double? {
    let quoted = words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    guard let pipe = popen(quoted.joined(separator: " ") + " 2>/dev/null", "r") else { return nil }
    defer { pclose(pipe) }
    var buffer = [CChar](repeating: 0, count: 64)
    guard fgets(&buffer, Int32(buffer.count), pipe) != nil else { return nil }
    return strtod(buffer, nil)
  }

  /// Whether a program is found through `PATH`.
  static func has(_ program: String) -> Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
