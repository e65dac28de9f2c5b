import Testing
import VirgaCanvas
import VirgaJSON

@testable import VirgaConsole

@Suite("Long names at 80x24") struct LongNameTests {
  private var console: ConsoleDriver

  init() throws {
    let path = "/app/browser.fml.yaml"
    let included = ["/app/features/searchFeature.yaml": Self.searchBar]
    let manifest = try ConsoleDriver.manifest(Self.manifest, path: path, including: included)
    console = try ConsoleDriver(FrameCase.goldenSize, manifest: manifest, channel: "developer")
    console.configure { $0.manifestPath = path }
    console.run("select search-bar", "open")
  }

  @Test("details use the rows that a hidden description would take, and a line for each layer") mutating func layers() {
    console.run("go search-box.position.is-toolbar-hint-shown")
    #expect(console.sees("│   field default     true   searchFeature.yaml:34 "))
    #expect(console.sees("│ ▸ developer         false  searchFeature.yaml:12 "))
    #expect(!console.sees("A description of the search bar"))
  }

  @Test("the value before a change is the last that differs, even if a layer repeated the value") mutating func was() {
    console.run("go search-box.position.is-toolbar-hint-shown")
    #expect(console.sees("Boolean  false, was true (variable default)"))
    #expect(console.model.table.selectedRow?.was == true)
    console.act(":go search-box.position.is-bottom") { $0.sees("Boolean  false, was true (manifest default)") }
  }

  @Test("the list shows whole ids in the columns that values leave") mutating func ids() {
    console.act(":select app-welcome", ":open") { $0.sees("│    homepage-tracker-blocker-module│") }
    console.act(":select cookie-banners", ":edit-config") { $0.sees("│    homepage-tracker-blocker-module│") }
  }

  @Test("a path is whole rather than the layer that all values have, and the widths count the heads")
  mutating func paths() {
    console.act(":select cookie-banners", ":open") { $0.sees("┃      setting-for-global-rules-and-sub-frames 1    ┃") }
    #expect(console.lines.contains { $0.hasSuffix("Variable                                    Value┃") })
    console.run("select credit-card-autofill", "open")
    #expect(console.sees("┃▸ credit-card-autofill-status ~ true  developer┃"))
  }

  @Test("an open container does not repeat its rows, and a cut excerpt says so") mutating func excerpts() {
    console.run("select cookie-banners", "open", "go sections")
    #expect(console.sees("│ Map<String, Int>  {4} "))
    let all = (0..<12).map { "a-longer-word-\($0)" }
    #expect(ValueText.short(.array(all.map { .string($0) })).hasSuffix("a-longer-word-5"))
    let long = ValueText.short(.array(all.map { .string($0 + $0) }))
    #expect(long.hasSuffix("…") && long.count == "[12] ".count + 121)
  }

  @Test("a filter lists features with such a field before those with such a variant, and says which")
  mutating func inner() {
    console.act(":focus features", "/", "'bottom")
    #expect(console.model.features.list.shown.map(\.name) == ["search-bar", "app-welcome"])
    #expect(console.sees("app-welcome · toolbar-bottom┃"))
    console.act("Enter Enter") { $0.model.table.selectedRow?.pathText == "search-box.position.is-bottom" }
  }

  private static let manifest = """
    channels: [developer, release]
    includes: [features/searchFeature.yaml]
    features:
      app-welcome:
        description: The first start.
        variables:
          toolbar-placement: { description: Where the toolbar is., type: Placement, default: toolbar-top }
      cookie-banners:
        description: Rejects cookie banners.
        variables:
          sections:
            description: The settings.
            type: Map<String, Int>
            default: { user: 0, setting-value: 0, setting-value-private: 0, setting-for-global-rules-and-sub-frames: 1 }
      credit-card-autofill:
        description: Fills in credit cards.
        variables: { credit-card-autofill-status: { description: Fills in., type: Boolean, default: false } }
        defaults: [{ channel: developer, value: { credit-card-autofill-status: true } }]
      homepage-tracker-blocker-module:
        description: Shows what was blocked.
        variables: { is-enabled: { description: Shows it., type: Boolean, default: false } }
    enums:
      Placement:
        description: A place.
        variants: { toolbar-top: { description: Above. }, toolbar-bottom: { description: Below. } }
    """

  private static let searchBar = """
    features:
      search-bar:
        description: A description of the search bar.
        variables:
          search-box:
            description: The box.
            type: SearchBox
            default: { position: { is-bottom: true, is-toolbar-hint-shown: true } }
        defaults:
          - value: { search-box: { position: { is-bottom: true, is-toolbar-hint-shown: false } } }
          - channel: developer
            value: { search-box: { position: { is-bottom: false, is-toolbar-hint-shown: false } } }
    objects:
      SearchBox:
        description: The box.
        fields:
          fewest-characters-of-search-term: { description: How many., type: Int, default: 3 }
          position:
            description: Where it is.
            type: Position
            default: {}
          shows-highlights: { description: Shows them., type: Boolean, default: false }
          uses-page-content: { description: Uses it., type: Boolean, default: false }
      Position:
        description: Where the bar is.
        fields:
          is-bottom:
            description: Whether it is at the bottom.
            type: Boolean
            default: true
          is-toolbar-hint-shown:
            description: Whether the toolbar points at it.
            type: Boolean
            default: true
    """
}
