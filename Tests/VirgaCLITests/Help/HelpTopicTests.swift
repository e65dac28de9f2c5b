import Testing
import VirgaEmbedded
import VirgaFiles
import VirgaTestSupport

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
    #expect(Set(names) == Set(Articles.all.map { "\($0.name).md" }))
    for article in Articles.all {
      let answer = try place.virga("help", article.topic)
      #expect(answer.code == 0, "\(article.topic)")
      #expect(!answer.output.contains("<doc:"), "\(article.topic)")
      #expect(!answer.output.contains("| --- |"), "\(article.topic)")
      #expect(!answer.output.contains("<!--"), "\(article.topic)")
    }
    #expect(try place.virga("help", "topics").output.hasPrefix("  console\n      Find your way"))
  }

  @Test("the program's help names the topics, the problem codes and the manual page")
  func named() throws {
    let answer = try place.virga("--help").output
    for topic in ["topics", "problems CODE", "--man"] {
      #expect(answer.contains("virga help \(topic)"), "\(topic)")
    }
  }

  @Test("table rows are shown as cells, and links as the commands that show them")
  func text() throws {
    let answer = try place.virga("help", "commands")
    #expect(answer.output.hasPrefix("COMMANDS\n\n"))
    #expect(
      answer.output.contains(
        "  `virga run SCRIPT [MANIFEST]`\n      runs a script without a screen, see `virga help scripts`\n"
      ))
    #expect(answer.output.contains("`--color never|auto|always`"))
  }

  @Test("help problems explains a problem code, with each of its meanings")
  func code() throws {
    #expect(
      try place.virga("help", "problems", "bad-url").output == "bad-url: not an absolute URL\n")
    #expect(
      try place.virga("help", "problems", "wrong-type").output == """
        wrong-type: the value has another type, or is a number out of range
        wrong-type: the value of a key has the wrong type; the entry is left out

        """)
  }

  @Test(
    "unknown topics are refused with near names",
    arguments: [
      (
        ["help", "keyz"],
        "there is no topic or command keyz; virga help topics lists the topics; did you mean `keys`?"
      ),
      (
        ["help", "nothing-like-it"],
        "there is no topic or command nothing-like-it; virga help topics lists the topics"
      ),
      (
        ["help", "problems", "bad-ulr"],
        "unknown problem code bad-ulr; virga help problems lists all; did you mean `bad-url`?"
      ),
      (["help", "keys", "more"], "virga help shows one topic at a time"),
    ])
  func unknown(_ arguments: [String], _ message: String) throws {
    let answer = try VirgaProgram.run(arguments)
    #expect(answer.errors.hasPrefix("error: \(message)"))
    #expect(answer.output == "")
    #expect(answer.code == 64)
  }

  @Test("the pager runs only in a terminal, and its failure is reported")
  func pager() throws {
    let piped = try place.virga("help", "scripts", environment: ["PAGER": "/nowhere/pager"])
    #expect(piped.output.hasPrefix("SCRIPTS"))
    #expect(piped.code == 0)
    guard SystemProgram.path(of: "tmux") != nil else {
      return print("skipped: this machine has no tmux")
    }
    let terminal = try TmuxSession("PAGER=/nowhere/pager virga help scripts", in: place.directory)
    try terminal.wait(for: "error: PAGER names /nowhere/pager, which cannot be started", "left 2")
    let counted = try TmuxSession("PAGER='head -n 1' virga help scripts", in: place.directory)
    let lines = try counted.wait(for: "left 0")
    #expect(lines.prefix(2) == ["SCRIPTS", "left 0"])
  }
}
