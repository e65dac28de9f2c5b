import Testing
import VirgaCanvas

@Suite("The list of features") struct FeaturePanelTests {
  private func title(_ console: ConsoleDriver) -> String {
    String(console.lines[1].prefix { !"┓┐".contains($0) }.filter { !"┏┌━─".contains($0) }).split(separator: " ")
      .joined(separator: " ")
  }

  @Test("what is in experiments, in rollouts and overridden is counted whole, rather than how many features there are")
  func counts() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    try console.openDemoRecipes()
    #expect(title(console) == "Features 44 ◆2 ◇1")
    console.run("select homescreen", "set sections-enabled.pocket false")
    #expect(title(console) == "Features ◆2 ◇1 ●1")
    console.run("list-features changed")
    #expect(title(console).contains("of 44"), "which features are listed has to be said")
    console.run("list-features all")
    console.resize(120, 40)
    #expect(title(console) == "Features 44 ◆2 ◇1 ●1")
  }
}
