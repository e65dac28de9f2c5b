import Testing
import VirgaCanvas
import VirgaConsole

@Suite struct TextFieldTests {
  private func typed(_ start: String, _ keys: KeyPress...) -> String {
    var field = TextField(start)
    for key in keys where !field.take(key) { Issue.record("\(key) was not taken") }
    return field.text
  }

  @Test func lettersGoInAtTheCaret() {
    #expect(typed("ac", "Left", "b") == "abc")
  }

  @Test func aWordBackIsDeletedWithTheBlanksBehindIt() {
    #expect(typed("channel  beta ", "Ctrl-W") == "channel  ")
  }

  @Test func theLineUpToTheCaretIsDeleted() {
    #expect(typed("channel beta", "Left", "Left", "Ctrl-U") == "ta")
  }

  @Test func homeAndEndMoveTheCaret() {
    #expect(typed("bc", "Home", "a", "End", "d") == "abcd")
  }

  @Test func deletingAtTheEdgesDoesNothing() {
    #expect(typed("", "Backspace", "Delete", "Ctrl-W").isEmpty)
  }

  @Test func aFamilyIsOneStep() {
    #expect(typed("a👩‍👧b", "Left", "Backspace") == "ab")
  }

  @Test func pastedLinesBecomeOneLine() {
    var field = TextField()
    field.insert("a\nb\tc")
    #expect(field.text == "a b c")
  }

  @Test func keysThatMeanNothingAreLeftToOthers() {
    var field = TextField()
    let taken = [KeyPress(.up), KeyPress(.function(8))].map { field.take($0) }
    #expect(taken == [false, false])
  }
}
