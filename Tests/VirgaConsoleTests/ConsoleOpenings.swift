import VirgaCanvas
import VirgaSource

@testable import VirgaConsole

/// Consoles opened once and then copied, because opening one takes longer than most tests.
enum ConsoleOpenings {
  /// What a console was opened with.
  struct Key: Hashable, Sendable {
    let opening: String
    let size: Size
    let channel: String
    let isASCII: Bool

    init(_ opening: String, _ size: Size, channel: String = "nightly", isASCII: Bool = false) {
      (self.opening, self.size, self.channel, self.isASCII) = (opening, size, channel, isASCII)
    }
  }

  private static let opened = Locked<[Key: ConsoleDriver]>([:])

  /// The console for a key, opened if it is missing.
  ///
  /// Two concurrent tests may both open it.
  static func console(_ key: Key, open: () throws -> ConsoleDriver) throws -> ConsoleDriver {
    if let console = opened.withLock({ $0[key] }) { return console }
    let console = try open()
    opened.withLock { $0[key] = console }
    return console
  }
}
