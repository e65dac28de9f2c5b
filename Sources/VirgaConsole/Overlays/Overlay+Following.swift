import VirgaCanvas
import VirgaJSON

extension Overlay {
  /// What lists are made of: where some of it changes, the list that is open is made anew.
  struct Basis: Equatable, Sendable {
    private var session: Int
    private var problems: FoundProblems.Key
    private var check: [Int]

    init(_ state: State) {
      session = state.sessionGeneration
      problems = state.problemsKey
      check = state.editor.map { [$0.checkedVersion, $0.checkRound] } ?? []
    }
  }

  /// A list in the place of this one, narrowed by what is typed, with the cursor on the same line as far as it is there.
  func followed(by made: Overlay) -> Overlay {
    var next = made
    (next.making, next.covered, next.field) = (making, covered, field)
    next.narrow()
    next.scroll = scroll
    next.keepCursor(on: keptLine ?? selected)
    return next
  }
}

/// What a list is about that was opened for something.
private struct ListSubject: Equatable, Sendable {
  var way: [Invocation]
  var marked: NameSet
}

extension State {
  /// Lays a list over the screen that goes on to say what is so while it is open; does nothing where it is not made.
  mutating func open(_ make: @escaping @Sendable (State) -> Overlay?) {
    guard var made = make(self) else { return }
    made.making = make
    overlay = made
  }

  /// The same of a list about what is under the cursor or marked: where that is something else, it is gone.
  mutating func openHere(_ make: @escaping @Sendable (State) -> Overlay?) {
    let here = subject
    open { $0.subject == here ? make($0) : nil }
  }

  /// What is under the cursor, and what is marked.
  private var subject: ListSubject {
    ListSubject(way: parts.way(in: self), marked: parts.marks(in: self).map { self[$0] } ?? [])
  }

  /// Goes back to the list that the one on the screen covers, or to the screen.
  mutating func closeOverlay() { overlay = overlay?.covered }

  /// Has the list on the screen say what is so now; a question with nothing left to ask is closed.
  mutating func followOverlay() {
    guard var shown = overlay else { return }
    let basis = Overlay.Basis(self)
    guard shown.basis != basis else { return }
    defer { overlay?.basis = basis }
    // Where it was only just opened it is so.
    guard shown.basis != nil else { return }
    if shown.kind == .palette {
      shown.commands = []
      overlay = shown
      narrowOverlay()
      overlay?.scroll = shown.scroll
      overlay?.keepCursor(on: shown.keptLine ?? shown.selected)
      return
    }
    guard let make = shown.making else { return }
    var below = self
    below.overlay = shown.covered
    if let made = make(below) {
      overlay = shown.followed(by: made)
    } else {
      closeOverlay()
      let words = "what was asked about is gone"
      guard let said = status else { return status = .note(words) }
      if said.kind == .note { status = .note("\(said.text.plain); \(words)") }
    }
  }
}
