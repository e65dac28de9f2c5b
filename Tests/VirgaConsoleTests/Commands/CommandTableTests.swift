import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Table of commands") struct CommandTableTests {
  @Test("has unique names")
  func names() {
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
  }

  @Test("has names of lowercase words with hyphens")
  func lettersOfNames() {
    for command in CommandTable.all {
      #expect(command.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(command.name)")
    }
  }

  @Test("has one command for a key in each context")
  func keys() {
    let all = CommandTable.all.flatMap(\.places).flatMap(\.keys)
    for command in CommandTable.all {
      for place in command.places {
        for keys in place.keys {
          #expect(!keys.isEmpty && !place.context.takesAsText(keys), "\(command.name): \(keys)")
          #expect(keys.count == 1 || !all.contains([keys[0]]), "\(keys) begins with another key")
          let owner = KeyMap().command(for: keys, in: [place.context])
          #expect(owner?.name == command.name, "\(command.name): \(keys)")
        }
      }
    }
  }

  @Test("has a key for each command that a panel lists")
  func keysOfListedCommands() {
    for command in CommandTable.all where command.hint.panel != nil {
      #expect(command.places.contains { !$0.keys.isEmpty }, "\(command.name)")
    }
  }
}
