import ArgumentParser
import VirgaEmbedded
import VirgaRuntime
import VirgaSource

/// `virga help TOPIC`, which shows an article; `virga help COMMAND` is the parser's.
struct HelpTopic {
  /// What follows `help`.
  private let words: [String]

  /// Nil if the arguments do not ask for an article: the parser then answers them.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == "help" else { return nil }
    let topic = arguments[1]
    let isOptionOfParser = topic.hasPrefix("-")
    let isCommand = VirgaCommand.commandNames.contains(topic)
    if isOptionOfParser || isCommand { return nil }
    words = Array(arguments.dropFirst())
  }

  /// Shows the article, the list of topics, or the meaning of a problem code.
  ///
  /// - Throws: A usage error with near names for an unknown topic or code.
  func show() throws {
    let topic = words[0]
    let namesCode = words.count == 2 && topic == "problems"
    guard words.count == 1 || namesCode else {
      throw ValidationError("virga help shows one topic at a time")
    }
    switch topic {
    case "topics": Output.lines(Self.topics)
    case "problems" where namesCode: Output.lines(try Self.meanings(of: words[1]))
    default: try Self.showArticle(about: topic)
    }
  }

  /// Shows the article of a topic in the pager.
  ///
  /// - Throws: A usage error with near names if the topic has no article.
  private static func showArticle(about topic: String) throws {
    guard let article = Articles.all.first(where: { $0.topic == topic }) else {
      let hint = NameSuggestions.ending(
        for: topic, among: Articles.all.map(\.topic) + VirgaCommand.commandNames)
      throw ValidationError(
        "there is no topic or command \(topic); virga help topics lists the topics\(hint)")
    }
    try Pager.show(ArticleText.lines(article, width: TerminalWidth.current))
  }

  /// The topics, each with its summary below.
  private static var topics: [String] {
    let width = TerminalWidth.current
    return summaries.flatMap { topic, summary in
      ["  \(topic)"] + ArticleText.wrapped(summary, width: width)
    }
  }

  /// Each topic with its summary, the first paragraph of the article.
  static var summaries: [(topic: String, summary: String)] {
    Articles.all.map { article in
      // A paragraph is one line, and the first line is the title.
      let lines = String(decoding: article.bytes, as: UTF8.self).split(separator: "\n")
      return (article.topic, ArticleText.plain(String(lines[1]), of: article.room))
    }
  }

  /// The meanings of a problem code, each after the code; a few codes have several.
  private static func meanings(of code: String) throws -> [String] {
    let meanings = ProblemCodes.meanings(of: code)
    guard meanings.isEmpty else { return meanings.map { "\(code): \($0)" } }
    let allCodes = ProblemCodes.groups.flatMap(\.codes).map(\.code)
    let hint = NameSuggestions.ending(for: code, among: allCodes)
    throw ValidationError("unknown problem code \(code); virga help problems lists all\(hint)")
  }
}
