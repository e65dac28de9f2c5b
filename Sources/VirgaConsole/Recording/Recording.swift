/// The actions of a person as script lines that repeat them.
package enum Recording {
  package struct Line: Equatable, Sendable {
    /// The command as written by ``Invocation/line``.
    package let text: String
    /// The name of a command that only moves the cursor in a list; nil for other lines.
    private let moveCommand: Substring?

    /// Creates a line; `isMove` says that it only records where the person went.
    package init(_ text: String, isMove: Bool = false) {
      self.text = text
      let name = text.prefix { $0 != " " }
      moveCommand = isMove && ["select", "go", "select-flag", "recipe", "line"].contains(name) ? name : nil
    }

    /// Whether it replaces the line before it: of successive positions in one list, only the last one is kept.
    package func replaces(_ last: Line?) -> Bool { moveCommand != nil && moveCommand == last?.moveCommand }
  }

  /// The lines of a script, which end with LF or CR LF, including blank ones.
  package static func lines(of script: String) -> [String] {
    var lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }
}
