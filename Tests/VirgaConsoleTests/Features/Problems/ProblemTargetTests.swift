import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource

@testable import VirgaConsole

@Suite("Places of problems") struct ProblemTargetTests {
  private static let yaml = ConsoleDriver.yaml(
    channels: "beta", ["app-menu": [], "app": [], "a.b": []])

  @Test(
    "a path of a problem leads to a feature and a value, if there are any",
    arguments: [
      .init("a feature alone leads to its root", ("features/app-menu", "app-menu", "")),
      .init("a variable leads to its value", ("features/app-menu/items", "app-menu", "items")),
      .init(
        "a field behind a map key leads inside the value",
        ("features/app-menu.items['home']#Item.icon", "app-menu", "items.home.icon")),
      .init(
        "a key with a reference leads to the key",
        ("features/app.open[Till#rear]", "app", "open.rear")),
      .init("an index leads to the item", ("features/app.lines[2]", "app", "lines[2]")),
      .init(
        "a field leads inside the value", ("features/app.panel#Panel.title", "app", "panel.title")),
      .init("an id with a point is found whole", ("features/a.b.c", "a.b", "c")),
      .init("an empty path leads nowhere", ("", nil, nil)),
      .init("a type leads nowhere", ("objects/Box.f", nil, nil)),
      .init("an unknown feature leads nowhere", ("features/nowhere.a", nil, nil)),
      .init("channels lead nowhere", ("channels", nil, nil)),
      .init("an empty id leads nowhere", ("features/", nil, nil)),
    ] as [Behavior<(path: String, feature: String?, value: String?)>])
  func paths(_ behavior: Behavior<(path: String, feature: String?, value: String?)>) throws {
    let (path, feature, value) = behavior.example
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
