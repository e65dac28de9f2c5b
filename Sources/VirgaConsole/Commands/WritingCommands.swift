extension CommandTable {
  /// Writing files: one that is there already is kept until that was confirmed.
  static let writingCommands: [Command] = [
    Command(
      "write-copied", "write what was copied to a file", argument: .file(endings: []),
      help: "Writes the text that was copied last, where the clipboard cannot be reached.",
      when: { state in state.copied.map { .applies($0.what) } ?? .refused("nothing was copied yet") },
      run: { state, argument in
        guard let copied = state.copied else { return [] }
        guard !argument.isEmpty else { return state.askForFile("write-copied", proposal: "copied.txt") }
        return state.write(copied.text, to: argument, what: copied.what)
      }),
    Command(
      "overwrite", "replace the file", help: "Writes over the file that was there already.",
      when: { state in
        state.unwritten.map { .applies($0.path) } ?? .refused("no file is waiting to be replaced")
      },
      run: { state, _ in
        guard var draft = state.unwritten else { return [] }
        state.unwritten = nil
        draft.replaces = true
        return [.write(draft)]
      }),
    Command(
      "keep-file", "leave the file as it is",
      when: { $0.unwritten == nil ? .refused("no file is waiting") : .applies() },
      run: { state, _ in
        state.unwritten = nil
        return []
      }),
  ]
}

extension State {
  /// A text that was copied.
  package struct Copied: Equatable, Sendable {
    /// The text.
    package var text: String
    /// What it is called.
    package var what: String
  }

  /// Has a file written; asks first where there is one of that name.
  func write(_ text: String, to path: String, what: String) -> [Effect] {
    [.write(FileDraft(path: path, text: text, what: what))]
  }

  /// Asks whether a file that is there may be replaced.
  mutating func ask(about draft: FileDraft) -> [Effect] {
    unwritten = draft
    ask { _ in
      Question(
        asked: "\(draft.path) is there already",
        answers: [
          .init(invocation: Invocation("keep-file"), title: "keep it", detail: "nothing is written"),
          .init(invocation: Invocation("overwrite"), title: "replace it", detail: "what it holds is lost"),
        ])
    }
    status = .refusal("\(draft.path) is there already; overwrite replaces it")
    return []
  }
}
