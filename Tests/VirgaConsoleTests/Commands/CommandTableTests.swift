import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("The table of commands") struct CommandTableTests {
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

  @Test func noKeyMeansTwoThingsInAContext() {
    for (context, commands) in Dictionary(grouping: CommandTable.all, by: \.context) {
      var seen: [[KeyPress]: String] = [:]
      for command in commands {
        for keys in command.keys {
          if let other = seen[keys] { Issue.record("\(context): \(keys) means \(other) and \(command.name)") }
          seen[keys] = command.name
        }
      }
    }
  }

  @Test func noKeyOfTextIsACharacterThatItTypes() {
    for command in CommandTable.all {
      for keys in command.keys where KeyMap.isTyped(keys, for: command) {
        Issue.record("\(keys) is typed where \(command.name) applies")
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
