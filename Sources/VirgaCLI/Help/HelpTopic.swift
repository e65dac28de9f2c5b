import ArgumentParser
import VirgaArticles
import VirgaRuntime
import VirgaSource

/// `virga help TOPIC`, which shows an article; `virga help COMMAND` is the parser's.
struct HelpTopic {
  /// What follows `help`.
  private let words: [String]

  /// What `arguments` ask for; nil if that is not an article.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == "help", arguments[1] == "--man" || !arguments[1].hasPrefix("-"),
      !VirgaCommand.commandNames.contains(arguments[1])
    else { return nil }
    words = Array(arguments.dropFirst())
  }

  /// Shows it.
  ///
  /// - Throws: a usage error with near names for an unknown topic or code.
  func show() throws {
    guard words.count == 1 || words.count == 2 && words[0] == "problems" else {
      throw ValidationError("virga help shows one topic at a time")
    }
    switch words[0] {
    case "--man": Output.document(ManualPage.text)
    case "topics": Self.topics.forEach { Output.line($0) }
    case "problems" where words.count == 2: try Output.line(Self.meaning(of: words[1]))
    default:
      guard let article = Articles.all.first(where: { $0.topic == words[0] }) else {
        let hint = NearNames.ending(for: words[0], among: Articles.all.map(\.topic) + VirgaCommand.commandNames)
        throw ValidationError("there is no topic or command \(words[0])\(hint); virga help topics lists the topics")
      }
      try Pager.show(ArticleText.lines(article.bytes))
    }
  }

  /// The topics with what they are about.
  private static var topics: [String] {
    Articles.all.map { topic, _, bytes in
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return "  \(topic)\n\(ArticleText.wrapped(lines[1], indent: 6).joined(separator: "\n"))"
    }
  }

  /// What the article about problem codes says of one.
  private static func meaning(of code: String) throws -> String {
    let article = Articles.all.first { $0.topic == "problems" }?.bytes ?? []
    let rows = String(decoding: article, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { ArticleText.cells($0) }
    guard let row = rows.first(where: { $0[0] == "`\(code)`" }) else {
      let hint = NearNames.ending(for: code, among: rows.map { String($0[0].dropFirst().dropLast()) })
      throw ValidationError("there is no problem code \(code)\(hint); virga help problems lists all")
    }
    return "\(code): \(row[1])"
  }
}
