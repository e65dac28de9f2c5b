import Testing
import VirgaCanvas
import VirgaEmbedded
import VirgaFiles
import VirgaTestSupport

@testable import VirgaCLI

@Suite("Help topics")
struct HelpTopicTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("every article of the program is shown without Markdown tables, links and comments")
  func articles() throws {
    let folder = Repository.root + "/Sources/virga/virga.docc"
    let names = try #require(FileTree.names(in: folder)).filter {
      $0.hasSuffix(".md") && $0 != "virga.md"
    }
    let ofProgram = Articles.all.filter { $0.room == "virga" }
    #expect(Set(names) == Set(ofProgram.map { "\($0.name).md" }))
    for article in Articles.all {
      let answer = try place.virga("help", article.topic)
      #expect(answer.code == 0, "\(article.topic)")
      #expect(!answer.output.contains(".md)"), "\(article.topic)")
      #expect(!answer.output.contains("| --- |"), "\(article.topic)")
      #expect(!answer.output.contains("<!--"), "\(article.topic)")
    }
    let topics = try place.virga("help", "topics").output
    #expect(topics.hasPrefix("  console\n      Find your way"))
    #expect(!topics.contains("`"))
  }

  @Test(
    "the program's help begins with how to open the console"
  )
  func program() throws {
    let help = try place.virga("--help").output
    let parts = [
      "  virga [MANIFEST] [OPTION…]", "\n  --channel <name> ", "\n  --session <file> ",
      "\n  validate ", "\n  doctor ", "virga help topics", "virga help problems CODE",
    ]
    let positions = parts.map { help.firstRange(of: $0)?.lowerBound }
    #expect(!positions.contains(nil))
    #expect(positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
    #expect(help.hasPrefix(parts[0]))
  }

  @Test("an article fills the width that the terminal has", arguments: [40, 80, 132])
  func width(_ width: Int) throws {
    for article in Articles.all where article.room == "virga" {
      let lines = ArticleText.lines(article, width: width)
      let wide = lines.filter {
        DisplayText(whole: $0).columns > width && !$0.hasPrefix("  ") && $0.contains(" ")
      }
      // Code is not wrapped, and a word that is longer has a line of its own.
      #expect(wide == [], "\(article.topic)")
      #expect(lines.contains { $0.count > width - 12 }, "\(article.topic)")
    }
    let piped = try place.virga("help", "commands", environment: ["COLUMNS": "\(width)"]).output
    let commands = try #require(Articles.all.first { $0.topic == "commands" })
    #expect(piped == ArticleText.lines(commands, width: width).map { $0 + "\n" }.joined())
  }

  @Test("no article is wider than a usual terminal, not even its code", arguments: [80, 200])
  func codeFits(_ width: Int) {
    for article in Articles.all where article.room == "virga" {
      let lines = ArticleText.lines(article, width: width)
      #expect(lines.filter { DisplayText(whole: $0).columns > width } == [], "\(article.topic)")
    }
  }

  @Test("the signs of the console are one table, in which no meaning is torn from its sign")
  func signs() throws {
    let article = try #require(Articles.all.first { $0.topic == "console" })
    for width in [40, 80, 200] {
      let lines = ArticleText.lines(article, width: width)
      let start = try #require(lines.firstIndex(of: "SIGNS"))
      let table = lines[(start + 2)...].prefix { !$0.isEmpty }
      #expect(table.first?.hasPrefix("  ~     the manifest changes it for this") == true)
      #expect(table.contains("  ◆     experiment") && table.contains("  !     problem"))
      // The last row takes two lines in the narrowest terminal.
      let lastRows = table.drop { $0 != "  ▸, ▾  cursor or folded, unfolded" }
      #expect(lastRows.count == (width == 40 ? 3 : 2))
      #expect(lastRows.dropFirst().first?.hasPrefix("  ▲, i  in lists of problems: ") == true)
    }
  }

  @Test("paragraphs and list items are wrapped") func blocks() {
    let article = """
      # A title

      Some words that are
      on two lines, with `code`, [Keys](Keys.md) and [a link](https://a.example).

      - an item that
        goes on
      - another one
      """
    #expect(
      ArticleText.lines(Array(article.utf8), of: "virga", width: 30) == [
        "A TITLE", "", "Some words that are on two", "lines, with code, virga help",
        "keys and a link", "(https://a.example).", "", "- an item that goes on", "- another one",
      ])
  }

  @Test("code is not wrapped") func codeBlock() {
    let article = """
      # A title

      - an item

      ```sh
      virga --flags 'a  b' and a line that is longer than all others
      ```
      """
    #expect(
      ArticleText.lines(Array(article.utf8), of: "virga", width: 30) == [
        "A TITLE", "", "- an item", "",
        "  virga --flags 'a  b' and a line that is longer than all others",
      ])
  }

  @Test("a table has aligned columns if they fit, else the last cell of each row is below")
  func table() {
    let table = HelpTable([
      ["key", "screen", "shows"], ["1", "Features", "every feature"],
      ["2", "Flags", "every flag with its three checks"],
    ])
    #expect(
      table.lines(width: 36) == [
        "  1  Features  every feature", "  2  Flags     every flag with its",
        "               three checks",
      ])
    #expect(
      table.lines(width: 24) == [
        "  1 Features", "      every feature", "  2 Flags", "      every flag with",
        "      its three checks",
      ])
  }

  @Test("a table in two parts side by side is shown as one")
  func repeatedHeads() {
    let table = HelpTable([
      ["sign", "meaning", "sign", "meaning"], ["~", "changed", "!", "problem"],
      ["*", "client", "", ""],
    ])
    #expect(table.lines(width: 40) == ["  ~  changed", "  *  client", "  !  problem"])
  }

  @Test("every link from an article to another one is a topic that help shows")
  func topics() {
    let link = /\]\(([^)]+\.md)\)/
    var count = 0
    for article in Articles.all {
      let text = String(decoding: article.bytes, as: UTF8.self)
      // A file that is not in `Sources`, such as the README of the examples, has no topic.
      for match in text.matches(of: link) where !match.1.hasPrefix("../../../") {
        let topic = Articles.topic(at: String(match.1), from: article.room)
        #expect(topic != nil, "\(article.topic) links to \(match.1)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test(
    "a link names the topic of its article",
    arguments: [
      TestRow(
        "in the same room",
        ("see [Keys](Keys.md)", "virga", "see virga help keys")),
      TestRow(
        "in the same room, which is not the program's",
        ("see [Keys](Keys.md)", "VirgaFlags", "see virga help VirgaFlags/Keys")),
      TestRow(
        "in another room",
        (
          "see [Keys](../../VirgaFlags/VirgaFlags.docc/Keys.md)", "virga",
          "see virga help VirgaFlags/Keys"
        )),
      TestRow(
        "a file of the repository has no topic",
        ("see [.examples](../../../.examples)", "virga", "see .examples")),
    ])
  func link(_ row: TestRow<(String, String, String)>) {
    let (text, room, shown) = row.values
    #expect(ArticleText.plain(text, of: room) == shown)
  }

  @Test("an article of another room is a topic of its own")
  func otherRoom() throws {
    let answer = try place.virga("help", "VirgaFlags/ThreeChecks")
    #expect(answer.output.hasPrefix("THREE CHECKS\n"))
    #expect(answer.code == 0)
  }

  @Test("table rows are shown as cells") func rows() throws {
    let answer = try place.virga("help", "commands")
    #expect(
      answer.output.contains(
        "  virga run SCRIPT [MANIFEST]\n      runs a script without a screen, see virga help scripts\n"
      ))
    #expect(answer.output.contains("--color never|auto|always"))
  }

  @Test("links are shown as the commands that show them") func links() throws {
    #expect(try place.virga("help", "commands").output.contains("see virga help scripts\n"))
  }

  @Test("a title is shown in capitals") func title() throws {
    #expect(try place.virga("help", "commands").output.hasPrefix("COMMANDS\n\n"))
  }

  @Test("code is shown without its marks") func codeMarks() throws {
    #expect(try !place.virga("help", "commands").output.contains("`"))
  }

  @Test("help problems explains a problem code, with each of its meanings")
  func code() throws {
    #expect(
      try place.virga("help", "problems", "bad-url").output == "bad-url: not an absolute URL\n")
    #expect(
      try place.virga("help", "problems", "wrong-type").output == """
        wrong-type: the value has another type, or is a number out of range
        wrong-type: the value of a key has the wrong type; the entry is left out
        wrong-type: a member of a baseline that is not a text

        """)
  }

  @Test(
    "unknown topics are refused",
    arguments: [
      TestRow(
        "a misspelled topic",
        (
          ["help", "keyz"],
          "there is no topic or command keyz; virga help topics lists the topics; did you mean `keys`?"
        )),
      TestRow(
        "a topic unlike all of them",
        (
          ["help", "nothing-like-it"],
          "there is no topic or command nothing-like-it; virga help topics lists the topics"
        )),
      TestRow(
        "a misspelled problem code",
        (
          ["help", "problems", "bad-ulr"],
          "unknown problem code bad-ulr; virga help problems lists all; did you mean `bad-url`?"
        )),
      TestRow("two topics", (["help", "keys", "more"], "virga help shows one topic at a time")),
    ])
  func unknown(_ row: TestRow<([String], String)>) throws {
    let (arguments, message) = row.values
    let answer = try VirgaProgram.run(arguments)
    #expect(answer.errors.hasPrefix("error: \(message)"))
    #expect(answer.output == "")
    #expect(answer.code == 64)
  }

  @Test("a pager runs only in a terminal")
  func pager() throws {
    let piped = try place.virga("help", "scripts", environment: ["PAGER": "/nowhere/pager"])
    #expect(piped.output.hasPrefix("SCRIPTS"))
    #expect(piped.code == 0)
    guard SystemProgram.path(of: "tmux") != nil else {
      return print("skipped: this machine has no tmux")
    }
    let counted = try TmuxSession("PAGER='head -n 1' virga help scripts", in: place.directory)
    let lines = try counted.wait(for: "left 0")
    #expect(lines.prefix(2) == ["SCRIPTS", "left 0"])
  }

  @Test("a pager that cannot be started is reported")
  func missingPager() throws {
    guard SystemProgram.path(of: "tmux") != nil else {
      return print("skipped: this machine has no tmux")
    }
    let terminal = try TmuxSession("PAGER=/nowhere/pager virga help scripts", in: place.directory)
    try terminal.wait(for: "error: PAGER names /nowhere/pager, which cannot be started", "left 2")
  }
}
