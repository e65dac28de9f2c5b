import ArgumentParser
import VirgaEmbedded
import VirgaRuntime
import VirgaSource

/// `virga help TOPIC`, which shows an article; `virga help COMMAND` is the parser's.
struct HelpTopic {
  /// What follows `help`.
  private let words: [String]

  /// Nil if the arguments do not ask for an article.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == "help",
      arguments[1] == "--man" || !arguments[1].hasPrefix("-"),
      !VirgaCommand.commandNames.contains(arguments[1])
    else { return nil }
    words = Array(arguments.dropFirst())
  }

  /// - Throws: A usage error with near names for an unknown topic or code.
  func show() throws {
    guard words.count == 1 || words.count == 2 && words[0] == "problems" else {
      throw ValidationError("virga help shows one topic at a time")
    }
    switch words[0] {
    case "--man": Output.document(ManualPage.text)
    case "topics": Output.lines(Self.topics)
    case "problems" where words.count == 2: Output.lines(try Self.meanings(of: words[1]))
    default:
      guard let article = Articles.all.first(where: { $0.topic == words[0] }) else {
        let hint = NameSuggestions.ending(
          for: words[0], among: Articles.all.map(\.topic) + VirgaCommand.commandNames)
        throw ValidationError(
          "there is no topic or command \(words[0]); virga help topics lists the topics\(hint)")
      }
      try Pager.show(ArticleText.lines(article.bytes))
    }
  }

  private static var topics: [String] {
    summaries.flatMap { topic, summary in
      ["  \(topic)"] + ArticleText.wrapped(summary, indent: 6)
    }
  }

  /// Each topic with the first paragraph of its article.
  static var summaries: [(topic: String, summary: Substring)] {
    Articles.all.map { topic, _, bytes in
      (topic, String(decoding: bytes, as: UTF8.self).split(separator: "\n")[1])
    }
  }

  private static func meanings(of code: String) throws -> [String] {
    let meanings = ProblemCodes.meanings(of: code)
    guard meanings.isEmpty else { return meanings.map { "\(code): \($0)" } }
    let hint = NameSuggestions.ending(
      for: code, among: ProblemCodes.groups.flatMap(\.codes).map(\.code))
    throw ValidationError("unknown problem code \(code); virga help problems lists all\(hint)")
  }
}
