import CVirgaPlatform

/// Runs other programs that measure themselves and print a figure.
enum Script {
  /// The number that a program prints; nil if it fails or does not exist.
  static func figure(_ words: [String]) -> Double? {
    let quoted = words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    guard let pipe = popen(quoted.joined(separator: " ") + " 2>/dev/null", "r") else { return nil }
    defer { pclose(pipe) }
    var buffer = [CChar](repeating: 0, count: 64)
    guard fgets(&buffer, Int32(buffer.count), pipe) != nil else { return nil }
    return strtod(buffer, nil)
  }

  /// Whether a program exists, at a path or in `PATH`.
  static func has(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
