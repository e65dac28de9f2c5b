import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Command table") struct CommandTableTests {
  @Test("command names are unique and consist of lowercase letters and hyphens") func commandNames() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)") }
  }

  @Test("every key in the table parses") func keysParse() {
    for command in CommandTable.all {
      for keys in command.keys { #expect(!keys.isEmpty, "\(command.name)") }
    }
  }

  @Test("a key runs at most one command in a context") func uniqueKeys() {
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

  @Test("a key in a text context never types a character") func textKeys() {
    for command in CommandTable.all {
      for keys in command.keys where KeyMap.isTyped(keys, for: command) {
        Issue.record("\(keys) is typed where \(command.name) applies")
      }
    }
  }

  @Test("no single key begins a longer sequence") func sequencePrefixes() {
    let all = CommandTable.all.flatMap(\.keys)
    for keys in all where keys.count > 1 {
      #expect(!all.contains(Array(keys.prefix(1))), "\(keys)")
    }
  }

  @Test("a line consists of a command name and its argument") func lineParts() {
    #expect(Invocation(line: "go  a b ")?.argument == "a b")
    #expect(Invocation(line: "quit") == Invocation("quit"))
    #expect(Invocation(line: "   ") == nil)
  }
}
