/// A piece of code that stands on one line where it fits, and else is broken where its language allows it.
indirect enum CodeText {
  /// Code that is never broken.
  case text(String)
  /// Code, one piece after the other.
  case joined([CodeText])
  /// Items in brackets, one a line where they do not fit; `hasTrailingComma` where the language wants one then, behind
  /// the last of several.
  case list(open: String, [CodeText], close: String, hasTrailingComma: Bool)
  /// A name and what belongs to it, as in `name: value`: broken behind the head where the value cannot be broken itself.
  case named(head: String, CodeText)
  /// A string literal, and the lines that it is cut into where it does not fit, one level further in if `isDeeper`.
  case string(String, lines: [String], isDeeper: Bool)

  /// The code on one line.
  var flat: String {
    switch self {
    case .text(let text), .string(let text, _, _): text
    case .joined(let pieces): pieces.map(\.flat).joined()
    case .named(let head, let value): head + value.flat
    case .list(let open, let items, let close, _): open + items.map(\.flat).joined(separator: ", ") + close
    }
  }

  /// The columns that the formatter wants for the code on one line: it keeps one for a comma behind several elements.
  fileprivate var room: Int {
    switch self {
    case .text(let text), .string(let text, _, _): text.columns
    case .joined(let pieces): pieces.reduce(0) { $0 + $1.room }
    case .named(let head, let value): head.columns + value.room
    case .list(let open, let items, let close, let hasTrailingComma):
      open.columns + close.columns + items.reduce(0) { $0 + $1.room } + 2 * max(0, items.count - 1)
        + (hasTrailingComma && items.count > 1 ? 1 : 0)
    }
  }

  /// Whether it can be laid out over several lines.
  fileprivate var isBreakable: Bool {
    switch self {
    case .text: false
    case .joined(let pieces): pieces.contains { $0.isBreakable }
    case .named: true
    case .list(_, let items, _, _): !items.isEmpty
    case .string(_, let lines, _): lines.count > 1
    }
  }
}

extension CodeText {
  /// The code of an argument with a label: there the formatter wants the lines of a string further in.
  func labelled(_ label: String) -> CodeText {
    guard case .string(let text, let lines, _) = self else { return .named(head: "\(label): ", self) }
    return .named(head: "\(label): ", .string(text, lines: lines, isDeeper: true))
  }
}

/// Lays out code in a number of columns.
struct CodeLayout {
  /// How long a line may be.
  var width = 100
  /// How many spaces further in a broken line stands.
  var step = 2

  /// The code of a piece that begins in `column`, on a line that is `indent` spaces in and goes on for `reserve` columns.
  func lines(_ code: CodeText, indent: Int, column: Int, reserve: Int = 0) -> String {
    if column + code.room + reserve <= width {
      let flat = code.flat
      if !flat.utf8.contains(0x0A) { return flat }
    }
    let padding = String(repeating: " ", count: indent + step)
    switch code {
    case .text(let text): return text
    case .string(let text, let pieces, let isDeeper):
      guard pieces.count > 1 else { return text }
      let own = padding.dropLast(isDeeper ? 0 : step)
      return "\"\"\"\n" + pieces.map { own + $0 }.joined(separator: "\\\n") + "\n\(own)\"\"\""
    case .joined(let pieces): return joined(pieces, indent: indent, column: column, reserve: reserve)
    case .named(let head, let value):
      if value.isBreakable { return joined([.text(head), value], indent: indent, column: column, reserve: reserve) }
      return "\(head.last == " " ? head.dropLast() : head[...])\n\(padding)\(value.flat)"
    case .list(let open, let items, let close, let hasTrailingComma):
      guard !items.isEmpty else { return code.flat }
      let rows = items.enumerated().map { place, item in
        let comma = place + 1 < items.count || (hasTrailingComma && items.count > 1) ? "," : ""
        return padding + lines(item, indent: indent + step, column: indent + step, reserve: comma.count) + comma
      }
      return "\(open)\n\(rows.joined(separator: "\n"))\n\(padding.dropLast(step))\(close)"
    }
  }

  private func joined(_ pieces: [CodeText], indent: Int, column: Int, reserve: Int) -> String {
    var text = ""
    var column = column
    for (place, piece) in pieces.enumerated() {
      let rest = pieces[(place + 1)...].reduce(reserve) { $0 + $1.room }
      let laid = lines(piece, indent: indent, column: column, reserve: rest)
      text += laid
      let end = laid.utf8.lastIndex(of: 0x0A)
      column = end.map { laid[laid.utf8.index(after: $0)...].columns } ?? column + laid.columns
    }
    return text
  }
}
