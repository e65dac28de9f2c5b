import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Command table") struct CommandTableTests {
  @Test("command names are unique and consist of lowercase letters and hyphens, and their keys parse")
  func commandNames() {
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
    for command in CommandTable.all {
      #expect(command.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(command.name)")
      for keys in command.keys { #expect(!keys.isEmpty && !command.context.types(keys), "\(command.name): \(keys)") }
    }
  }

  @Test("a key runs at most one command in a context") func uniqueKeys() {
    for command in CommandTable.all {
      for keys in command.keys {
        let rivals = KeyMap.rivals(of: command, for: keys, changed: [:]).filter { $0.context == command.context }
        #expect(rivals.isEmpty, "\(command.name): \(keys) means \(rivals.map(\.name))")
      }
    }
  }

  @Test("no single key begins a longer sequence") func sequencePrefixes() {
    let all = CommandTable.all.flatMap(\.keys)
    for keys in all where keys.count > 1 { #expect(!all.contains([keys[0]]), "\(keys)") }
  }

  @Test("a line consists of a command name and its argument") func lineParts() {
    #expect(Invocation(line: "go  a b ")?.argument == "a b")
    #expect(Invocation(line: "quit") == Invocation("quit"))
    #expect(Invocation(line: "   ") == nil)
  }
}
