import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaSDK

@Suite("Events of a client", .timeLimit(.minutes(20)))
struct FeatureClientTelemetryTests {
  private let now = Locked(Instant(seconds: 1_700_000_000))
  private let heard = Locked<[TelemetryEvent]>([])

  private func client(saved: SavedClient? = nil) -> FeatureClient {
    var configuration = FeatureClient.Configuration()
    configuration.clock = { [now] in now.withLock { $0 } }
    configuration.record = { [heard] event in heard.withLock { $0.append(event) } }
    return FeatureClient(configuration, saved: saved)
  }

  private func apply(_ slug: String, to client: FeatureClient) {
    client.setExperimentsLocally(Sample.recipeText(slug))
    client.applyPendingExperiments()
  }

  @Test("have the time at which the app recorded them")
  func time() {
    let client = client()
    apply("e1", to: client)
    now.withLock { $0 = Instant(seconds: 1_700_000_060) }
    client.recordExposureEvent("app-menu")
    let times = heard.withLock { $0.map(\.time.seconds) }
    #expect(times == [1_700_000_000, 1_700_000_000, 1_700_000_060])
  }

  @Test("reach a stream as they reach the closure")
  func stream() async {
    let client = client()
    var events = client.recordsFrom(.epoch).makeAsyncIterator()
    apply("e1", to: client)
    client.recordExposureEvent("app-menu")
    var read: [TelemetryEvent] = []
    for _ in 0..<3 {
      if let event = await events.next() { read.append(event) }
    }
    #expect(read.map(\.name) == [.enrollment, .enrollmentStatus, .exposure])
    #expect(read == heard.withLock { $0 })
  }

  @Test("reach a stream that begins later, from the start of the client")
  func start() async {
    let first = client()
    apply("e1", to: first)
    let second = client(saved: first.saved)
    var events = second.recordsFrom(.epoch).makeAsyncIterator()
    let event = await events.next()
    #expect(event?.name == .enrollmentStatus)
    #expect(event?.slug == "e1")
  }

  @Test("reach a stream from the time that its reader names")
  func later() async {
    let client = client()
    client.recordMalformedConfiguration(featureId: "app-menu", partId: "early")
    now.withLock { $0 = Instant(seconds: 1_700_000_060) }
    client.recordMalformedConfiguration(featureId: "app-menu", partId: "late")
    var events = client.recordsFrom(Instant(seconds: 1_700_000_060)).makeAsyncIterator()
    let event = await events.next()
    #expect(event?.extra["part_id"] == "late")
  }

  @Test("end their streams when the client is released")
  func released() async {
    let stream = client().recordsFrom(.epoch)
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 0)
  }

  @Test("are kept for later streams up to a limit")
  func limit() async {
    var log: TelemetryLog? = TelemetryLog()
    let count = 3 * TelemetryLog.maxRecentEvents
    for number in 0..<count {
      let event = TelemetryEvent(EnrollmentChange(.enrollment, "e\(number)"))
      log?.add([event])
    }
    let stream = log?.stream(from: .epoch)
    log = nil
    var slugs: [String?] = []
    if let stream {
      for await event in stream { slugs.append(event.slug) }
    }
    #expect(slugs.count == TelemetryLog.maxRecentEvents)
    #expect(slugs.last == "e\(count - 1)")
  }

  @Test("reach all readers of many threads")
  func threads() async {
    let client = client()
    let streams = (0..<3).map { _ in client.recordsFrom(.epoch) }
    await withTaskGroup(of: Void.self) { group in
      for stream in streams {
        group.addTask {
          var count = 0
          for await _ in stream {
            count += 1
            if count == 200 { return }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 { client.recordMalformedConfiguration(featureId: "app-menu") }
        }
      }
    }
    #expect(heard.withLock { $0.count } == 200)
  }
}
