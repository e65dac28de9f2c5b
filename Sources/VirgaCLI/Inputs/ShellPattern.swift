import CVirgaPlatform
import VirgaFiles

/// Expands a pattern like a shell: braces `{a,b}` first, then `*`, `?` and `[…]`.
enum ShellPattern {
  /// The files that `text` matches, sorted for each alternative; empty if nothing matches.
  ///
  /// An existing file matches itself. An alternative without `*`, `?` or `[` is returned even if it
  /// does not exist.
  static func files(_ text: String, from folder: String) -> [String] {
    if FileWriting.exists(FilePath.joined(folder, text)) { return [text] }
    return alternatives(text[...]).flatMap { word in
      guard word.contains(where: { "*?[".contains($0) }) else { return [word] }
      return matches(FilePath.joined(escaped(folder), word)).map {
        FilePath.shown($0, from: folder)
      }
    }
  }

  private static func matches(_ pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard let pattern = try? SystemPath.bytes(of: pattern), glob(pattern, 0, nil, &result) == 0,
      let paths = result.gl_pathv
    else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { paths[$0].map { SystemPath.text($0) } }
  }

  private static func escaped(_ path: String) -> String {
    String(
      path.unicodeScalars.flatMap { "*?[\\".unicodeScalars.contains($0) ? ["\\", $0] : [$0] }.map(
        Character.init))
  }

  /// Expands the braces of a text, in order: `x{a,b{c,d}}` is `xa`, `xbc` and `xbd`.
  private static func alternatives(_ text: Substring) -> [String] {
    for open in text.utf8.indices where text.utf8[open] == UInt8(ascii: "{") {
      guard let commas = commas(of: text[open...]), commas.count > 2 else { continue }
      let inside = zip(commas, commas.dropFirst()).map { text[text.utf8.index(after: $0)..<$1] }
      let ends = alternatives(text[text.utf8.index(after: commas[commas.count - 1])...])
      return inside.flatMap(alternatives).flatMap { middle in
        ends.map { text[..<open] + middle + $0 }
      }
    }
    return [String(text)]
  }

  /// The opening brace, the commas and the closing brace; nil if it never closes.
  private static func commas(of text: Substring) -> [Substring.Index]? {
    var commas: [Substring.Index] = []
    var depth = 0
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if depth == 1, [UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "}")].contains(byte) {
        commas.append(index)
      }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return commas }
    }
    return nil
  }
}
