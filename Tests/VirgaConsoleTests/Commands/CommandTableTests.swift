import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Table of commands") struct CommandTableTests {
  @Test("has unique names, and one command for a key in each context")
  func table() {
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
    let all = CommandTable.all.flatMap(\.keys)
    for command in CommandTable.all {
      #expect(command.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(command.name)")
      for keys in command.keys {
        #expect(!keys.isEmpty && !command.context.types(keys), "\(command.name): \(keys)")
        #expect(keys.count == 1 || !all.contains([keys[0]]), "\(keys) begins with another key")
        let owner = KeyMap().command(for: keys, in: [command.context])
        #expect(owner?.name == command.name, "\(command.name): \(keys)")
      }
    }
  }
}
