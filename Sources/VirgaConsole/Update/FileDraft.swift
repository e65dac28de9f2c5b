import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource

/// What is to become a file.
package struct FileDraft: Equatable, Sendable {
  /// What a file holds.
  package enum Content: Equatable, Sendable {
    /// A text.
    case text(String)
    /// Events, each a line of JSON that is made when it is written.
    case events([SessionEvent])
    /// Rows of the matrix, each compared and made a text when it is written.
    case matrix(MatrixDraft)
  }

  /// The file's path, from the working folder.
  package var path: String
  /// What it will hold.
  package var content: Content
  /// What it is called in the answer.
  package var what: String
  /// The session that the file will hold, where that is what it is for.
  package var session: Session?
  /// Whether a file that is there may be replaced.
  package var replaces = false

  /// A text for the file at `path`, which must not be there yet.
  package init(path: String, text: String, what: String, session: Session? = nil) {
    self.path = path
    self.content = .text(text)
    self.what = what
    self.session = session
  }

  /// Events for the file at `path`, which must not be there yet.
  package init(path: String, events: [SessionEvent]) {
    self.path = path
    content = .events(events)
    what = events.count.counted("event")
  }

  /// Rows of the matrix for the file at `path`, which must not be there yet.
  init(path: String, matrix: MatrixDraft) {
    self.path = path
    content = .matrix(matrix)
    what = "\(matrix.count.counted("row")) as \(matrix.format.title)"
  }

  /// The whole text.
  package var text: String {
    var text = ""
    _ = write { piece in
      text += piece
      return true
    }
    return text
  }

  /// How many pieces ``write(whileTaken:)`` gives.
  package var pieceCount: Int {
    switch content {
    case .text: 1
    case .events(let events): events.count
    case .matrix(let matrix): matrix.count
    }
  }

  /// Gives the text piece by piece, and stops where `take` gives false; true where it came to the end.
  package func write(whileTaken take: (String) -> Bool) -> Bool {
    switch content {
    case .text(let text): return take(text)
    case .events(let events): return events.allSatisfy { take(JSONValue.object($0.json).compact + "\n") }
    case .matrix(let matrix): return matrix.write(take)
    }
  }
}
