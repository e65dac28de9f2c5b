import CVirgaPlatform
package import Testing

/// Compares results with golden texts stored with the tests.
///
/// `VIRGA_UPDATE=1` writes results instead of comparing them so that changes can be reviewed as a
/// diff.
package enum GoldenText {
  /// Whether golden texts are written instead of compared.
  package static var isUpdating: Bool { Repository.environment("VIRGA_UPDATE") == "1" }

  /// Compares `text` with the file `name` in `folder`, or writes it there.
  package static func expect(
    _ text: String, equals name: String, in folder: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let path = folder + "/" + name
    if isUpdating {
      write(text, to: path)
      return
    }
    guard let kept = read(path) else {
      Issue.record("there is no \(path); VIRGA_UPDATE=1 writes it", sourceLocation: sourceLocation)
      return
    }
    guard kept != text else { return }
    Issue.record("\(name) differs\n\(difference(kept, text))", sourceLocation: sourceLocation)
  }

  /// The file's text; nil if it cannot be read.
  package static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes `text` to a file and creates its folder.
  package static func write(_ text: String, to path: String) {
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o755) }
    guard let file = fopen(path, "w") else {
      Issue.record("cannot write \(path)")
      return
    }
    defer { fclose(file) }
    _ = Array(text.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
  }

  /// The article with its generated part `part` replaced; nil if it has none.
  package static func replacing(
    _ part: String, in article: String, with generated: String
  ) -> String? {
    let open = "<!-- generated: \(part) -->\n"
    let close = "<!-- end -->"
    guard let start = article.firstRange(of: open),
      let end = article[start.upperBound...].firstRange(of: close)
    else { return nil }
    return article[..<start.upperBound] + generated + article[end.lowerBound...]
  }

  /// The lines that differ, golden ones with `-`, new ones with `+`.
  private static func difference(_ kept: String, _ computed: String) -> String {
    let kept = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let computed = computed.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    for index in 0..<max(kept.count, computed.count) {
      let old = index < kept.count ? kept[index] : nil
      let new = index < computed.count ? computed[index] : nil
      guard old != new else { continue }
      if let old { lines.append("-\(index + 1) \(old)") }
      if let new { lines.append("+\(index + 1) \(new)") }
    }
    return lines.prefix(40).joined(separator: "\n")
  }
}
