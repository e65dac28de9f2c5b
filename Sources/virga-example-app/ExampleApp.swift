import Cirrus
import VirgaCanvas
import VirgaLive
import VirgaTerminal

/// The app's screen: shows a page, handles keys, and redraws when its features change.
final class ExampleApp {
  /// The pages of the app.
  enum Page { case home, menu }

  private let terminal: Terminal
  private let loop: EventLoop
  private let sessionName: String
  private let model: AppModel
  private var page = Page.home

  /// Creates the app on a terminal that has been started.
  init(_ terminal: Terminal, _ session: LiveSession, sessionName: String) throws {
    self.terminal = terminal
    self.sessionName = sessionName
    loop = try EventLoop(terminal)
    model = AppModel(session)
    let waker = loop.waker
    model.whenChanged { waker.wake() }
  }

  /// Runs until the user quits, and returns the exit code.
  func run() -> Int32 {
    model.features.homescreen.recordExposure()
    while true {
      terminal.present(frame())
      for event in loop.next() {
        if let code = event.exitCode { return code }
        guard case .terminal(.key(let press)) = event else { continue }
        if press == "q" || press == "Ctrl-C" { return 0 }
        handle(press)
      }
    }
  }

  /// Goes to a page, or changes the toolbar's setting; other keys do nothing.
  private func handle(_ press: KeyPress) {
    switch press {
    case "m" where page == .home:
      page = .menu
      model.features.appMenu.recordExposure()
    case "m", "Esc": page = .home
    case "s": model.switchToolbar()
    case "u": model.unsetToolbar()
    default: break
    }
  }

  /// The screen: a header, the page, a note, and the keys in the last line.
  private func frame() -> Canvas {
    var canvas = Canvas(size: terminal.size, isASCII: terminal.isASCII)
    canvas.fill(Rectangle(column: 0, row: 0, columns: canvas.size.columns, rows: 1), style: .header)
    canvas.draw(
      DisplayText(" Cirrus \(AppModel.channel)"), at: Point(column: 0, row: 0), style: .header)
    canvas.drawRightAligned(
      DisplayText("\(sessionName) "), at: Point(column: canvas.size.columns, row: 0), style: .header
    )
    let features = model.features
    switch page {
    case .home: HomePage(features.homescreen.value(), features.toolbar.value()).draw(on: &canvas)
    case .menu:
      MenuPage(features.appMenu.value(), isSourceShared: model.isSourceShared).draw(on: &canvas)
    }
    let last = canvas.size.rows - 1
    canvas.draw(DisplayText(model.note), at: Point(column: 1, row: last - 1), style: .dim)
    canvas.draw(
      "m menu  s toggle the toolbar  u unset  q quit", at: Point(column: 1, row: last), style: .hint
    )
    return canvas
  }
}
