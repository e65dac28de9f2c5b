import VirgaFiles
import VirgaSource

/// A time limit for all requests of a command; after a timeout a server is not contacted again
/// before ``reset()``.
package final class WebTimeBudget: Sendable {
  /// The time that is left, and what is known about servers.
  private struct State {
    var secondsLeft: Double
    var unresponsiveServers: Set<String> = []
    var hasUnreachableServer = false
  }

  private let totalSeconds: Double
  private let state: Locked<State>

  /// A limit of `seconds` in total.
  package init(seconds: Double = 28) {
    totalSeconds = seconds
    state = Locked(State(secondsLeft: seconds))
  }

  /// Restores the full time, as when a person asks for a reload.
  package func reset() { state.withLock { $0 = State(secondsLeft: totalSeconds) } }

  /// Whether a server was unreachable; cached texts are then used without any request.
  package var hasUnreachableServer: Bool { state.withLock(\.hasUnreachableServer) }

  /// Records that a server was unreachable.
  package func recordUnreachableServer() { state.withLock { $0.hasUnreachableServer = true } }

  /// The timeout in seconds for a request to a server, at most `longest`.
  ///
  /// - Throws: `FileFailure` if the server has timed out before, or no time is left.
  func timeout(of url: String, atMost longest: Int) throws(FileFailure) -> Double {
    let (secondsLeft, hasTimedOut) = state.withLock { state in
      (state.secondsLeft, state.unresponsiveServers.contains(Self.server(of: url)))
    }
    guard !hasTimedOut else {
      throw FileFailure(
        path: url, reason: "cannot be fetched: its server did not answer an earlier request")
    }
    guard secondsLeft >= Self.minTimeout else {
      throw FileFailure(
        path: url,
        reason: "cannot be fetched: other servers did not answer for \(Int(totalSeconds)) s")
    }
    return min(Double(longest), secondsLeft)
  }

  /// The shortest timeout in seconds in which a server can be expected to answer.
  private static let minTimeout = 0.1

  /// Records that the server of `url` did not answer within `duration`: subtracts that from the
  /// time that is left, and the server is not contacted again.
  func recordTimeout(of url: String, after duration: Duration) {
    let (wholeSeconds, attoseconds) = duration.components
    let attosecondsPerSecond = 1e18
    let seconds = Double(wholeSeconds) + Double(attoseconds) / attosecondsPerSecond
    state.withLock { state in
      state.secondsLeft -= seconds
      state.unresponsiveServers.insert(Self.server(of: url))
    }
  }

  /// The scheme and the host: `https://example.com` for `https://example.com/a/b`.
  private static func server(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    return parts.prefix(2).joined(separator: "//")
  }
}
