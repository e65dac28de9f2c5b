import VirgaFiles
import VirgaSource

/// A time limit for all requests of a command; after a timeout a server is not contacted again
/// before ``reset()``.
package final class WebTimeBudget: Sendable {
  private struct State {
    var secondsLeft: Double
    var unresponsiveServers: Set<String> = []
    var hasGivenUp = false
  }

  private let seconds: Double
  private let state: Locked<State>

  /// A limit of `seconds` in total.
  package init(seconds: Double = 28) {
    self.seconds = seconds
    state = Locked(State(secondsLeft: seconds))
  }

  /// Restores the full time, as when a person asks for a reload.
  package func reset() { state.withLock { $0 = State(secondsLeft: seconds) } }

  /// Whether a server was unreachable; cached texts are then used without any request.
  package var hasGivenUp: Bool { state.withLock(\.hasGivenUp) }

  /// Records that a server was unreachable.
  package func giveUp() { state.withLock { $0.hasGivenUp = true } }

  /// The timeout in seconds for a request to a server, at most `longest`.
  ///
  /// - Throws: `FileFailure` if the server has timed out before, or no time is left.
  func timeout(of url: String, atMost longest: Int) throws(FileFailure) -> Double {
    let (left, isSilent) = state.withLock {
      ($0.secondsLeft, $0.unresponsiveServers.contains(Self.server(of: url)))
    }
    guard !isSilent else {
      throw FileFailure(
        path: url, reason: "cannot be fetched: its server did not answer an earlier request")
    }
    guard left >= 0.1 else {
      throw FileFailure(
        path: url, reason: "cannot be fetched: other servers did not answer for \(Int(seconds)) s")
    }
    return min(Double(longest), left)
  }

  func recordTimeout(of url: String, after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    state.withLock { state in
      state.secondsLeft -= Double(seconds) + Double(attoseconds) / 1e18
      state.unresponsiveServers.insert(Self.server(of: url))
    }
  }

  private static func server(of url: String) -> String {
    url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).prefix(2).joined(
      separator: "//")
  }
}
