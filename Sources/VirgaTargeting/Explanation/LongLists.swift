/// Lists of a hundred countries, as sentences have them: the first few, and how many more there are.
package enum LongLists {
  /// How many of a long list are told; one that is hardly longer is told whole.
  static let mostTold = 6
  private static let hardlyLonger = 2

  /// Whether so many are too many for a sentence.
  static func isLong(_ count: Int) -> Bool { count > mostTold + hardlyLonger }

  /// The text of an expression with its long lists cut: `region in ['AD', 'AE', … 104 more]`.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > 40, text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var shown = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "[") {
      shown += rest[..<start]
      guard let list = List(rest[start...]) else {
        shown += "["
        rest = rest[rest.index(after: start)...]
        continue
      }
      shown += list.shortened
      rest = list.rest
    }
    return shown + rest
  }

  /// A list at the beginning of a text.
  private struct List {
    /// The ends of its members, before the comma or the bracket.
    private var ends: [String.Index] = []
    private let text: Substring
    /// What follows it.
    let rest: Substring

    /// Nil where it has no end.
    init?(_ text: Substring) {
      var (depth, quote): (Int, Character?) = (0, nil)
      var ends: [String.Index] = []
      for place in text.indices {
        let character = text[place]
        if let open = quote {
          if character == open { quote = nil }
          continue
        }
        switch character {
        case "'", "\"": quote = character
        case "[", "(", "{": depth += 1
        case "]", ")", "}":
          depth -= 1
          guard depth == 0 else { continue }
          let after = text.index(after: place)
          (self.text, rest, self.ends) = (text[..<after], text[after...], ends + [place])
          return
        case "," where depth == 1: ends.append(place)
        default: break
        }
      }
      return nil
    }

    var shortened: String {
      guard isLong(ends.count) else { return String(text) }
      return "\(text[..<ends[mostTold - 1]]), … \(ends.count - mostTold) more]"
    }
  }
}
