import CVirgaPlatform
import Dispatch
import VirgaJSON
import VirgaLive
import VirgaSDK
import VirgaSession

/// An app on a session; its file is in the working folder, to include the disk.
enum LiveRows {
  private static let file = ".virga-benchmark-live.virga"
  private static let calls = 100

  static func rows(_ sampling: Sampling) -> [Row] {
    [
      Row(
        "slowest choice while another writes", on: "a live session", .milliseconds,
        .below(.figure(1)), .bound(100)
      ) {
        withFile { slowest { client, number in try client.set(number) } }
      },
      Row(
        "slowest event while another writes", on: "a live session", .milliseconds,
        .below(.figure(1)), .bound(100)
      ) {
        withFile { slowest { client, number in client.record(number) } }
      },
      Row("commit here to callback there", on: "a live session", .milliseconds, .below(.figure(15)))
      {
        withFile { callback(sampling) }
      },
    ]
  }

  /// An app with a client that every change updates.
  private struct App {
    let session: LiveSession
    let client: FeatureClient

    init() throws {
      session = try LiveSession(file)
      client = FeatureClient(session: session, context: ["app_name": "cirrus"])
    }

    func set(_ number: Int) throws {
      try session.setPreference(.integer(Int64(number)), forKey: "key-\(number % 10)")
    }

    /// Records an event with a reason, because the client is not enrolled.
    func record(_ number: Int) { client.recordExposureEvent("feature-\(number)") }
  }

  /// The longest call while another connection holds the file's lock.
  private static func slowest(_ call: (App, Int) throws -> Void) -> Double? {
    guard let other = try? SessionStore(file), let app = try? App() else { return nil }
    var longest: Double?
    _ = try? other.perform { (_: Session) -> SessionOperation? in
      for number in 0..<calls {
        let start = Clock.now
        try call(app, number)
        longest = max(longest ?? 0, Clock.now - start)
      }
      return nil
    }
    try? app.session.flush()
    return longest
  }

  /// The time from a choice in one app to the callback in another.
  private static func callback(_ sampling: Sampling) -> Double? {
    guard let here = try? App(), let there = try? App() else { return nil }
    let applied = DispatchSemaphore(value: 0)
    there.client.whenApplied { applied.signal() }
    try? here.session.flush()
    var number = 0
    return sampling.median(of: { () -> Double? in
      number += 1
      let start = Clock.now
      guard (try? here.set(number)) != nil else { return nil }
      let key = "key-\(number % 10)"
      repeat {
        guard applied.wait(timeout: .now() + 5) == .success else { return nil }
      } while there.session.preference(forKey: key) != here.session.preference(forKey: key)
      return Clock.now - start
    })
  }

  private static func withFile(_ body: () -> Double?) -> Double? {
    defer { for ending in ["", "-wal", "-shm"] { unlink(file + ending) } }
    return body()
  }
}
