import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Thousands of recipes on screen 4", .timeLimit(.minutes(2)))
struct ManyRecipesTests {
  private var console: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    let recipes = (0..<1_000).compactMap { Recipe(entry: Self.recipe($0)) }
    console.send(.opening(SessionOpening(recipes: recipes)))
    console.run("experiments")
  }

  @Test("a slug too long for its row is wrapped before its gate, and others take one line") func longSlugs() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    let slug = "android-long-term-holdback-validation-first-run-sub-experiment"
    let recipes = [Self.recipe(1), Self.recipe(2, slug: slug)].compactMap { Recipe(entry: $0) }
    console.send(.opening(SessionOpening(recipes: recipes)))
    console.run("experiments", "set-context channel release")
    FrameCase.expect(console, equals: "large-recipes")
    #expect(console.lines[0].contains("(client: release)"))
    #expect(console.lines.last?.contains("C match channels") == true)
    console.click(5, 7)
    #expect(console.state.experiments.selected?.slug == "recipe-1", "\(console.lines)")
    console.click(5, 6)
    #expect(console.state.experiments.selected?.slug == slug, "a click on the last line of a row")
    console.press("C")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["show release", "client in nightly"])
    console.press("Down", "Enter")
    #expect(console.state.clientChannel == nil && console.state.session[.context, "channel"] == nil)
  }

  private static func recipe(_ number: Int, slug: String? = nil) -> JSONValue {
    [
      "slug": .string(slug ?? "recipe-\(number)"), "schemaVersion": "1.11.0", "userFacingName": "R",
      "userFacingDescription": "", "isEnrollmentPaused": false, "isRollout": false, "appName": "cirrus",
      "proposedEnrollment": 7,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10_000, "total": 10_000,
      ],
      "branches": [
        ["slug": "on", "ratio": 1, "features": [["featureId": .string("f\(number)"), "value": [:]]]]
      ],
    ]
  }

  @Test("the cursor moves through them line by line") mutating func lines() {
    for _ in 0..<300 { console.press("Down") }
    #expect(console.state.experiments.recipeList.scroll.cursor == 300)
    #expect(console.state.experiments.reason?.slug == console.state.experiments.selectedRow?.slug)
  }

  @Test("slugs are shown whole, and the status column is as wide as its longest visible word") mutating func columns() {
    #expect(console.sees("recipe-999") == false)
    console.press("End")
    #expect(console.sees("recipe-999"))
    console.run("filter recipe-77")
    #expect(console.state.experiments.rows.count == 11)
    #expect(console.sees("enrolled recipe-77"))
  }
}
