import VirgaTestSupport

/// The articles of all rooms, including rules, and the comments that cite rules.
///
/// An article is named by its room and its file: `VirgaManifest/DefaultBlocks`. A comment cites it
/// after the word `Rule` and a colon. The landing page of a room lists its articles; those about
/// rules have a separate heading.
struct RuleArticles {
  /// A name that occurs in a file.
  struct Mention {
    var file: String
    var name: String
  }

  /// The rooms that have a landing page.
  private(set) var landingPages: Set<String> = []
  /// Every article except landing pages.
  private(set) var all: Set<String> = []
  /// The articles that a landing page lists, in its order.
  private(set) var listed: [Mention] = []
  /// The articles that a landing page lists as rules.
  private(set) var rules: [Mention] = []
  /// The articles that other articles refer to.
  private(set) var links: [Mention] = []
  /// The articles that comments cite.
  private(set) var citations: [Mention] = []

  init() {
    let sources = "\(Repository.root)/Sources"
    for room in (FileTree.names(in: sources) ?? []).sorted() {
      addCatalog("\(sources)/\(room)/\(room).docc", of: room)
    }
    for file in FileTree.files(below: sources) + FileTree.files(below: "\(Repository.root)/Tests")
    where file.hasSuffix(".swift") {
      addCitations(in: file)
    }
  }

  private mutating func addCatalog(_ folder: String, of room: String) {
    for file in FileTree.files(below: folder) where file.hasSuffix(".md") {
      let text = GoldenText.read(file) ?? ""
      let title = file.dropFirst(folder.count + 1).dropLast(".md".count)
      if title == room {
        addLandingPage(text, file, room)
      } else {
        all.insert("\(room)/\(title)")
        links += Self.links(in: text).map { Mention(file: file, name: "\(room)/\($0)") }
      }
      links += Self.otherRooms(in: text).map { Mention(file: file, name: $0) }
    }
  }

  private mutating func addLandingPage(_ text: String, _ file: String, _ room: String) {
    landingPages.insert(room)
    for section in text.split(separator: "\n### ").dropFirst() {
      let articles = Self.links(in: String(section)).map {
        Mention(file: file, name: "\(room)/\($0)")
      }
      listed += articles
      if section.hasPrefix("Rules\n") { rules += articles }
    }
  }

  private mutating func addCitations(in file: String) {
    let lines = (GoldenText.read(file) ?? "").split(separator: "\n")
    for comment in lines where comment.drop(while: { $0 == " " }).hasPrefix("//") {
      for rest in comment.split(separator: "Rule:", omittingEmptySubsequences: false).dropFirst() {
        let name = rest.drop { $0 == " " }.prefix { $0.isLetter || $0 == "/" }
        citations.append(Mention(file: file, name: String(name)))
      }
    }
  }

  /// The articles of the same room to which a text links.
  private static func links(in text: String) -> [String] {
    text.split(separator: "<doc:", omittingEmptySubsequences: false).dropFirst().map { rest in
      String(rest.prefix { $0 != ">" })
    }
  }

  /// Articles of other rooms, which a text names as code because links across rooms do not resolve.
  private static func otherRooms(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).map { String($0) }.filter { code in
      code.hasPrefix("Virga") && code.contains("/") && code.allSatisfy { $0.isLetter || $0 == "/" }
    }
  }
}
