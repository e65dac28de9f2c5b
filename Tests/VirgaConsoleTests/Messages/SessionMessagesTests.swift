import Testing

@testable import VirgaConsole

@Suite("Messages about operations") struct SessionMessagesTests {
  @Test(
    "every operation is reported in the past tense",
    arguments: [
      (["set pinned-limit 3", "drop edit homescreen"], "dropped edit of homescreen"),
      (["set pinned-limit 3", "drop-all yes"], "dropped the override"),
      (["force-branch zoom-levels fine"], "forced fine of zoom-levels"),
      (["recipe homepage-order-2026", "opt-out"], "opted out of homepage-order-2026"),
      (["evaluate-again"], "evaluated all recipes again"),
      (["record-event zoomed 3"], "recorded zoomed ×3"),
      (["take-part rollouts off"], "left all rollouts"),
      (["take-part rollouts off", "take-part rollouts on"], "took part in rollouts"),
      (
        ["recipe share-sheet-2026", "fit-context"], "enrolled in share-sheet-2026 with region = US"
      ),
      (["recipe zoom-levels", "focus recipes", "remove-recipe"], nil),
      (["set-context region US", "reset-client all"], "reset context region"),
    ] as [([String], String?)])
  func past(lines: [String], said: String?) throws {
    var console = ConsoleDriver.withRecipes().after(":select homescreen")
    for line in lines { console.run(line) }
    let words = try #require(console.status)
    if let said { #expect(words == said || words.hasPrefix(said + "; "), "\(words)") }
    let verbs = [
      "drop", "force", "opt", "evaluate", "record", "take", "leave", "remove", "load", "move",
      "keep",
    ]
    #expect(!verbs.contains { words.hasPrefix($0 + " ") }, "\(words)")
  }

  @Test("the clock reports its new time") func clock() throws {
    var console = ConsoleDriver.withRecipes()
    console.act(":clock +1d") { $0.status?.hasPrefix("moved the clock by +1 d: it is ") == true }
  }

  @Test("undo names the step of the clock as it is listed") func undoneClock() throws {
    var console = ConsoleDriver.withRecipes()
    console.act(":clock +1d", "u", says: .undone("move the clock by +1 d"))
  }
}
