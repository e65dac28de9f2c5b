import VirgaFiles
import VirgaSource

/// How long servers that do not answer may hold a command in all.
///
/// A server that let a request time out is not asked again before ``reset()``.
package final class WebPatience: Sendable {
  private struct State {
    var secondsLeft: Double
    var silentServers: Set<String> = []
    var hasGivenUp = false
  }

  private let seconds: Double
  private let state: Locked<State>

  /// Patience for `seconds` in all.
  package init(seconds: Double = 28) {
    self.seconds = seconds
    state = Locked(State(secondsLeft: seconds))
  }

  /// Starts again with all the patience, as for a person who asks for another reading.
  package func reset() { state.withLock { $0 = State(secondsLeft: seconds) } }

  /// Whether a server could not be asked, so that cached texts are used without asking any server.
  package var hasGivenUp: Bool { state.withLock(\.hasGivenUp) }

  /// Notes that a server could not be asked.
  package func giveUp() { state.withLock { $0.hasGivenUp = true } }

  /// The seconds that a request to a server may take, at most `longest`.
  ///
  /// - Throws: ``FileFailure`` if the server has timed out before, or others took all the time.
  func timeout(of url: String, atMost longest: Int) throws(FileFailure) -> Double {
    let (left, isSilent) = state.withLock { ($0.secondsLeft, $0.silentServers.contains(Self.server(of: url))) }
    guard !isSilent else {
      throw FileFailure(path: url, reason: "cannot be fetched: its server has not answered an earlier request")
    }
    guard left >= 0.1 else {
      throw FileFailure(path: url, reason: "cannot be fetched: other servers have not answered for \(Int(seconds)) s")
    }
    return min(Double(longest), left)
  }

  /// Notes that a request timed out after some time.
  func noteTimeout(of url: String, after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    state.withLock { state in
      state.secondsLeft -= Double(seconds) + Double(attoseconds) / 1e18
      state.silentServers.insert(Self.server(of: url))
    }
  }

  /// The scheme and the authority of a URL.
  private static func server(of url: String) -> String {
    url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).prefix(2).joined(separator: "//")
  }
}
