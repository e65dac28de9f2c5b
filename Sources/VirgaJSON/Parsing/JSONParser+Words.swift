import VirgaSource

extension JSONParser {
  /// The end of the word at `start`.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Byte.continuesWord(bytes[end]), !startsComment(at: end) { end += 1 }
    return end
  }

  func startsComment(at offset: Int) -> Bool {
    guard bytes[offset] == Byte.slash, offset + 1 < bytes.count else { return false }
    return bytes[offset + 1] == Byte.slash || bytes[offset + 1] == Byte.star
  }

  /// Reads words that stand where a value should, as one mistake.
  mutating func recoverBareWord() {
    let first = bytes[index]
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    if first == Byte.plus || first == Byte.point, Byte.isDigit(second) || second == Byte.point {
      return recoverNumber()
    }
    if let quote = nextQuote(from: index), isEnd(quote, of: .string) {
      return appendUnopened(index..<quote + 1, .string)
    }
    let range = index..<phraseEnd(from: index)
    report(bareWord(range))
    append(.invalid, range)
  }

  private mutating func appendUnopened(_ range: Range<Int>, _ kind: JSONEntry.Kind) {
    report(JSONMistake("json-unopened-string", range, "the string is not opened; add `\"` before it"))
    append(kind, range, [.unopened, .escaped, .reported])
  }

  private func bareWord(_ range: Range<Int>) -> JSONMistake {
    let word = shown(range)
    switch word.lowercased() {
    case "none", "nil", "undefined", "nan", "infinity":
      return JSONMistake("json-bare-word", range, "`\(word)` is not a JSON value; write `null`")
    default:
      let hint = NearNames.hint(for: word, among: ["true", "false", "null"])
      return JSONMistake(
        "json-bare-word", range, "`\(word)` is not a JSON value; put text in double quotes", hint: hint)
    }
  }

  /// The end of the words at `start`, with the blanks between them and colons within them, as in `see http://a.b`.
  private func phraseEnd(from start: Int) -> Int {
    var end = max(start + 1, wordEnd(from: start))
    while end < bytes.count {
      var next = end
      if bytes[end] == Byte.colon {
        next += 1
      } else {
        while next < bytes.count, bytes[next] == Byte.space || bytes[next] == Byte.tab { next += 1 }
      }
      guard next < bytes.count, next > end, Byte.continuesWord(bytes[next]) else { break }
      if bytes[end] != Byte.colon && startsComment(at: next) { break }
      end = max(next + 1, wordEnd(from: next + 1))
    }
    return end
  }

  /// Reads a key without quotes, up to its colon.
  mutating func readBareKey() {
    let start = index
    var end = start
    while end < bytes.count, Byte.continuesWord(bytes[end]) || bytes[end] == Byte.space { end += 1 }
    if end < bytes.count, bytes[end] == Byte.quote, isEnd(end, of: .key) {
      return appendUnopened(start..<end + 1, .key)
    }
    while end > start + 1, bytes[end - 1] == Byte.space { end -= 1 }
    let range = start..<end
    report(JSONMistake("json-unquoted-key", range, "put the key in double quotes: `\"\(shown(range))\"`"))
    append(.key, range, [.unopened, .unclosed, .reported])
  }
}
