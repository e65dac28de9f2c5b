import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One line on standard error that says how far long work is, where standard error is a terminal.
final class Progress: Sendable {
  private let whole: Int
  private let isSeen = isatty(STDERR_FILENO) == 1
  private let shownPercent = Mutex(-1)

  init(of whole: Int) { self.whole = max(whole, 1) }

  /// Shows that `done` of the whole are done.
  func show(_ done: Int) {
    guard isSeen else { return }
    let percent = done * 100 / whole
    let isNew = shownPercent.withLock { shown in
      defer { shown = max(shown, percent) }
      return percent > shown
    }
    if isNew { Output.status("\(percent) %  \(Self.grouped(done)) of \(Self.grouped(whole)), Ctrl-C stops") }
  }

  /// A number with its thousands apart: `1,000,000`.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// Takes the line away.
  func clear() {
    if isSeen { Output.status("") }
  }
}
