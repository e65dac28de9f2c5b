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
      }
      links += Self.links(in: text, of: room).map { Mention(file: file, name: $0) }
    }
  }

  private mutating func addLandingPage(_ text: String, _ file: String, _ room: String) {
    landingPages.insert(room)
    for section in text.split(separator: "\n### ").dropFirst() {
      let articles = Self.links(in: String(section), of: room).map {
        Mention(file: file, name: $0)
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

  /// The articles to which a text of a room links: `VirgaFlags/Keys` for `Keys.md` in that room,
  /// and for `../../VirgaFlags/VirgaFlags.docc/Keys.md` in others.
  private static func links(in text: String, of room: String) -> [String] {
    let link = /\]\((?:\.\.\/\.\.\/([A-Za-z]+)\/[A-Za-z]+\.docc\/)?([A-Za-z]+)\.md\)/
    return text.matches(of: link).map { match in
      let linkedRoom = match.1.map { String($0) } ?? room
      return "\(linkedRoom)/\(match.2)"
    }
  }
}
