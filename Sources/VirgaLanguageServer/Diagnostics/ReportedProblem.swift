import VirgaJSON
import VirgaManifest
import VirgaSource

/// A problem as it is shown in one file, with its fixes.
struct ReportedProblem {
  /// A text that fixes the problem in place of the one in its range.
  struct Fix: Hashable {
    let title: String
    let text: String
  }

  /// Another place that the problem is about.
  struct RelatedPlace {
    let file: ManifestFile
    let range: SourceRange
    let message: String
  }

  let problem: Problem
  let range: SourceRange
  var fixes: [Fix] = []
  var related: [RelatedPlace] = []

  /// A problem in a text: its replacement and its suggestions are its fixes.
  init(_ problem: Problem, in source: SourceText) {
    self.problem = problem
    range = problem.location?.range ?? SourceRange(at: .start)
    let written = source.text(in: range)
    if let replacement = problem.replacement {
      fixes = [Fix(writing: replacement)]
    } else {
      fixes = problem.suggestions.map { name in
        Fix(title: "Change to \(name)", text: WrittenName.text(name, inPlaceOf: written))
      }
    }
  }

  /// A problem of a config, with the corrections of the config editor.
  init(_ finding: ValueFinding, _ problem: Problem, isYAML: Bool) {
    self.problem = problem
    range = problem.location?.range ?? SourceRange(at: .start)
    fixes = finding.corrections.map { correction in
      // Only names are shown in another way than they are written: without quotes.
      let isName = correction.insert != correction.title
      let text = isName && isYAML ? WrittenName.plainOrQuoted(correction.title) : correction.insert
      return correction.insert.isEmpty
        ? Fix(writing: "") : Fix(title: "Change to \(correction.title)", text: text)
    }
  }

  /// Whether it is in or at a range.
  func touches(_ other: SourceRange) -> Bool {
    range.start <= other.end && other.start <= range.end
  }

  /// Whether it marks something that nothing uses.
  var isOfUnused: Bool { problem.code == "unused-type" }
}

extension ReportedProblem.Fix {
  /// A fix that is called by the text that it writes.
  fileprivate init(writing text: String) {
    self.init(title: text.isEmpty ? "Remove it" : "Change to \(text)", text: text)
  }
}

extension SourceText {
  /// The text in a range; ill-formed bytes become U+FFFD.
  func text(in range: SourceRange) -> String {
    let start = offset(of: range.start)
    return String(decoding: bytes[start..<max(start, offset(of: range.end))], as: UTF8.self)
  }
}

/// How a name is written in place of another one.
enum WrittenName {
  /// The name in quotes if the text that it replaces is in quotes, or if it needs them.
  static func text(_ name: String, inPlaceOf old: String) -> String {
    let isQuoted = old.hasPrefix("\"") || old.hasPrefix("'")
    return isQuoted ? JSONValue.string(name).compact : plainOrQuoted(name)
  }

  /// The name as YAML may have it: without quotes unless it could be read as something else.
  static func plainOrQuoted(_ name: String) -> String {
    isPlain(name) ? name : JSONValue.string(name).compact
  }

  /// Whether YAML reads the name without quotes as a text.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isLetter || first == UInt8(ascii: "_") else {
      return false
    }
    let isWord = name.utf8.allSatisfy { byte in
      byte.isLetter || byte.isDigit || "-_./".utf8.contains(byte)
    }
    let otherKinds = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return isWord && !otherKinds.contains(name.lowercased())
  }
}
