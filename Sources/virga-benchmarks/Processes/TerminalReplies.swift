/// xterm's replies to terminal queries.
enum TerminalReplies {
  /// The replies to the queries in a program's output; each query must be complete.
  static func replies(to bytes: ArraySlice<UInt8>) -> [String] {
    var replies: [String] = []
    for index in bytes.indices where bytes[index] == 0x1B {
      for (question, reply) in answers where bytes[index...].starts(with: question.utf8) {
        replies.append(reply)
      }
    }
    return replies
  }

  private static let answers = [
    ("\u{1B}[c", "\u{1B}[?62;22c"), ("\u{1B}[0c", "\u{1B}[?62;22c"), ("\u{1B}[6n", "\u{1B}[1;1R"),
    ("\u{1B}[>c", "\u{1B}[>0;276;0c"), ("\u{1B}[>0c", "\u{1B}[>0;276;0c"),
    ("\u{1B}[5n", "\u{1B}[0n"),
  ]
}
