import VirgaJSON
package import VirgaSession

/// What is to become a file.
package struct FileDraft: Hashable, Sendable {
  /// What a file holds.
  package enum Content: Hashable, Sendable {
    /// A text.
    case text(String)
    /// Events, each a line of JSON that is made when it is written.
    case events([SessionEvent])
  }

  /// The file's path, from the working folder.
  package var path: String
  /// What it will hold.
  package var content: Content
  /// What it is called in the answer.
  package var what: String
  /// Whether a file that is there may be replaced.
  package var replaces = false

  /// A text for the file at `path`, which must not be there yet.
  package init(path: String, text: String, what: String) {
    self.path = path
    self.content = .text(text)
    self.what = what
  }

  /// Events for the file at `path`, which must not be there yet.
  package init(path: String, events: [SessionEvent]) {
    self.path = path
    content = .events(events)
    what = events.count == 1 ? "1 event" : "\(events.count) events"
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
    }
  }

  /// Gives the text piece by piece, and stops where `take` gives false; true where it came to the end.
  package func write(whileTaken take: (String) -> Bool) -> Bool {
    switch content {
    case .text(let text): return take(text)
    case .events(let events): return events.allSatisfy { take(JSONValue.object($0.json).compact + "\n") }
    }
  }
}
