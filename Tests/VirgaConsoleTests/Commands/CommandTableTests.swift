import Testing
import VirgaCanvas
import VirgaConsole

@Suite struct CommandTableTests {
  @Test func everyCommandHasAnUnmistakableName() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)") }
  }

  @Test func everyKeyThatIsWrittenInTheTableCanBeRead() {
    for command in CommandTable.all {
      for keys in command.keys { #expect(!keys.isEmpty, "\(command.name)") }
    }
  }

  @Test(arguments: Panel.allCases) func noKeyMeansTwoThingsInAPanel(panel: Panel) {
    var seen: [[KeyPress]: String] = [:]
    for command in CommandTable.all where command.context == .panel(panel) {
      for keys in command.keys {
        if let other = seen[keys] { Issue.record("\(keys) means \(other) and \(command.name)") }
        seen[keys] = command.name
      }
    }
  }

  @Test(arguments: [nil] + Screen.offered.map(Optional.some)) func noKeyMeansTwoThings(on screen: Screen?) {
    var seen: [[KeyPress]: String] = [:]
    let context = screen.map { Command.Context.screen($0) } ?? .everywhere
    for command in CommandTable.all where command.context == context {
      for keys in command.keys {
        if let other = seen[keys] { Issue.record("\(keys) means \(other) and \(command.name)") }
        seen[keys] = command.name
      }
    }
  }

  @Test func noKeyHidesTheBeginningOfASequence() {
    let all = CommandTable.all.flatMap(\.keys)
    for keys in all where keys.count > 1 {
      #expect(!all.contains(Array(keys.prefix(1))), "\(keys)")
    }
  }

  @Test func aLineIsANameAndTheRestIsItsArgument() {
    #expect(Invocation(line: "go  a b ")?.argument == "a b")
    #expect(Invocation(line: "quit") == Invocation("quit"))
    #expect(Invocation(line: "   ") == nil)
  }
}
