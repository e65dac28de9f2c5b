import VirgaCanvas

enum WritingCommands {
  /// Writing files: an existing file is kept until the person confirms.
  static let all: [Command] = [
    Command("write-copied", "write what was copied to a file") { state, argument in
      guard let copied = state.files.copied else { return [] }
      guard !argument.isEmpty else { return state.askForFile("write-copied", proposal: "copied.txt") }
      return state.write(copied.text, to: argument, what: copied.what)
    }
    .argument(.file(endings: []))
    .when { state in state.files.copied.map { .applies($0.what) } ?? .refused(.nothingCopied) }
    .help("Writes the text that was copied last, for when the clipboard is not available."),
    Command("overwrite", "replace the file") { state, _ in
      guard var draft = state.files.unwritten else { return [] }
      state.files.unwritten = nil
      draft.replaces = true
      return [.write(draft)]
    }
    .when { state in state.files.unwritten.map { .applies($0.path) } ?? .refused(.noFileWaiting) }
    .help("Overwrites the existing file."),
    Command("keep-file", "keep the file") { state in state.files.unwritten = nil }
      .when { $0.files.unwritten == nil ? .refused(.noFileWaiting) : .applies() },
  ]
}

extension State {
  /// A text that was copied.
  struct Copied: Equatable, Sendable {
    var text: String
    var what: String
  }

  /// Writes a file; asks first if it exists.
  func write(_ text: String, to path: String, what: String) -> Outcome {
    [.write(FileDraft(path: path, text: text, what: what))]
  }

  mutating func ask(about draft: FileDraft) -> Outcome {
    files.unwritten = draft
    let question = Question(
      asked: "\(draft.path) already exists",
      answers: [
        .init(invocation: Invocation("keep-file"), title: "keep it", detail: "nothing is written"),
        .init(invocation: Invocation("overwrite"), title: "replace it", detail: "what it holds is lost"),
      ])
    return .question({ _ in question }, saying: .fileExists(draft.path))
  }
}
