import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Feature list") struct FeaturePanelTests {
  private func title(_ console: ConsoleDriver) -> String {
    String(console.lines[1].prefix { !"┓┐".contains($0) }.filter { !"┏┌━─".contains($0) }).split(separator: " ")
      .joined(separator: " ")
  }

  @Test("the title counts experiments, rollouts and overrides before the number of features")
  func counts() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    try console.openDemoRecipes()
    #expect(title(console) == "Features 44 ◆2 ◇1")
    console.act(":select homescreen", ":set sections-enabled.pocket false") { title($0).hasSuffix("◆2 ◇1 ●1") }
    console.run("list-features changed")
    #expect(title(console).contains("of 44"), "which features are listed has to be said")
    console.run("list-features all")
    console.resize(120, 40)
    #expect(title(console) == "Features 44 ◆2 ◇1 ●1")
  }

  @Test("a feature is marked as changed only if a value differs from its default")
  func changed() throws {
    let yaml = """
      channels: [beta]
      objects:
        Item: { description: d, fields: { on: { description: d, type: Boolean, default: true } } }
      features:
        nested:
          description: d
          variables:
            items: { description: d, type: "Map<String, Item>", default: { a: { on: false } } }
          defaults: [{ channel: beta, value: { items: { a: { on: true } } } }]
        other:
          description: d
          variables: { size: { description: d, type: Int, default: 1 } }
          defaults: [{ channel: beta, value: { size: 2 } }]
        same:
          description: d
          variables: { size: { description: d, type: Int, default: 1 } }
          defaults: [{ channel: beta, value: { size: 1 } }]
      """
    var console = try ConsoleDriver(Size(columns: 120, rows: 40), yaml: yaml)
    #expect(console.lines[4...6].map { $0.prefix(20).contains("~") } == [true, true, false])
    console.act(":select same") { $0.lines[1].contains("1 value · 0 changed") }
    #expect(!console.sees("size", "~ 1"))
  }
}
