import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Key names") struct KeyPressTests {
  @Test(
    "a key and its name convert both ways",
    arguments: [
      ("j", KeyPress("j")), ("G", KeyPress("G")), ("?", KeyPress("?")), ("-", KeyPress("-")),
      ("Space", KeyPress(" ")),
      ("Ctrl-D", KeyPress("d", .control)), ("Alt-x", KeyPress("x", .alt)),
      ("Alt-X", KeyPress("X", .alt)),
      ("Ctrl-Alt-D", KeyPress("d", [.control, .alt])), ("Ctrl--", KeyPress("-", .control)),
      ("Shift-Tab", KeyPress(.backTab)), ("Shift-Up", KeyPress(.up, .shift)),
      ("Ctrl-PgDn", KeyPress(.pageDown, .control)),
      ("F5", KeyPress(.function(5))), ("F12", KeyPress(.function(12))), ("PgUp", KeyPress(.pageUp)),
      ("Enter", KeyPress(.enter)), ("Esc", KeyPress(.escape)), ("Backspace", KeyPress(.backspace)),
      ("é", KeyPress("é")),
      ("Ctrl-Space", KeyPress(" ", .control)), ("F", KeyPress("F")), ("Delete", KeyPress(.delete)),
    ])
  func names(text: String, key: KeyPress) {
    #expect(KeyPress(text) == key)
    #expect(key.description == text)
  }

  @Test(
    "other spellings are accepted",
    arguments: [
      TestRow("a lower-case modifier", ("ctrl-d", "Ctrl-D")),
      TestRow("a lower-case letter after Ctrl", ("Ctrl-d", "Ctrl-D")),
      TestRow("Shift with Ctrl", ("CTRL-SHIFT-x", "Ctrl-X")),
      TestRow("escape for Esc", ("escape", "Esc")),
      TestRow("return for Enter", ("return", "Enter")),
      TestRow("pagedown for PgDn", ("pagedown", "PgDn")),
      TestRow("backtab for Shift-Tab", ("backtab", "Shift-Tab")),
      TestRow("Shift with a letter", ("Shift-g", "G")),
      TestRow("a lower-case function key", ("f10", "F10")),
      TestRow("del for Delete", ("del", "Delete")),
    ])
  func spellings(_ row: TestRow<(String, String)>) {
    let (text, written) = row.values
    #expect(KeyPress(text)?.description == written)
  }

  @Test(
    "unknown names are refused", arguments: ["", "Ctrl-", "F0", "F99", "Hyper-x", "Banana", "Fx"])
  func unknownNames(text: String) {
    #expect(KeyPress(text) == nil)
  }

  @Test("a string literal is a key") func literals() {
    let key: KeyPress = "Ctrl-Z"
    #expect(key == KeyPress("z", .control))
  }
}
