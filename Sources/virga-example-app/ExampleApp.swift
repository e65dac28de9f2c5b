import Cirrus
import VirgaCanvas
import VirgaLive
import VirgaSDK
import VirgaTerminal

/// The app: shows a page, takes keys, and draws anew whenever its features change.
final class ExampleApp {
  /// What the app shows.
  enum Page { case home, menu }

  private static let preference = "toolbar-hides-on-scroll"

  private let terminal: Terminal
  private let loop: EventLoop
  private let session: LiveSession
  private let sessionName: String
  private let client: FeatureClient
  private let features = CirrusNimbus.shared.features
  private let lastEvent = EventNote()
  private var page = Page.home

  /// The app on a terminal that has been started.
  init(_ terminal: Terminal, _ session: LiveSession, sessionName: String) {
    self.terminal = terminal
    self.session = session
    self.sessionName = sessionName
    loop = EventLoop(terminal)
    let lastEvent = lastEvent
    client = FeatureClient(
      session: session, context: ["app_name": "cirrus", "channel": "nightly", "locale": "en-GB"],
      resources: Texts.resources, record: { lastEvent.take($0) })
    client.connect(CirrusNimbus.shared)
    let waker = loop.waker
    client.whenApplied { waker.wake() }
  }

  /// Runs until the person leaves, and gives the exit code.
  func run() -> Int32 {
    features.homescreen.recordExposure()
    while true {
      terminal.present(frame())
      for event in loop.next() {
        if let code = event.exitCode { return code }
        guard case .terminal(.key(let press)) = event else { continue }
        if press == "q" || press == "Ctrl-C" { return 0 }
        take(press)
      }
    }
  }

  private func take(_ press: KeyPress) {
    switch press {
    case "m" where page == .home:
      page = .menu
      features.appMenu.recordExposure()
    case "m", "Esc": page = .home
    case "s": choose(.boolean(!features.toolbar.value().hidesOnScroll))
    case "u": choose(nil)
    default: break
    }
  }

  /// What a switch in the settings does; where it could not be kept, the last line says why.
  private func choose(_ value: JSONValue?) { try? session.setPreference(value, forKey: Self.preference) }

  private func frame() -> Canvas {
    var canvas = Canvas(size: terminal.size, isASCII: terminal.isASCII)
    canvas.fill(Rectangle(column: 0, row: 0, columns: canvas.size.columns, rows: 1), style: .header)
    canvas.draw(" Cirrus nightly", at: Point(column: 0, row: 0), style: .header)
    canvas.drawEnding(
      DisplayText("\(sessionName) "), at: Point(column: canvas.size.columns, row: 0), style: .header)
    switch page {
    case .home: HomePage(features.homescreen.value(), features.toolbar.value()).draw(on: &canvas)
    case .menu: MenuPage(features.appMenu.value()).draw(on: &canvas)
    }
    let last = canvas.size.rows - 1
    canvas.draw(DisplayText(session.failure ?? lastEvent.text), at: Point(column: 1, row: last - 1), style: .dim)
    canvas.draw("m menu  s switch the toolbar  u unset  q leave", at: Point(column: 1, row: last), style: .hint)
    return canvas
  }
}

/// The event that was recorded last, in words.
final class EventNote: Sendable {
  private let words = Locked("")

  /// The words.
  var text: String { words.withLock { $0 } }

  /// Notes an event.
  func take(_ event: TelemetryEvent) {
    let parts = ["feature_id", "experiment", "branch"].compactMap { event.extra[$0]?.stringValue }
    words.withLock { $0 = "recorded: \(event.name.rawValue) \(parts.joined(separator: " "))" }
  }
}
