import Testing
import VirgaTestSupport

@testable import VirgaCLI

@Suite("Words of a bash line")
struct BashWordsTests {
  /// A line, its finished words, and the value of the last one.
  private static let lines: [TestRow<(line: String, complete: [String], current: String)>] = [
    TestRow("a blank at the end begins a word", ("virga values ", ["virga", "values"], "")),
    TestRow(
      "escapes and quotes",
      ("virga  a\\ b \"c d\" 'e \\f' g", ["virga", "a b", "c d", "e \\f"], "g")),
    TestRow("a quote that is not closed", ("virga --x=\"a b", ["virga"], "--x=a b")),
    TestRow("single quotes around an escaped one", ("virga 'it'\\''s", ["virga"], "it's")),
    TestRow(
      "escapes within double quotes, and an empty word",
      ("virga \"a\\$b\\q\\\\\" \"\" c", ["virga", "a$b\\q\\", ""], "c")),
    TestRow("redirections", ("virga x 2>err >out y", ["virga", "x"], "y")),
    TestRow("a command is not run", ("virga $(touch hacked)", ["virga", "$(touch"], "hacked)")),
  ]

  @Test("are read without quotes and expansions", arguments: lines)
  func reading(_ row: TestRow<(line: String, complete: [String], current: String)>) {
    let (line, complete, current) = row.values
    let words = BashWords(line)
    #expect(words.complete == complete)
    #expect(words.current == current)
  }

  private static let variables = ["HOME": "/h me", "X": "a b", "EMPTY": ""]

  /// A line with variables, its finished words, and the value of the last one.
  private static let expansions: [TestRow<(line: String, complete: [String], current: String)>] = [
    TestRow("a variable with a blank", ("virga $HOME/x \"$X\"/y", ["virga", "/h me/x"], "a b/y")),
    TestRow(
      "braces and the home folder", ("virga ${X}z ~/f $X", ["virga", "a bz", "/h me/f"], "a b")),
    TestRow(
      "no variable in single quotes", ("virga \"${X}\" '$X' \\$X", ["virga", "a b", "$X"], "$X")),
    TestRow(
      "an empty variable and two after one another",
      ("virga a$EMPTY/b $$X $X$X", ["virga", "a/b", "$a b"], "a ba b")),
    TestRow("unknown variables stay", ("virga $NONE/a ${NONE}", ["virga", "$NONE/a"], "${NONE}")),
    TestRow(
      "other expansions stay", ("virga ${X:-y} ${X $1 $", ["virga", "${X:-y}", "${X", "$1"], "$")),
    TestRow(
      "a tilde in quotes or within a word stays",
      ("virga \"~/f\" '~'/f a~/f ~", ["virga", "~/f", "~/f", "a~/f"], "~")),
    TestRow("a command stays", ("virga $(X) `$X`", ["virga", "$(X)"], "`a b`")),
  ]

  @Test("only plain variables and the home folder are expanded", arguments: expansions)
  func expanding(_ row: TestRow<(line: String, complete: [String], current: String)>) {
    let (line, complete, current) = row.values
    let words = BashWords(line, variables: Self.variables)
    #expect(words.complete == complete)
    #expect(words.current == current)
  }

  @Test("a variable without braces at the end of a line could go on")
  func ending() {
    for line in ["virga $X", "virga \"$X"] {
      #expect(BashWords(line, variables: Self.variables).endsInVariable)
    }
    for line in ["virga ${X}", "virga $X/", "virga \"$X\"", "virga $NONE", "virga '$X"] {
      #expect(!BashWords(line, variables: Self.variables).endsInVariable)
    }
  }

  @Test(
    "the file of a redirection is recognized",
    arguments: ["virga x >", "virga x > o", "virga x <'a b"])
  func redirection(_ line: String) { #expect(BashWords(line).isRedirected) }

  @Test("escaped text is one word with the same text, also for bash itself")
  func escaping() throws {
    let names =
      HostileText.all + [
        "a!b", "~/x", "{a,b}", "#x", "x=~", "é(ü)", "*?[a]", "<a>&b;c", "-x", "a\tb",
      ]
    let texts = names.filter { CompletionCandidate(text: $0).isPrintable || $0.contains("\t") }
    for quote in [nil, BashWords.Quote.single, .double] {
      let mark = quote.map { String($0.rawValue) } ?? ""
      let words = texts.map { "x" + mark + BashWords.escaped($0, in: quote) + mark }
      for (text, word) in zip(texts, words) {
        #expect(Array(BashWords(word).current.utf8) == Array("x\(text)".utf8))
      }
      guard let bash = SystemProgram.path(of: "bash") else { continue }
      let answer = try ChildProcess.run(
        [bash, "-c", "printf '%s\\0' " + words.joined(separator: " ")],
        environment: SystemProgram.environment)
      #expect(Array(answer.output.utf8) == Array(texts.map { "x\($0)\0" }.joined().utf8))
    }
  }

  @Test("fish words are read without quotes")
  func fish() {
    #expect(FishWord.unquoted("a\\ b'c \\'d\\e'\"f\\$g\\h\"") == "a bc 'd\\ef$g\\h")
    #expect(FishWord.unquoted("--x='a b") == "--x=a b")
  }
}
