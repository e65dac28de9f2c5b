import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Messages that are joined or repeated") struct WholeSentenceTests {
  @Test("nothing but a blank follows a question")
  func questions() {
    let unknown = StatusMessage.unknown("screen", "evnts", among: ["events", "flags"])
    let question = "unknown screen evnts; did you mean `events`?"
    #expect(unknown.text.plain == question)
    #expect(unknown.and("nothing changed").text.plain == "\(question) nothing changed")
    #expect(unknown.then(.info("nothing changed")).text.plain == "\(question) nothing changed")
    #expect(StatusMessage.info("done").and("nothing changed").text.plain == "done; nothing changed")
  }

  private static let broken = """
    channels: [nightly]
    features:
      alarm-clock:
        description: Rings.
        variables:
          tone: { description: The tone., type: Tone }
      bell-tower:
        description: Rings too.
        variables:
          volume: { description: How loud., type: Int, default: loud }
    enums:
      Unused: { description: Nothing uses it., variants: 5 }
    """

  @Test(
    "F8 after the list of problems goes to the next one, whatever panel has the focus",
    arguments: 0..<4)
  func nextProblem(panels: Int) throws {
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.broken, channel: "nightly")
    let all = console.model.problems.all.map(\.problem).filter { $0.severity != .hint }
    #expect(all.count >= 3)
    for _ in 0..<panels { console.press("Tab") }
    console.act("!", "Enter")
    #expect(console.model.features.problems.current == 0)
    for index in 1..<all.count {
      console.act("F8") { $0.model.features.problems.current == index }
      #expect(console.message == .found(all[index]))
    }
    console.act("F8") { $0.model.features.problems.current == 0 }
    #expect(
      console.message == StatusMessage.problem("back to the first problem").then(.found(all[0])))
    console.act("Shift-F8") { $0.model.features.problems.current == all.count - 1 }
    let last = StatusMessage.found(all[all.count - 1])
    #expect(console.message == StatusMessage.problem("back to the last problem").then(last))
  }

  @Test(
    "F8 again at the only problem says that there is no other",
    arguments: ["F8", "Shift-F8"] as [KeyPress])
  func onlyProblem(key: KeyPress) throws {
    let yaml = """
      channels: [nightly]
      features:
        alarm-clock:
          description: Rings.
          variables:
            volume: { description: How loud., type: Int, default: loud }
      """
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: yaml, channel: "nightly")
    let problem = try #require(console.model.problems.all.first?.problem)
    try #require(console.model.problems.all.filter { $0.problem.severity != .hint }.count == 1)
    console.press(key)
    #expect(console.message == .found(problem))
    for _ in 0..<2 {
      console.press(key)
      #expect(console.message == StatusMessage.problem("the only problem").then(.found(problem)))
    }
  }

  @Test(
    "a feature whose variables are all unreadable says so",
    arguments: [
      "{ tone: { description: d, type: Tone } }", "{ tone: { description: d, type: List<Tone> } }",
      "{ tone: { description: d } }", "{ tone: { description: d, type: 5 } }", "{ tone: 5 }", "5",
    ])
  func unreadableVariables(_ variables: String) throws {
    let yaml = """
      channels: [nightly]
      features:
        alarm-clock: { description: Rings., variables: \(variables) }
        bell-tower: { description: Rings too., variables: {} }
      """
    let console = try ConsoleDriver(Size(columns: 120, rows: 40), yaml: yaml, channel: "nightly")
    let unreadable = "its variables could not be read; F8 goes to the error"
    #expect(console.after(":select alarm-clock").sees(unreadable))
    #expect(console.after(":select bell-tower").sees("this feature has no variables"))
  }

  @Test("a redo over no text of one's own says only what it did", arguments: [[], ["i", "Esc"]])
  func redo(keys: [String]) {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 7")
    console.act(keys)
    console.act(":undo", ":redo")
    #expect(console.status == "redid “set pinned-limit = 7”")
  }

  @Test("a redo of a text that was applied does not say that applying it asks", arguments: [0, 1])
  func redoOfText(pauses: Int) {
    var console = ConsoleDriver().after(":select homescreen", "i")
    console.act(":select-text", "'{\"pinned-limit\": 9}")
    for _ in 0..<pauses { console.send(.quiet) }
    console.act("Ctrl-S u", "U")
    #expect(console.status == "redid “replace the edit of homescreen”")
  }
}
