import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource

@testable import VirgaConsole

@Suite("Places of problems") struct ProblemTargetTests {
  private static let yaml = ConsoleDriver.yaml(
    channels: "beta", ["app-menu": [], "app": [], "a.b": []])

  @Test(
    "a path leads to a feature and a value, or nowhere without a known feature",
    arguments: [
      ("features/app-menu", "app-menu", ""), ("features/app-menu/items", "app-menu", "items"),
      ("features/app-menu.items['home']#Item.icon", "app-menu", "items.home.icon"),
      ("features/app.open[Till#rear]", "app", "open.rear"),
      ("features/app.lines[2]", "app", "lines[2]"),
      ("features/app.panel#Panel.title", "app", "panel.title"), ("features/a.b.c", "a.b", "c"),
      ("", nil, nil), ("objects/Box.f", nil, nil), ("features/nowhere.a", nil, nil),
      ("channels", nil, nil),
      ("features/", nil, nil),
    ] as [(String, String?, String?)])
  func paths(path: String, feature: String?, value: String?) throws {
    let manifest = try ConsoleDriver.manifest(Self.yaml)
    let place = ProblemTarget(Problem(.error, "x", path: path, "wrong"), in: manifest)
    #expect(place?.feature == feature && place?.path.description == value)
  }

  @Test("a structural problem leads to its variable") func structure() throws {
    let manifest = try ConsoleDriver.manifest(
      """
      channels: [beta]
      features:
        zoom:
          description: d
          colour: red
          variables:
            level: { description: d, type: Int, default: 1, colour: red }
      """)
    let places = manifest.problems.compactMap { ProblemTarget($0, in: manifest) }
    #expect(places.contains { $0.feature == "zoom" && $0.path.isRoot })
    #expect(places.contains { $0.feature == "zoom" && $0.path == ["level"] })
  }
}
