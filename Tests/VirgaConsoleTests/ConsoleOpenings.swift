import VirgaCanvas
import VirgaSource

@testable import VirgaConsole

/// Consoles that are opened once and then copied: opening one takes longer than what most tests do with it.
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

  /// The console of a key.
  ///
  /// Two tests that ask for it at once may both open it.
  static func console(_ key: Key, open: () throws -> ConsoleDriver) throws -> ConsoleDriver {
    if let console = opened.withLock({ $0[key] }) { return console }
    let console = try open()
    opened.withLock { $0[key] = console }
    return console
  }
}
