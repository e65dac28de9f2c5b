import CVirgaPlatform
import VirgaFiles

/// Expands a pattern like a shell: braces `{a,b}` first, then `*`, `?` and `[…]`.
enum ShellPattern {
  /// The files that `text` matches; empty if nothing matches.
  ///
  /// An existing file matches itself. Otherwise, each alternative of the braces gives its files in
  /// order; one without `*`, `?` or `[` is returned even if it does not exist.
  static func files(_ text: String, from folder: String) -> [String] {
    if FileWriting.exists(FilePath.joined(folder, text)) { return [text] }
    return alternatives(text[...]).flatMap { alternative in
      let isPattern = alternative.contains { "*?[".contains($0) }
      guard isPattern else { return [alternative] }
      // The folder's own name is not a pattern, even if it contains `*`.
      let paths = matches(FilePath.joined(escaped(folder), alternative))
      return paths.map { FilePath.relative($0, ifBelow: folder) }
    }
  }

  /// The sorted paths that match a pattern without braces.
  private static func matches(_ pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard let patternBytes = try? SystemPath.bytes(of: pattern) else { return [] }
    let noFlags: Int32 = 0
    let hasMatches = glob(patternBytes, noFlags, nil, &result) == 0
    guard hasMatches, let paths = result.gl_pathv else { return [] }
    let count = Int(result.gl_pathc)
    return (0..<count).compactMap { index in paths[index].map { SystemPath.text($0) } }
  }

  /// The pattern that matches only `path`.
  private static func escaped(_ path: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if "*?[\\".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Expands the braces of a text, in order: `x{a,b{c,d}}` is `xa`, `xbc` and `xbd`.
  ///
  /// Braces without a comma in them, and braces that never close, stay as they are.
  private static func alternatives(_ text: Substring) -> [String] {
    for start in text.utf8.indices where text.utf8[start] == UInt8(ascii: "{") {
      guard let braces = Braces(at: start, of: text), braces.choices.count > 1 else { continue }
      let beginning = String(text[..<start])
      // A choice may have braces itself, and so may the text after these braces.
      let choices = braces.choices.flatMap(alternatives)
      let ends = alternatives(braces.rest)
      return choices.flatMap { choice in ends.map { end in beginning + choice + end } }
    }
    return [String(text)]
  }

  /// A pair of braces: in `{a,b{c,d}}.json` the choices are `a` and `b{c,d}`, the rest is `.json`.
  private struct Braces {
    /// The texts between the commas.
    private(set) var choices: [Substring] = []
    /// The text after the closing brace.
    private(set) var rest: Substring = ""

    /// Reads the choices from the brace at `start`; nil if it never closes.
    init?(at start: Substring.Index, of text: Substring) {
      var depth = 0
      var choiceStart = start
      for index in text[start...].utf8.indices {
        switch text.utf8[index] {
        case UInt8(ascii: "{"):
          depth += 1
          if depth == 1 { choiceStart = text.utf8.index(after: index) }
        case UInt8(ascii: ",") where depth == 1:
          choices.append(text[choiceStart..<index])
          choiceStart = text.utf8.index(after: index)
        case UInt8(ascii: "}"):
          depth -= 1
          guard depth == 0 else { continue }
          choices.append(text[choiceStart..<index])
          rest = text[text.utf8.index(after: index)...]
          return
        default: break
        }
      }
      return nil
    }
  }
}
