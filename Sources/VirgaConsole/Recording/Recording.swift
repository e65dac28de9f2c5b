/// What a person did, as the lines of a script that does it again.
package struct Recording: Equatable, Sendable {
  /// A line of the script.
  package struct Line: Equatable, Sendable {
    /// The command, as ``Invocation/line`` writes it.
    package var text: String
    /// Whether it only says where the person went, so that the next such line can take its place.
    package var isPlace: Bool

    /// A line with a command.
    package init(_ text: String, isPlace: Bool = false) {
      self.text = text
      self.isPlace = isPlace
    }
  }

  private var lines: [Line] = []

  /// Nothing was done yet.
  package init() {}

  /// The whole script; each line ends with a line feed.
  package var script: String { lines.map { $0.text + "\n" }.joined() }

  /// The lines of a script, which end with a line feed or with a carriage return before it; also the blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }

  /// Adds what was done.
  ///
  /// Of several places in one list that follow each other the last one stays.
  package mutating func add(_ new: [Line]) {
    for line in new {
      if let last = lines.last, last.isPlace, line.isPlace, let name = Self.lineName(line), name == Self.lineName(last)
      {
        lines.removeLast()
      }
      lines.append(line)
    }
  }

  /// The command that goes to a line of a list; nil for any other.
  private static func lineName(_ line: Line) -> Substring? {
    let name = line.text.prefix { $0 != " " }
    return ["select", "go", "select-flag", "recipe", "line"].contains(name) ? name : nil
  }
}
