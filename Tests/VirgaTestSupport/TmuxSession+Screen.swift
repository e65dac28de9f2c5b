package import CVirgaPlatform
package import Testing

extension TmuxSession {
  /// The lines of the screen, without trailing blanks.
  ///
  /// - Parameter withHistory: Whether lines that were scrolled off come first.
  package func lines(withHistory: Bool = false) throws -> [String] {
    try command(["capture-pane", "-p"] + (withHistory ? ["-S", "-"] : [])).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
      .map(Self.trimmed)
  }

  /// A line without trailing blanks.
  package static func trimmed(_ line: some StringProtocol) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Waits until the screen meets a condition, and returns its lines.
  @discardableResult
  package func wait(
    for what: String, at location: SourceLocation = #_sourceLocation,
    until isSo: ([String]) throws -> Bool
  ) throws -> [String] {
    var lines: [String] = []
    var last: [String]?
    var screen: String { lines.map { "│\($0)" }.joined(separator: "\n") }
    try Timeout.wait(for: "\(what) on\n\(screen)", pause: 10, at: location) {
      lines = try self.lines()
      guard try isSo(lines) else {
        last = nil
        return false
      }
      // A frame may be seen while it is being drawn: it counts once it no longer changes.
      defer { last = lines }
      return lines == last
    }
    return lines
  }

  /// Waits until all `texts` are on the screen.
  @discardableResult
  package func wait(
    for texts: String..., at location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try wait(for: texts.joined(separator: " and "), at: location) { lines in
      texts.allSatisfy { text in lines.contains { $0.contains(text) } }
    }
  }

  /// Waits until no line of the screen contains `text`.
  @discardableResult
  package func wait(
    without text: String, at location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try wait(for: "screen without \(text)", at: location) { lines in
      !lines.contains { $0.contains(text) }
    }
  }

  /// Waits for the terminal's command line to end, and checks that the terminal was restored.
  @discardableResult
  package func expectLeft(
    code: Int32, at location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    var lines: [String] = []
    try wait(for: "end with \(code)", at: location) { _ in
      lines = try self.lines(withHistory: true)
      return lines.contains { $0.hasPrefix("left ") } && lines.contains { $0.contains("icanon") }
        && lines.contains { $0.contains("echoke") }
    }
    let words = Set(lines.joined(separator: "\n").split { $0 == " " || $0 == "\n" || $0 == ";" })
    #expect(lines.contains("left \(code)"), sourceLocation: location)
    #expect(
      words.isSuperset(of: ["icanon", "echo", "isig", "icrnl", "opost"]), sourceLocation: location)
    try expectGivenBack(at: location)
    return lines
  }

  /// Checks that the alternate screen and the mouse are off, and that the cursor is visible.
  package func expectGivenBack(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try flags() == "0 0 1", "other screen, mouse, cursor", sourceLocation: location)
  }

  /// Whether the alternate screen and the mouse are in use, and whether the cursor is visible.
  package func flags() throws -> String {
    TmuxSession.trimmed(
      try command(["display", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]).filter {
        $0 != "\n"
      })
  }

  /// The process id of virga.
  package func process(at location: SourceLocation = #_sourceLocation) throws -> pid_t {
    var number: pid_t?
    try wait(for: "process", at: location) { _ in
      number = GoldenText.read(directory.path("process")).flatMap {
        $0.last == "\n" ? pid_t($0.dropLast()) : nil
      }
      return number != nil
    }
    return try #require(number)
  }

  /// Sends a signal to the virga process.
  package func send(_ signal: Int32) throws { try #require(kill(process(), signal) == 0) }
}
