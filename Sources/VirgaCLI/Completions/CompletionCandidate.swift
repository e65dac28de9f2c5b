/// A word that is possible at the cursor.
struct CompletionCandidate: Equatable {
  /// The whole word, also if a part of it is already typed.
  let text: String
  /// What it means, for shells that show it.
  var note = ""
  /// Whether the word ends here; false for a folder, or if a value has to follow.
  var isComplete = true

  /// Whether a terminal shows the text as it is, on one line.
  ///
  /// Names with control characters, line breaks, marks that reverse the writing direction or bytes
  /// that are not UTF-8 are not offered: shells would print them.
  var isPrintable: Bool { text.unicodeScalars.allSatisfy(Self.isPrintable) }

  /// Whether a shell can show the character: not a control, a line end or a change of direction.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    case .format: !scalar.properties.isBidiControl
    default: true
    }
  }
}

/// The words that are possible at the cursor.
struct CompletionCandidates {
  /// Files to offer besides the words.
  enum Files: String {
    case none, files, folders
  }

  var words: [CompletionCandidate] = []
  var files = Files.none

  /// These words, and files besides them.
  init(_ words: [CompletionCandidate] = [], files: Files = .none) {
    self.words = words
    self.files = files
  }

  /// Words without a note, such as the ids of features.
  init(_ texts: [String], isComplete: Bool = true) {
    words = texts.map { CompletionCandidate(text: $0, isComplete: isComplete) }
  }
}
