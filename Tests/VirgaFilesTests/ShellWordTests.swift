import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("Shell words") struct ShellWordTests {
  @Test(
    "a word is quoted only when necessary",
    arguments: [
      TestRow("a plain name", ("plain-word_1.yaml", "plain-word_1.yaml")),
      TestRow("an empty word", ("", "''")),
      TestRow("a blank", ("two words", "'two words'")),
      TestRow("a single quote", ("it's", "'it'\\''s'")),
      TestRow("a command", ("$(rm)", "'$(rm)'")),
      TestRow("a semicolon", ("a;b", "'a;b'")),
      TestRow("a letter outside of ASCII", ("é", "'é'")),
      TestRow("a line end", ("line\nend", "'line\nend'")),
      TestRow("a mark after a quote", ("'\u{301};", "''\\''\u{301};'")),
      TestRow("a joiner after a quote", ("'\u{200D}", "''\\''\u{200D}'")),
    ])
  func quoting(_ row: TestRow<(String, String)>) {
    let (word, quoted) = row.values
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
      TestRow("a plain word", ("plain", "plain")),
      TestRow("a single quote", ("it's", "'it'\\''s'")),
      TestRow("a line end", ("a\nb", #""$(printf 'a\012b')""#)),
      TestRow(
        "a mark that reverses the text",
        ("a\u{202E}'\\%b", #""$(printf 'a\342\200\256\047\\%%b')""#)),
      TestRow("a tab after a hyphen", ("-\t", #""$(printf '\055\011')""#)),
      TestRow(
        "a byte that is not UTF-8", (SystemPath.text([0x63, 0xE9, 0x2E]), #""$(printf 'c\351.')""#)),
    ])
  func readable(_ row: TestRow<(String, String)>) {
    let (word, quoted) = row.values
    #expect(ShellWord.quotedVisibly(word) == quoted)
  }

  @Test("a real shell restores every word that is read by a person")
  func readableTexts() throws {
    let texts = HostileText.all + ["\u{202E}x\n\n", "-n\u{E0041}%s\\n", "\n", "\u{200B}$HOME`id`"]
    let words = texts.map(ShellWord.quotedVisibly).joined(separator: " ")
    let answer = try ChildProcess.run(["/bin/sh", "-s"], input: "printf '%s\\037' \(words)\n")
    let read = answer.output.utf8.split(separator: 0x1F, omittingEmptySubsequences: false)
      .dropLast().map(Array.init)
    #expect(read == texts.map { Array($0.utf8) })
    #expect(answer.errors == "")
  }

  @Test(
    "a command is split as a shell splits it",
    arguments: [
      TestRow("one word", ("vi", ["vi"])),
      TestRow("blanks between words", ("code -w  --new-window", ["code", "-w", "--new-window"])),
      TestRow(
        "quotes around blanks", ("'/my tools/vim' -u \"NO NE\"", ["/my tools/vim", "-u", "NO NE"])),
      TestRow(
        "an escaped blank, and an empty word", ("emacs\\ client -t ''", ["emacs client", "-t", ""])),
      TestRow("signs that a shell would act on", ("a;b $(c) `d` *", ["a;b", "$(c)", "`d`", "*"])),
      TestRow("escapes within double quotes", ("\"a\\b\\\"c\"", ["a\\b\"c"])),
      TestRow("an empty command", ("", [])),
      TestRow("a command of blanks", (" \t", [])),
      TestRow("a mark after a quote", ("'a'\u{301}", ["a\u{301}"])),
      TestRow("a mark after a blank", ("a \u{301}b", ["a", "\u{301}b"])),
      TestRow("a carriage return", ("a\r\nb", ["a", "b"])),
      TestRow("a line that goes on", ("a\\\nb \\\n c", ["ab", "c"])),
      TestRow("a line that goes on in double quotes", ("\"a\\\nb\\$c\"", ["ab$c"])),
      TestRow("a line end in single quotes", ("'a\\\nb'", ["a\\\nb"])),
    ] as [TestRow<(String, [String])>])
  func splitting(_ row: TestRow<(String, [String])>) {
    let (command, words) = row.values
    #expect(ShellWord.split(command) == words)
  }

  @Test("an open quote is not a command", arguments: ["'vi", "vi \"x", "vi \\"])
  func openQuote(command: String) {
    #expect(ShellWord.split(command) == nil)
  }
}
