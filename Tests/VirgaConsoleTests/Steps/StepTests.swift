import Testing
import VirgaConsole
import VirgaTestSupport

@Suite("What each act changes, and that it changes nothing else") struct StepTests {
  private static let folder = Repository.root + "/Tests/VirgaConsoleTests/Steps/Books"
  private static let names = [
    "features", "editor", "typing", "session", "flags", "channels", "experiments", "events", "everywhere", "outside",
  ]

  private static func book(_ name: String) throws -> String {
    try #require(GoldenText.read("\(folder)/\(name).steps"), "there is no \(name).steps")
  }

  @Test("each step of the books does what it did", arguments: names) func steps(name: String) throws {
    GoldenText.expect(try StepBook(Self.book(name)).text, equals: "\(name).steps", in: Self.folder)
  }

  @Test("every command has a step in which it does something") func commands() throws {
    let done = Set(try Self.names.flatMap { StepBook.commands(in: try Self.book($0)) })
    let missing = CommandTable.all.map(\.name).filter { !done.contains($0[...]) }
    #expect(missing == [], "write a step for each into one of the books")
  }

  @Test("a difference is named by its property") func differences() throws {
    let state = try FrameCase.console(FrameCase.sizes[2]).state
    var other = state
    other.list.scroll.cursor += 1
    other.hasMouse = false
    other.options.sessionWords = ["--session", "x"]
    let cursor = state.list.scroll.cursor
    #expect(
      StateDifference.lines(state, other) == [
        #"options.sessionWords[0...]: [] → ["--session", "x"] of 2"#, "list.scroll.cursor: \(cursor) → \(cursor + 1)",
        "hasMouse: true → false",
      ])
    #expect(StateDifference.lines(state, state) == [])
    #expect(
      StateDifference.lines(["a": [1, 2, 3], "b": [4]], ["a": [1, 5, 3], "c": [6]]) == [
        "[a][1]: 2 → 5", "[b]: [4] → none", "[c]: none → [6]",
      ])
    #expect(StateDifference.lines(Set([1, 2]), Set([2, 3])) == [": - 1 + 3"])
  }
}
