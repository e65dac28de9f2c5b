import Testing
import VirgaConsole

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("plain-word_1.yaml", "plain-word_1.yaml"), ("", "''"), ("two words", "'two words'"), ("it's", "'it'\\''s'"),
    ("$(rm)", "'$(rm)'"), ("a;b", "'a;b'"), ("é", "'é'"), ("line\nend", "'line\nend'"),
  ])
  func aShellReadsBackWhatWasQuoted(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }
}
