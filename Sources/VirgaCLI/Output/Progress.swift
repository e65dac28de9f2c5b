import CVirgaPlatform
import VirgaRuntime
import VirgaSource

/// A progress line on standard error, if that is a terminal.
final class Progress: Sendable {
  private let total: Int
  private let isOnTerminal = isatty(STDERR_FILENO) == 1
  /// The last percentage that was shown; -1 before the first.
  private let shownPercent = Locked(-1)

  /// A line for `total` steps; at least one, because a percentage of none cannot be computed.
  init(of total: Int) { self.total = max(total, 1) }

  /// Shows how many steps are done, if that is at least one percent more than before.
  func show(_ done: Int) {
    guard isOnTerminal else { return }
    let percent = done * 100 / total
    // Several threads report at the same time; the lock lets one of them show a percentage.
    let isNew = shownPercent.withLock { shown in
      guard percent > shown else { return false }
      shown = percent
      return true
    }
    if isNew {
      Output.status("\(percent) %  \(done.withCommas) of \(total.withCommas), Ctrl-C stops")
    }
  }

  /// Erases the line, if there was a terminal to show it on.
  func clear() {
    if isOnTerminal { Output.status("") }
  }
}
