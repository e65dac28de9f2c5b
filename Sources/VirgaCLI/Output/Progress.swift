import CVirgaPlatform
import VirgaRuntime
import VirgaSource

/// A progress line on standard error, if that is a terminal.
final class Progress: Sendable {
  private let whole: Int
  private let isSeen = isatty(STDERR_FILENO) == 1
  private let shownPercent = Locked(-1)

  init(of whole: Int) { self.whole = max(whole, 1) }

  func show(_ done: Int) {
    guard isSeen else { return }
    let percent = done * 100 / whole
    let isNew = shownPercent.withLock { shown in
      defer { shown = max(shown, percent) }
      return percent > shown
    }
    if isNew { Output.status("\(percent) %  \(done.grouped) of \(whole.grouped), Ctrl-C stops") }
  }

  func clear() {
    if isSeen { Output.status("") }
  }
}
