/// The actions of a person as script lines that repeat them.
package enum Recording {
  package struct Line: Equatable, Sendable {
    /// The command as written by ``Invocation/line``.
    package var text: String
    /// Whether it only goes to a position and the next such line can replace it.
    var isMove: Bool

    package init(_ text: String, isMove: Bool = false) {
      self.text = text
      self.isMove = isMove
    }

    /// Whether it replaces the line before it: of successive positions in one list, only the last one is kept.
    package func replaces(_ last: Line?) -> Bool {
      guard let last, last.isMove, isMove, let positionName else { return false }
      return positionName == last.positionName
    }

    /// The command that goes to a line of a list; nil for other commands.
    private var positionName: Substring? {
      let name = text.prefix { $0 != " " }
      return ["select", "go", "select-flag", "recipe", "line"].contains(name) ? name : nil
    }
  }

  /// The lines of a script, which end with LF or CR LF, including blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }
}
