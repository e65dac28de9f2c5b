/// The actions of a person as script lines that repeat them.
package struct Recording: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    /// The command as written by ``Invocation/line``.
    package var text: String
    /// Whether it only goes to a position and the next such line can replace it.
    var isMove: Bool

    package init(_ text: String, isMove: Bool = false) {
      self.text = text
      self.isMove = isMove
    }
  }

  private var last: Line?

  package init() {}

  /// The lines of a script, which end with LF or CR LF, including blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }

  /// Adds lines; returns whether to remove the last line of the script, and the lines to append then.
  ///
  /// Of successive positions in one list, only the last one is kept.
  package mutating func add(_ new: [Line]) -> (replacesLast: Bool, lines: [Line]) {
    var addition: (replacesLast: Bool, lines: [Line]) = (false, [])
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
