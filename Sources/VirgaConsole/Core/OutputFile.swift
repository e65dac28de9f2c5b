import VirgaJSON
package import VirgaSession
import VirgaSource

/// A file to be written.
package struct OutputFile: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// Events, each converted to a line of JSON when written.
    case events([SessionEvent])
  }

  /// The file's path, relative to the working folder.
  package var path: String
  /// The file's name if `path` is a folder.
  package var name = "virga.txt"
  package var content: Content
  /// Its name in messages.
  package var what: String
  /// The session that the file will contain, if it is a session export.
  package var session: Session?
  /// Whether to replace an existing file.
  package var replaces = false

  /// Creates a text file at `path`, which must not exist yet.
  package init(path: String, text: String, what: String, session: Session? = nil) {
    (self.path, content, self.what, self.session) = (path, .text(text), what, session)
    if session != nil { name = "session.json" }
  }

  /// Creates a file of events at `path`, which must not exist yet.
  package init(path: String, events: [SessionEvent]) {
    (self.path, content, what) = (path, .events(events), events.count.pluralizing("event"))
    name = "events.ndjson"
  }

  /// The text to write; for events, a line of compact JSON for each.
  package var text: String {
    switch content {
    case .text(let text): text
    case .events(let events): events.map { JSONValue.object($0.json).compact + "\n" }.joined()
    }
  }

  /// The most events that are converted to JSON in less time than a frame takes.
  private static let maxEventsInFrame = 500

  /// Whether computing the text takes less time than drawing a frame, so that it need not be
  /// written in the background.
  package var isShort: Bool {
    switch content {
    case .text: true
    case .events(let events): events.count <= Self.maxEventsInFrame
    }
  }
}
