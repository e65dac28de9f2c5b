/// What a person did, as the lines of a script that does it again.
package struct Recording: Equatable, Sendable {
  /// A line of the script.
  package struct Line: Equatable, Sendable {
    /// The command, as ``Invocation/line`` writes it.
    package var text: String
    /// Whether it only says where the person went, so that the next such line can take its place.
    var isPlace: Bool

    /// A line with a command.
    package init(_ text: String, isPlace: Bool = false) {
      self.text = text
      self.isPlace = isPlace
    }
  }

  /// How the script goes on.
  package struct Addition: Equatable, Sendable {
    /// Whether the last line so far is taken away first.
    package var replacesLast = false
    /// The lines that stand behind what is left.
    package var lines: [Line] = []
  }

  private var last: Line?

  /// Nothing was done yet.
  package init() {}

  /// The lines of a script, which end with a line feed or with a carriage return before it; also the blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }

  /// Takes in what was done, and gives how the script goes on.
  ///
  /// Of several places in one list that follow each other the last one stays.
  package mutating func add(_ new: [Line]) -> Addition {
    var addition = Addition()
    for line in new {
      if let last, last.isPlace, line.isPlace, let name = Self.lineName(line), name == Self.lineName(last),
        addition.lines.popLast() == nil
      {
        addition.replacesLast = true
      }
      addition.lines.append(line)
      last = line
    }
    return addition
  }

  /// The command that goes to a line of a list; nil for any other.
  private static func lineName(_ line: Line) -> Substring? {
    let name = line.text.prefix { $0 != " " }
    return ["select", "go", "select-flag", "recipe", "line"].contains(name) ? name : nil
  }
}
