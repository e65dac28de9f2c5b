import Testing
import VirgaCanvas

@testable import VirgaConsole

/// The order of the modifiers that declare a command changes nothing.
@Suite("Declaration of a command") struct CommandTests {
  private let console = ConsoleDriver()
  private let command = Command("go-there", "go there", does: { _ in })

  @Test("a form of a verb asks for its argument with the name of the verb")
  func argumentOfForm() {
    let orders = [
      command.prompts("a.txt").form(of: "open"), command.form(of: "open").prompts("a.txt"),
    ]
    for order in orders {
      var model = console.model
      guard case .asks(let picker, _) = order.run(&model, "") else {
        Issue.record("it asks for nothing")
        continue
      }
      #expect(picker(model)?.field.text == "open a.txt")
    }
  }

  @Test("a command that asks for its argument runs with one")
  func argument() {
    var model = console.model
    guard case .done = command.prompts().run(&model, "x") else {
      Issue.record("it does not run")
      return
    }
  }

  @Test("a place in the hint line keeps the condition of the hint")
  func conditionOfHint() {
    let orders = [
      command.hint(when: { _ in false }).hint(.main),
      command.hint(.main).hint(when: { _ in false }),
    ]
    for order in orders {
      #expect(order.hintPlace(in: [.everywhere]) == .main)
      #expect(order.hint.isShown?(console.model) == false)
    }
  }

  @Test("of several additional contexts, the nearest one has the place in the hint line")
  func additionalContexts() {
    let orders = [
      command.near(.panel(.flags), "h", hint: .main).near(.screen(.flags), "h", hint: .third),
      command.near(.screen(.flags), "h", hint: .third).near(.panel(.flags), "h", hint: .main),
    ]
    for order in orders {
      #expect(order.places.count == 3)
      #expect(order.hintPlace(in: Command.Context.of(.flags)) == .main)
      #expect(order.hintPlace(in: Command.Context.of(.flag)) == .third)
    }
  }
}
