import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Values") struct ValuePanelTests {
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
}
