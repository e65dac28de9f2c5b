import VirgaRuntime
import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One line on standard error that says how far long work is, where standard error is a terminal.
final class Progress: Sendable {
  private let whole: Int
  private let isSeen = isatty(STDERR_FILENO) == 1
  private let shownPercent = Locked(-1)

  init(of whole: Int) { self.whole = max(whole, 1) }

  /// Shows that `done` of the whole are done.
  func show(_ done: Int) {
    guard isSeen else { return }
    let percent = done * 100 / whole
    let isNew = shownPercent.withLock { shown in
      defer { shown = max(shown, percent) }
      return percent > shown
    }
    if isNew { Output.status("\(percent) %  \(done.grouped) of \(whole.grouped), Ctrl-C stops") }
  }

  /// Takes the line away.
  func clear() {
    if isSeen { Output.status("") }
  }
}
