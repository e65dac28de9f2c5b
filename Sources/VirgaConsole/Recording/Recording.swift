/// The actions of a person as script lines that repeat them.
package struct Recording: Equatable, Sendable {
  /// A line of the script.
  package struct Line: Equatable, Sendable {
    /// The command as written by ``Invocation/line``.
    package var text: String
    /// Whether it only goes to a position and the next such line can replace it.
    var isMove: Bool

    /// Creates a line with a command.
    package init(_ text: String, isMove: Bool = false) {
      self.text = text
      self.isMove = isMove
    }
  }

  /// The extension of a script by new lines.
  package struct Addition: Equatable, Sendable {
    /// Whether to remove the last line first.
    package var replacesLast = false
    /// The lines to append.
    package var lines: [Line] = []
  }

  private var last: Line?

  /// Starts without any lines.
  package init() {}

  /// The lines of a script, which end with LF or CR LF, including blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }

  /// Adds lines; returns how they extend the script.
  ///
  /// Of successive positions in one list, only the last one is kept.
  package mutating func add(_ new: [Line]) -> Addition {
    var addition = Addition()
    for line in new {
      if let last, last.isMove, line.isMove, let name = Self.lineName(line), name == Self.lineName(last),
        addition.lines.popLast() == nil
      {
        addition.replacesLast = true
      }
      addition.lines.append(line)
      last = line
    }
    return addition
  }

  /// The command that goes to a line of a list; nil for other commands.
  private static func lineName(_ line: Line) -> Substring? {
    let name = line.text.prefix { $0 != " " }
    return ["select", "go", "select-flag", "recipe", "line"].contains(name) ? name : nil
  }
}
