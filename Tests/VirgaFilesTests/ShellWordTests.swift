import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("Shell words") struct ShellWordTests {
  @Test(
    "a word is quoted only when necessary",
    arguments: [
      ("plain-word_1.yaml", "plain-word_1.yaml"), ("", "''"), ("two words", "'two words'"),
      ("it's", "'it'\\''s'"),
      ("$(rm)", "'$(rm)'"), ("a;b", "'a;b'"), ("é", "'é'"), ("line\nend", "'line\nend'"),
      ("'\u{301};", "''\\''\u{301};'"), ("'\u{200D}", "''\\''\u{200D}'"),
    ])
  func quoting(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }

  @Test("a real shell and the splitter both restore every quoted text")
  func everyText() throws {
    let texts = HostileText.all
    let words = texts.map(ShellWord.quoted).joined(separator: " ")
    let answer = try ChildProcess.run(["/bin/sh", "-s"], input: "printf '%s\\037' \(words)\n")
    let read = answer.output.utf8.split(separator: 0x1F, omittingEmptySubsequences: false)
      .dropLast().map(Array.init)
    #expect(read == texts.map { Array($0.utf8) })
    #expect(answer.errors == "")
    #expect(ShellWord.split(words)?.map { Array($0.utf8) } == read)
  }

  @Test(
    "a word that is read by a person shows all of its characters and bytes",
    arguments: [
      ("plain", "plain"), ("it's", "'it'\\''s'"), ("a\nb", #""$(printf 'a\012b')""#),
      ("a\u{202E}'\\%b", #""$(printf 'a\342\200\256\047\\%%b')""#),
      ("-\t", #""$(printf '\055\011')""#),
      (SystemPath.text([0x63, 0xE9, 0x2E]), #""$(printf 'c\351.')""#),
    ])
  func readable(word: String, quoted: String) { #expect(ShellWord.readable(word) == quoted) }

  @Test("a real shell restores every word that is read by a person")
  func readableTexts() throws {
    let texts = HostileText.all + ["\u{202E}x\n\n", "-n\u{E0041}%s\\n", "\n", "\u{200B}$HOME`id`"]
    let words = texts.map(ShellWord.readable).joined(separator: " ")
    let answer = try ChildProcess.run(["/bin/sh", "-s"], input: "printf '%s\\037' \(words)\n")
    let read = answer.output.utf8.split(separator: 0x1F, omittingEmptySubsequences: false)
      .dropLast().map(Array.init)
    #expect(read == texts.map { Array($0.utf8) })
    #expect(answer.errors == "")
  }

  @Test(
    "a command is split as a shell splits it",
    arguments: [
      ("vi", ["vi"]), ("code -w  --new-window", ["code", "-w", "--new-window"]),
      ("'/my tools/vim' -u \"NO NE\"", ["/my tools/vim", "-u", "NO NE"]),
      ("emacs\\ client -t ''", ["emacs client", "-t", ""]),
      ("a;b $(c) `d` *", ["a;b", "$(c)", "`d`", "*"]), ("\"a\\b\\\"c\"", ["a\\b\"c"]), ("", []),
      (" \t", []),
      ("'a'\u{301}", ["a\u{301}"]), ("a \u{301}b", ["a", "\u{301}b"]), ("a\r\nb", ["a", "b"]),
      ("a\\\nb \\\n c", ["ab", "c"]), ("\"a\\\nb\\$c\"", ["ab$c"]), ("'a\\\nb'", ["a\\\nb"]),
    ] as [(String, [String])])
  func splitting(command: String, words: [String]) {
    #expect(ShellWord.split(command) == words)
  }

  @Test("an open quote is not a command", arguments: ["'vi", "vi \"x", "vi \\"])
  func openQuote(command: String) {
    #expect(ShellWord.split(command) == nil)
  }
}
